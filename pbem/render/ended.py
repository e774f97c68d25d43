"""The end of a game: who won and how, its race in points, and its record."""

from pbem.mail.compose import Attachment
from pbem.notices import EndedNotice
from pbem.notices.games import RatingNews
from pbem.render.board import ShownPlayer
from pbem.render.chart import race_of, race_picture
from pbem.render.lookback import looked_back
from pbem.render.page import Page

_RACE_ID = "race@pbem"


def ended_details(page: Page, notice: EndedNotice) -> dict[str, object]:
    """What the template asks for."""
    assert page.board
    headers = dict(line.partition(": ")[::2] for line in notice.record.partition("\n\n")[0].splitlines())
    return {
        "verdict": _verdict(page),
        "how": _how(page),
        "void": _void(page, notice),
        "rating": _rating(page, notice.rating),
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


def _void(page: Page, notice: EndedNotice) -> str:
    """Why the game does not count, if it does not."""
    if not notice.never_moved:
        return ""
    names = page.phrases.listed(notice.never_moved)
    return page.phrases.say("The game does not count, because these players never moved: %(names)s.", names=names)


def _verdict(page: Page) -> str:
    """Who won; "you" where it is the reader."""
    assert page.board
    phrases, best = page.phrases, _best(page)
    names, points = phrases.joined(player.name for player in best), phrases.points(best[0].seat.points)
    if len(best) > 1:
        return phrases.say("%(names)s share the victory with %(points)s each.", names=names, points=points)
    if best[0].mine:
        return phrases.say("You won with %(points)s", points=points)
    return phrases.say("%(name)s won with %(points)s", name=names, points=points)


def _how(page: Page) -> str:
    """What decided."""
    assert page.board
    phrases, view, best = page.phrases, page.board.view, _best(page)
    names = phrases.joined(player.name for player in best)
    if view.awarded:
        return phrases.say("The director awarded the game to %(names)s.", names=names)
    others = [each for each in page.board.players if each.rank > 1 and not each.seat.resigned]
    if len(best) > 1 or not others:
        return ""
    second = min(others, key=lambda player: player.rank)
    rival, margin = phrases.isolated(second.name), best[0].seat.points - second.seat.points
    if not margin:
        return phrases.say("As many points as %(rival)s, but fewer cards.", rival=rival)
    return phrases.say(
        "%(margin)s ahead of %(name)s, in round %(round)d.",
        margin=phrases.points(margin),
        name=rival,
        round=view.round,
    )


def _best(page: Page) -> list[ShownPlayer]:
    assert page.board
    return [player for player in page.board.players if player.rank == 1]


def _rating(page: Page, rating: RatingNews | None) -> str:
    """What the game did to the reader's rating."""
    phrases = page.phrases
    if rating is None:
        return ""
    if rating.games < rating.needed:
        return phrases.say(
            "Rated games so far: %(count)d; you get a rating after %(needed)d.",
            count=rating.games,
            needed=rating.needed,
        )
    points, change = phrases.isolated(rating.points), phrases.isolated(f"{rating.change:+d}")
    if rating.computers:
        return phrases.say("Your rating against computers: %(points)s (%(change)s).", points=points, change=change)
    return phrases.say("Your rating: %(points)s (%(change)s).", points=points, change=change)
