"""What a mail of one kind says besides what all of them say: values for its template."""

from typing import NamedTuple, TypeAlias

from pbem.notices import (
    BounceNotice,
    EndedNotice,
    HelpNotice,
    InviteNotice,
    PressNotice,
    RefusedNotice,
    RulesNotice,
    Sheet,
    StartedNotice,
    StatusNotice,
)
from pbem.render.board import Player, players
from pbem.render.manual import commands, orders
from pbem.render.page import Page, standing
from pbem.render.race import race_of
from pbem.render.refusals import why
from pbem.render.rulebook import rules_at_length, rules_in_short
from pbem.render.voice import Voice

Details: TypeAlias = dict[str, object]

RACE_ID = "race@pbem"
# What these codes come with is the writer's own text, not an order that was understood.
_UNREAD = ("unreadable", "ambiguous")


class Summary(NamedTuple):
    """One of the reader's games, in a line or two."""

    number: str
    score: str
    state: str


def details(page: Page) -> Details:
    """The values that this kind's template asks for."""
    voice, language = page.voice, page.language
    match page.notice:
        case StartedNotice(sheet=Sheet() as sheet):
            return {"rules": rules_in_short(language, sheet.view.edition)}
        case RulesNotice(edition=edition):
            return {"chapters": rules_at_length(language, edition)}
        case HelpNotice():
            return {"orders": orders(language), "commands": commands(language)}
        case RefusedNotice() as refused:
            return _refused(page, refused)
        case StatusNotice(games=games, waiting_for=names):
            waiting_for = voice.fill(", ").join(map(voice.isolated, names))
            return {"games": [_summary(voice, sheet) for sheet in games], "waiting_for": waiting_for}
        case EndedNotice(record=record):
            return _ended(page, record)
        case PressNotice(author=name) | BounceNotice(player=name):
            return {"name": voice.isolated(name)}
        case InviteNotice() as invite:
            return {"terms": _terms(voice, invite)}
    return {}


def _refused(page: Page, refused: RefusedNotice) -> Details:
    read = refused.code not in _UNREAD
    return {
        "read": read,
        "understood": page.spoken(refused.understood) if read else refused.understood,
        "reason": why(page.voice, refused.code, refused.facts),
    }


def _summary(voice: Voice, sheet: Sheet) -> Summary:
    number = voice.isolated(f"#{sheet.game_id}")
    return Summary(number, standing(voice, players(sheet)), _state(voice, sheet))


def _state(voice: Voice, sheet: Sheet) -> str:
    if sheet.view.turn is None:
        return voice.say("The game is over")
    if sheet.my_turn:
        return voice.say("Your turn")
    return voice.say("It is the turn of %(name)s.", name=voice.isolated(sheet.names[sheet.view.turn]))


def _terms(voice: Voice, invite: InviteNotice) -> list[str]:
    """Under which terms an invitation invites."""
    names = voice.fill(", ").join(map(voice.isolated, invite.names))
    lines = [
        voice.say("%(name)s invites you to a game of Splendor by mail.", name=voice.isolated(invite.host)),
        voice.say("At the table: %(names)s.", names=names),
        voice.say("Edition %(edition)s is in force.", edition=invite.edition),
    ]
    if invite.free_hours is not None:
        lines.append(
            voice.say(
                "Time for a turn: %(free)s hours, and %(bank)s hours in reserve for the whole game.",
                free=invite.free_hours,
                bank=invite.bank_hours or 0,
            )
        )
    return lines


def _ended(page: Page, record: str) -> Details:
    assert page.board
    headers = dict(line.partition(": ")[::2] for line in record.partition("\n\n")[0].splitlines())
    race = race_of(record)
    return {
        "verdict": _verdict(page),
        "final": sorted(page.board.players, key=lambda player: player.rank),
        "race": race,
        "race_id": RACE_ID,
        "race_in_words": page.voice.say(
            "How the points grew, round by round. At the end: %(points)s.", points=page.score
        ),
        "secret": headers.get("Secret", ""),
        "record_name": record_name(page),
    }


def record_name(page: Page) -> str:
    """The file name of the record."""
    assert page.sheet
    return f"splendor-{page.sheet.game_id}.txt"


def _verdict(page: Page) -> str:
    """Who won, and how."""
    assert page.board
    voice, view = page.voice, page.board.view
    best = [player for player in page.board.players if player.rank == 1]
    names = voice.fill(", ").join(voice.isolated(player.name) for player in best)
    points = voice.points(best[0].seat.points)
    if view.awarded:
        return voice.say("The director gave the game to %(names)s.", names=names)
    if len(best) > 1:
        return voice.say("%(names)s share the victory with %(points)s each.", names=names, points=points)
    if rival := _beaten_by_cards(page.board.players, best[0]):
        return voice.say(
            "%(names)s won with %(points)s, as many as %(rival)s but with fewer cards.",
            names=names,
            points=points,
            rival=voice.isolated(rival.name),
        )
    return voice.say("%(names)s won with %(points)s.", names=names, points=points)


def _beaten_by_cards(players: tuple[Player, ...], best: Player) -> Player | None:
    same = [each for each in players if each.rank > 1 and not each.seat.resigned]
    return next((each for each in same if each.seat.points == best.seat.points), None)
