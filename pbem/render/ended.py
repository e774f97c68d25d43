"""The end of a game: who won and how, its race in points, and its record."""

from pbem.mail.compose import Attachment
from pbem.notices import EndedNotice
from pbem.render.board import ShownPlayer
from pbem.render.chart import race_of, race_picture
from pbem.render.games import looked_back
from pbem.render.page import Page

_RACE_ID = "race@pbem"


def ended_details(page: Page, notice: EndedNotice) -> dict[str, object]:
    """What the template asks for."""
    assert page.board
    headers = dict(line.partition(": ")[::2] for line in notice.record.partition("\n\n")[0].splitlines())
    return {
        "verdict": _verdict(page),
        "final": sorted(page.board.players, key=lambda player: player.rank),
        "race": race_of(notice.record),
        "race_id": _RACE_ID,
        "race_in_words": page.phrases.say(
            "How the points grew, round by round. At the end: %(points)s.", points=page.score
        ),
        "secret": headers.get("Secret", ""),
        "record_name": _record_name(page),
        "analysis": looked_back(page, notice.analysis),
    }


def ended_files(page: Page, notice: EndedNotice) -> tuple[Attachment, ...]:
    """The record, and the picture of the race."""
    record = Attachment(_record_name(page), 'text/plain; charset="utf-8"', notice.record.encode())
    race = race_of(notice.record)
    return (record, Attachment("race.png", "image/png", race_picture(race), _RACE_ID)) if race else (record,)


def _record_name(page: Page) -> str:
    """The file name of the record."""
    assert page.game_view
    return f"splendor-{page.game_view.game_id}.txt"


def _verdict(page: Page) -> str:
    """Who won, and how."""
    assert page.board
    phrases, view = page.phrases, page.board.view
    best = [player for player in page.board.players if player.rank == 1]
    names = phrases.listed(player.name for player in best)
    points = phrases.points(best[0].seat.points)
    if view.awarded:
        return phrases.say("The director gave the game to %(names)s.", names=names)
    if len(best) > 1:
        return phrases.say("%(names)s share the victory with %(points)s each.", names=names, points=points)
    if rival := _beaten_by_cards(page.board.players, best[0]):
        return phrases.say(
            "%(names)s won with %(points)s, as many as %(rival)s but with fewer cards.",
            names=names,
            points=points,
            rival=phrases.isolated(rival.name),
        )
    return phrases.say("%(names)s won with %(points)s.", names=names, points=points)


def _beaten_by_cards(players: tuple[ShownPlayer, ...], best: ShownPlayer) -> ShownPlayer | None:
    same = [each for each in players if each.rank > 1 and not each.seat.resigned]
    return next((each for each in same if each.seat.points == best.seat.points), None)
