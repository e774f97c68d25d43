"""One mail in brings one mail out to each who is concerned: what else they are told stands below the first answer."""

from collections.abc import Iterable
from dataclasses import replace

from engine.errors import Facts
from pbem.model import Kind
from pbem.notices import AskedDecisionNotice, ConfirmNotice, GameView, Notice, RefusedNotice
from pbem.work import ReadWork


def together(notices: Iterable[Notice]) -> list[Notice]:
    """The same, but only one for each reader; what comes out of moves goes by itself, and so does trouble."""
    alone: list[Notice] = []
    by_reader: dict[str, list[Notice]] = {}
    for notice in notices:
        if notice.of_play or notice.to_admins:
            alone.append(notice)
        else:
            by_reader.setdefault(notice.to.address, []).append(notice)
    return [*(_as_one(each) for each in by_reader.values()), *alone]


def about_one_game(notice: Notice) -> bool:
    """Whether an answer to the mail can mean one game only, or none."""
    return len({each.game_id for each in (notice, *notice.also) if each.game_id}) <= 1


def all_games(notice: Notice) -> list[GameView]:
    """Every game that a mail shows."""
    return [each for part in (notice, *notice.also) for each in part.shown_games]


def told_once(work: ReadWork, notice: Notice) -> tuple[Notice, dict[int, int]]:
    """The notice with only such talk as its reader has not heard yet, or not answered; and up to which remark they
    have heard each game's with it.
    """
    heard: dict[int, int] = {}

    def once(shown: GameView) -> GameView:
        game = work.game(shown.game_id) if shown.heard and shown.seat is not None else None
        if game is None or shown.seat is None:
            return shown
        before = heard.get(game.id, game.holders[shown.seat].heard)
        heard[game.id] = max(before, shown.heard)
        return replace(shown, talk=tuple(said for said in shown.talk if said.number > before or said.asks))

    told = notice.with_game_views(once)
    return replace(told, also=tuple(each.with_game_views(once) for each in notice.also)), heard


def _as_one(notices: list[Notice]) -> Notice:
    first, *others = _one_yes(_questions_first(_last_states(notices)))
    if not others:
        return first
    moments = [each.not_before for each in (first, *others)]
    when = None if None in moments else min(filter(None, moments))
    return replace(first, also=tuple(map(_without_question, others)), not_before=when)


def _last_states(notices: list[Notice]) -> list[Notice]:
    """Of several that tell how the same thing stands, the last."""
    kept: dict[object, Notice] = {}
    for notice in notices:
        thing = (type(notice), notice.game_id) if notice.as_it_stands else id(notice)
        earlier = kept.pop(thing, None)
        kept[thing] = notice.after(earlier) if earlier else notice
    return list(kept.values())


def _questions_first(notices: list[Notice]) -> list[Notice]:
    """An answer is to the question that the mail asks, of which there is one: a yes before a choice of numbers."""
    return sorted(notices, key=lambda each: (not isinstance(each, ConfirmNotice), each.question is None))


def _one_yes(notices: list[Notice]) -> list[Notice]:
    """What a director decides in one mail is asked as one: a yes carries all of it out, and is asked for last."""
    asked = [each for each in notices if isinstance(each, AskedDecisionNotice)]
    if len(asked) < 2 or asked[0] is not notices[0]:
        return notices
    orders = tuple(each.asks for each in asked)
    whole = [replace(each, orders=orders, more_below=each is not asked[-1]) for each in asked]
    return [*whole, *(each for each in notices if not isinstance(each, AskedDecisionNotice))]


def _without_question(notice: Notice) -> Notice:
    """A yes would be to the first question: what else would need one is to be asked for again."""
    if notice.kind is not Kind.CONFIRM or notice.question is None:
        return notice
    if isinstance(notice, AskedDecisionNotice) and notice.orders:
        return notice
    facts: Facts = {"choices": list(filter(None, notice.question.options))}
    return RefusedNotice(to=notice.to, answers=notice.answers, code="one_question", facts=facts)
