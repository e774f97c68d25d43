"""What a mail says in sentences, as commands: a wish, a question, an order on the board that its writer sees."""

from pbem.actions.dispatch import game_view_in_question
from pbem.actions.games.asking import asks_for_nothing_known, known_answer, not_known, ordered_in_words, ordered_tables
from pbem.actions.games.play import withdraw_order
from pbem.actions.games.sentences import read_on_board
from pbem.actions.games.settling_in_words import settled_in_words
from pbem.actions.leagues.answers import in_words as answered_league
from pbem.actions.leagues.answers import told_again as league_told_again
from pbem.actions.leagues.directing import unread as directors_unread
from pbem.actions.lobby.hosting import ordered_by_host, shown_to_host
from pbem.actions.people.asked_by_name import asked_by_name, put_aside, with_aside
from pbem.actions.people.lesson import taught
from pbem.actions.people.remarks import asked_to_say
from pbem.actions.people.welcome import has_not_begun, in_words, is_invited, welcome_again
from pbem.actions.request import Refused, Request
from pbem.notices import Notice


def in_sentences(request: Request) -> Request | list[Notice]:
    """The first of these that it is: an answer in a lesson, a question that we can answer, a newcomer's wish.

    Else it is read again on the board, and is talk to be asked about, commands, or nothing.
    """
    if (lesson := taught(request)) is not None:
        return lesson
    if shown_table := shown_to_host(request):
        return shown_table
    request = ordered_by_host(request) or answered_league(request) or request
    found = asked_by_name(request)
    if not isinstance(found, Request):
        return found
    understood = _in_sentences(found)
    return with_aside(understood) if isinstance(understood, Request) else [*understood, *put_aside(found)]


def _in_sentences(request: Request) -> Request | list[Notice]:
    if not has_not_begun(request):
        request = ordered_tables(request) or request
    request = settled_in_words(request) or request
    if not is_invited(request) and (told := known_answer(request)):
        return [told]
    request = in_words(request) or ordered_in_words(request) or _on_board(request)
    told_instead = _without_orders(request)
    return request if told_instead is None else told_instead


def _on_board(request: Request) -> Request:
    """As it reads there; an order that it casts doubt on waits no longer."""
    request, doubted = read_on_board(request)
    for game, seat in doubted:
        withdraw_order(request.work, game, seat)
    return request


def _without_orders(request: Request) -> list[Notice] | None:
    """What comes of a mail that asks for nothing, or only for talk; None: it asks for something."""
    text, reading = request.mail.text, request.mail.reading
    if league := league_told_again(request):
        return league
    if not reading.commands and has_not_begun(request):
        return [welcome_again(request)]
    directing = not reading.commands and directors_unread(request)
    if directing and game_view_in_question(request, None) is None:
        return directing
    if reading.talk is not None and (asked_back := asked_to_say(request, reading.talk)) is not None:
        return asked_back
    if asks_for_nothing_known(request):
        return [not_known(request)]
    has_text = bool(text) or request.mail.letter.is_readable
    if reading.commands or (reading.problems and has_text):
        return None
    code = "unreadable" if has_text else "no_text"
    return [request.refused(Refused(code, game_view_in_question(request, None), text))]
