"""The lesson: five mails, each with a small table and one thing to learn; no game is kept, and nobody hears of it."""

from dataclasses import replace

from engine import Event, Order, State, apply, order_text, view
from engine.errors import Facts
from pbem.actions.games.hints import continued
from pbem.actions.request import Request
from pbem.commands.intents import leaves_off, read_question
from pbem.commands.resolve import Impossible, Resolved, SeveralOrders, resolve
from pbem.commands.understand import understand
from pbem.commands.values import AnyCommand, Move, name_of
from pbem.model import Kind
from pbem.model.characters import name_of_bot
from pbem.model.lesson import FINISHED, LAST, PUPIL, SCENES, TEACHER, position_of
from pbem.notices import Came, GameView, LessonNotice, Notice
from pbem.notices.games import Foreseen

_TEACHER = "1"
"""The bot as which the other one at the table is named."""
_SHOWN_AGAIN = frozenset(("board", "hint"))
_SHOW = "show me"
_ADVICE = "game_advice"


def lesson(request: Request, _command: AnyCommand) -> list[Notice]:
    """The lesson from its beginning, or from where it was left."""
    return [_shown(request, _left_at(request))]


def taught(request: Request) -> list[Notice] | None:
    """What comes of an answer to a mail of the lesson; None: it asks for something else."""
    answered = request.writer.in_reply_to
    step = answered.turn if answered and answered.kind is Kind.LESSON else None
    if step is None or not 1 <= step <= LAST:
        return None
    commands = request.mail.reading.commands
    names = {name_of(each) for each in commands if not isinstance(each, Move)}
    if names & _SHOWN_AGAIN:
        return [_shown(request, step)]
    if _SHOW in names:
        return [replace(_shown(request, step, Came.SHOWN), follows=_follows(step))]
    return None if names else [_after(request, step)]


def _follows(step: int) -> tuple[Foreseen, ...]:
    """The move that is taught, and what would likely come of it."""
    scene = SCENES[step - 1]
    return Foreseen(PUPIL, scene.right), *continued(view(position_of(step), PUPIL), scene.order)


def _left_at(request: Request) -> int:
    last = request.work.last_of_kind(request.player.id, Kind.LESSON)
    return last.turn if last and last.turn and last.turn <= LAST else 1


def _after(request: Request, step: int) -> Notice:
    """What is said of a move, of words that are none, or of a question."""
    mail, language = request.mail, request.player.language
    moves = [each for each in mail.reading.commands if isinstance(each, Move)]
    asked = None if moves else read_question(mail.text, language)
    if asked == _ADVICE:
        return replace(_shown(request, step, Came.SHOWN), follows=_follows(step))
    if asked:
        return _shown(request, step, Came.ASKED, asked=asked)
    board = view(position_of(step), PUPIL)
    if moves:
        match resolve(moves[0].ladder, board):
            case Resolved(order):
                return _played(request, step, order)
            case SeveralOrders(options):
                return _played(request, step, options[0])
            case Impossible(code, facts):
                return _shown(request, step, Came.ILLEGAL, code=code, facts=facts)
    found = understand(mail.text, language, board)
    if found.order:
        return _played(request, step, found.order)
    return _shown(request, step, Came.LEFT if leaves_off(mail.text, language) else Came.UNCLEAR)


def _played(request: Request, step: int, order: Order) -> Notice:
    """On the right move follows the next table; after any other the same one comes again."""
    done, text = apply(position_of(step), order), order_text(order)
    if text == SCENES[step - 1].right:
        return _shown(request, step + 1, Came.RIGHT, text, done.events)
    return _shown(request, step, Came.PLAYED, text, done.events)


def _shown(  # noqa: PLR0913 - each is a part of the mail
    request: Request,
    step: int,
    came: Came = Came.BEGUN,
    order: str = "",
    news: tuple[Event, ...] = (),
    *,
    code: str = "",
    facts: Facts | None = None,
    asked: str = "",
) -> LessonNotice:
    return LessonNotice(
        to=request.reader,
        game_view=_table(request, step, news),
        step=step,
        came=came,
        order=order,
        code=code,
        facts=facts or {},
        asked=asked,
        answers=request.message_id,
    )


def _table(request: Request, step: int, news: tuple[Event, ...]) -> GameView:
    """What the pupil sees; the step stands where a game counts its turns."""
    state = _last_table() if step == FINISHED else position_of(step)
    names = (request.player.name, name_of_bot(_TEACHER))
    return GameView(0, PUPIL, names, view(state, PUPIL), news, step, computers=frozenset((TEACHER,)))


def _last_table() -> State:
    """After the last move that is taught."""
    return apply(position_of(LAST), SCENES[-1].order).state
