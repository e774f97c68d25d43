"""First words with a stranger: what they asked is answered, and what they may do is offered at a tap."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from pbem.actions.games.asking import known_answer
from pbem.actions.lobby.joining import games
from pbem.actions.lobby.tables import invitation_facts
from pbem.actions.names import display_name, short_name
from pbem.actions.people.first_contact import shown
from pbem.actions.people.lesson import lesson
from pbem.actions.people.privacy import forget
from pbem.actions.questions import answer_to, open_question
from pbem.actions.request import ReadMail, Request, Server, reader
from pbem.commands.intents import (
    NOTHING,
    Intents,
    asks_for_company,
    guess_language,
    is_question,
    read_foreign,
    read_intents,
    read_invited,
    read_question,
)
from pbem.commands.lexicon import plain
from pbem.commands.read import parse
from pbem.commands.values import AnyCommand, Command, Move, name_of
from pbem.mail.quoted_mail import read_quoted_mail
from pbem.model import Answer, Kind, OpenTable, Player, SentMail
from pbem.model.players import first_name
from pbem.notices import Choice, HelpNotice, Invited, InviteNotice, Notice, Offer, Reader, RulesNotice, WelcomeNotice
from pbem.work import ReadWork

_MOST_OFFERS = 4
_MOST_TOLD = 2
_SEATS = (2, 4)
# What is done for somebody whose address is proven, without another question.
_AT_ONCE = frozenset((Choice.COMPUTER, Choice.LESSON, Choice.INVITE, Choice.JOIN, Choice.OPEN, Choice.LEAGUES))
_STOP = "stop"
_ANSWERS = {"yes": "accept", "no": "decline"}
_NODS = frozenset((*_ANSWERS, *_ANSWERS.values()))
_CANONICAL = "en"
_OF_RULES = "rule_"
_OF_INVITATIONS = frozenset(("friends", "open", "invited"))
"""What stands in many an answer to an invitation, and is asked for in none."""
_TELL_LITTLE = frozenset(("what", "how", "rules"))
_SAID_BESIDE_WISHES = frozenset(("what",))
_READING_ONLY = frozenset(("help", "rules", "all rules", "games"))


def intents_of(request: Request) -> Intents:
    """What the mail asks for in sentences; neither we nor the writer are people to be invited."""
    server, mail, player = request.server, request.mail, request.player
    # The subject of an answer is ours.
    subject = "" if request.writer.in_reply_to and mail.text else mail.letter.subject
    read = read_intents(f"{subject}\n\n{mail.text}", player.language)
    if not read and not mail.text and mail.letter.text:
        # Somebody handed on what a friend wrote, and wrote below it; whose addresses stand there is not known.
        read = replace(read_intents(mail.letter.text, player.language), addresses=())
    own = (player.address, mail.letter.sender.lower())
    others = tuple(each for each in read.addresses if each not in own and not server.ours.owns(each))
    wishes = read.wishes if others or not read.addresses else tuple(each for each in read.wishes if each != "friends")
    return replace(read, addresses=others, wishes=wishes)


def meet(request: Request) -> list[Notice]:
    """The answer to a mail of which nobody knows whether it is its writer's: what only reads is shown at once."""
    player, mail = request.player, request.mail
    intents = intents_of(request)
    commands = _clear_orders(mail, player, intents)
    names = {name_of(command) for command in commands}
    if not commands and intents.questions == ("rules",) and not intents.wishes and not _rule_asked(request):
        names = {"rules"}
    if _wants_no_mail(intents):
        return _never_again(request)
    shows = names and names <= _READING_ONLY
    return _shown_at_once(request, names) if shows else [_welcome(request, intents, commands)]


def read_at_once(request: Request) -> list[Notice] | None:
    """What a mail that may be forged asks for, where that only reads: its answer goes to whom it seems to come from."""
    commands = request.mail.reading.commands
    names = {name_of(command) for command in commands}
    if names == {"lesson"}:
        return lesson(request, commands[0])
    if names and names <= _READING_ONLY:
        return _shown_at_once(request, names)
    told = None if commands else known_answer(request)
    return [told] if told else None


def has_not_begun(request: Request) -> bool:
    """Whether the writer sits at no table, was at none that the mail is about, and runs nothing here."""
    writer, work = request.writer, request.work
    invited = writer.in_reply_to is not None and writer.in_reply_to.kind is Kind.INVITE
    about_game = writer.game_id is not None and not invited
    return not (about_game or work.games_of(writer.player_id) or request.is_director)


def is_invited(request: Request) -> bool:
    """Whether somebody who has not begun to play answers an invitation."""
    answered = request.writer.in_reply_to
    return answered is not None and answered.kind is Kind.INVITE and has_not_begun(request)


def in_words(request: Request) -> Request | None:
    """The same with what is asked for in sentences as a command, where it can be done at once."""
    answered = request.writer.in_reply_to
    to_invitation = answered is not None and answered.kind is Kind.INVITE
    if request.mail.reading.commands and not (to_invitation and _only_talks(request)):
        return None
    intents = intents_of(request)
    if _wants_no_mail(intents):
        return _reread(request, _STOP)
    if to_invitation:
        said = read_invited(request.mail.text, request.player.language)
        said = said or (None if "?" in request.mail.text else answer_to(request))
        # Nothing else is begun in answer to an invitation: the question may be what it invites to.
        if answered and said in _ANSWERS:
            return _reread(request, f"{_ANSWERS[said]} {answered.game_id}")
        language = read_foreign(request.mail.text, request.player.language)
        if answered and not said and language and language != _written_in(answered):
            return _reread(request, f"language {language}")
        return _reread(request, "") if said else None
    if intents.questions or not has_not_begun(request):
        return None
    invitations = request.work.invitations_to(request.player.id)
    if invitations and not {*intents.wishes} - _OF_INVITATIONS:
        # They mean the one that waits for their answer: nobody is seated elsewhere who did not ask for that by a tap.
        accepts = len(invitations) == 1 and read_invited(request.mail.text, request.player.language) == "yes"
        return _reread(request, f"accept {invitations[0].game_id}") if accepts else None
    if not intents.wishes:
        return None
    offer = next(_of_wish(request.work, request.player, intents.wishes[0], intents, request.mail.text), None)
    return _reread(request, offer.order) if offer and offer.choice in _AT_ONCE else None


def _written_in(answered: SentMail) -> str:
    return guess_language((read_quoted_mail(answered.mime).text,), "")


def _only_talks(request: Request) -> bool:
    """Whether all that was read is for people in a game, as who is invited is in none: `I'll pass`, `On holiday …`."""
    return all(isinstance(each, Move) or name_of(each) == "vacation" for each in request.mail.reading.commands)


def _wants_no_mail(intents: Intents) -> bool:
    """Whether that is all they want."""
    return intents.wishes[:1] == ("unsubscribe",)


def _reread(request: Request, order: str) -> Request:
    return replace(request, mail=replace(request.mail, reading=parse(order, _CANONICAL)))


def welcome_again(request: Request) -> Notice:
    """The answer to somebody who has not begun to play and asks for nothing that could be done at once.

    What they ordered before, and have not said yes to, is offered again.
    """
    intents, question = intents_of(request), open_question(request)
    if is_invited(request) and (invited := _invited_again(request, intents)):
        return invited
    if question is None:
        return _welcome(request, intents, ())
    request.work.close_question(question.key)
    first = parse(question.options[0], _CANONICAL).commands if question.options else ()
    return _welcome(request, intents, () if intents.wishes else first)


def _invited_again(request: Request, intents: Intents) -> Notice | None:
    """The invitation once more, where neither yes nor no was said to it and nothing asked that we can answer."""
    text, language = request.mail.text, request.player.language
    table = request.work.open_table(request.writer.game_id or 0)
    asks_us = is_question(text, language) or intents.questions or {*intents.wishes} - _OF_INVITATIONS
    if read_invited(text, language) == "later":
        why = Invited.LATER
    elif asks_for_company(text, language):
        why = Invited.COMPANY
    elif text and not asks_us:
        why = Invited.UNCLEAR
    else:
        return None
    if table is None:
        return None
    facts = invitation_facts(request.work, table, request.player)
    return InviteNotice(to=request.reader, table=facts, why=why, answers=request.message_id)


def too_late(request: Request) -> Notice | None:
    """What else there is, for somebody whose yes came when the table had begun without them."""
    answered, work, player = request.writer.in_reply_to, request.work, request.player
    if answered is None or answered.game_id is None or not is_invited(request):
        return None
    says_yes = {"accept", "yes"} & {*map(name_of, request.mail.reading.commands)}
    if not says_yes and read_invited(request.mail.text, player.language) != "yes":
        return None
    invitations = [each for each in work.invitations(answered.game_id) if each.player_id == player.id]
    if any(each.answer is not Answer.EXPIRED or each.seat is not None for each in invitations):
        return None
    return replace(_welcome(request, NOTHING, ()), told=(("late", "answer"),))


def no_seat_left(request: Request) -> Notice | None:
    """The same for somebody who has not begun to play, and sits down at a table that has none left."""
    joins = [each for each in request.mail.reading.commands if name_of(each) == "join" and each.game]
    if len(joins) != 1 or not has_not_begun(request):
        return None
    number = joins[0].game or 0
    table = request.work.open_table(number)
    is_gone = table is None and request.work.game(number) is not None
    if not is_gone and not (table and table.full and not _sits(table, request.player)):
        return None
    return replace(_welcome(request, NOTHING, ()), told=(("late", "seat"),))


def wants_silence(server: Server, work: ReadWork, address: str, text: str) -> bool:
    """Whether it only says once more what we have promised: not to write to this address again."""
    return work.left_alone(address) and _wants_no_mail(read_intents(text, server.language))


def _never_again(request: Request) -> list[Notice]:
    """The last mail to somebody who wants none; it carries nobody's tag, and of the address a fingerprint is kept."""
    player = request.player
    to = Reader(player.address, player.language, player.timezone)
    told = forget(request.work, request.server.house, replace(player, stopped=True))
    return [WelcomeNotice(to=to, told=(("unsubscribe", "answer"),), answers=request.message_id), *told]


def _clear_orders(mail: ReadMail, player: Player, intents: Intents) -> tuple[AnyCommand, ...]:
    """The commands of the mail, unless its sentences say more than those: a subject, or a command with words unread."""
    # A yes that answers nothing of ours is said to whoever told them of us: `I'm in. Invite Lea too, …`
    commands = tuple(each for each in mail.reading.commands if not _is_nod(each))
    in_text = parse(mail.text, player.language).commands
    if not intents.wishes:
        return commands if in_text or not (mail.text and intents.questions) else ()
    halves = any(
        isinstance(each, Command) and each.argument and text == each.name for each, text in shown(commands).items()
    )
    return commands if in_text and not halves else ()


def _is_nod(command: AnyCommand) -> bool:
    return isinstance(command, Command) and command.name in _NODS and not command.argument


def _shown_at_once(request: Request, names: set[str]) -> list[Notice]:
    to, answers = request.reader, request.message_id
    notices: list[Notice] = []
    if "games" in names:
        notices += games(request, Command("games"))
    if "help" in names:
        notices.append(HelpNotice(to=to, answers=answers))
    if names & {"rules", "all rules"}:
        # Whoever has not said yes gets no long mail.
        notices.append(RulesNotice(to=to, edition=request.server.house.edition, answers=answers))
    return notices


def _welcome(request: Request, intents: Intents, commands: tuple[AnyCommand, ...]) -> WelcomeNotice:
    work, player = request.work, request.player
    offers: dict[Choice, Offer] = {}
    intents = _with_rule(intents, request)
    for offer in _offers(work, player, intents, commands, request.mail.text):
        offers.setdefault(offer.choice, offer)
    chosen = tuple(islice(offers.values(), _MOST_OFFERS))
    return WelcomeNotice(
        to=replace(reader(player), name=short_name(player.name)),
        told=tuple(_told(intents, offers)),
        host=next((each.names[0] for each in chosen if each.choice is Choice.ACCEPT), ""),
        offers=chosen,
        named=player.name != display_name("", player.address, request.server.own_words),
        answers=request.message_id,
    )


def _with_rule(intents: Intents, request: Request) -> Intents:
    """The rule that is asked for, where nothing is that tells more of what they want."""
    rule = _rule_asked(request)
    # Whoever asks who is right names the other one, and invites nobody.
    wants_more = {*intents.wishes} - {"friends"} or intents.addresses or intents.seats
    if wants_more or {*intents.questions} - _TELL_LITTLE or not rule:
        return intents
    return replace(intents, wishes=(), questions=(rule,))


def _rule_asked(request: Request) -> str:
    asked = read_question(request.mail.text, request.player.language) or ""
    return asked if asked.startswith(_OF_RULES) else ""


def _told(intents: Intents, offers: dict[Choice, Offer]) -> Iterator[tuple[str, str]]:
    """What was asked is answered first, then what was wished for; what can't be had is said before all."""
    # A lesson tells the rules.
    asked = [each for each in intents.questions if each != "rules" or "lesson" not in intents.wishes]
    if intents.wishes and {*asked} <= _SAID_BESIDE_WISHES:
        # What is wished for says it better: `A friend told me of this, can I play the computer?`
        asked = []
    questions = [
        (name, "none" if name == "going" and Choice.JOIN not in offers else "answer") for name in asked[:_MOST_TOLD]
    ]
    match intents.wishes[:1]:
        case ("league",) if not {Choice.ENTER, Choice.LEAGUES} & offers.keys():
            yield "league", "none"
            yield from questions[: _MOST_TOLD - 1]
        case ("friends",) if Choice.INVITE in offers and {*asked} <= _TELL_LITTLE:
            yield "friends", "named"
            yield from questions[: _MOST_TOLD - 1]
        case ("open",) if not questions:
            yield "open", "answer" if Choice.JOIN in offers else "none"
        case (wish,) if not questions:
            yield wish, "answer"
        case _:
            yield from questions


def _offers(
    work: ReadWork, player: Player, intents: Intents, commands: tuple[AnyCommand, ...], text: str
) -> Iterator[Offer]:
    """What was asked for first, then what most people want."""
    if orders := "\n".join(shown(commands).values()):
        yield Offer(Choice.ORDERS, orders, tuple(orders.splitlines()))
    for invitation in work.invitations_to(player.id):
        host = work.player(invitation.host_id) if invitation.host_id else None
        yield Offer(Choice.ACCEPT, f"accept {invitation.game_id}", (short_name(host.name) if host else "",))
        yield Offer(Choice.DECLINE, f"decline {invitation.game_id}")
    for wish in (*intents.wishes, "computer", "lesson", "friends", "open"):
        yield from _of_wish(work, player, wish, intents, text)


def _of_wish(work: ReadWork, player: Player, wish: str, intents: Intents, text: str) -> Iterator[Offer]:
    match wish:
        case "computer":
            bots = min(intents.bots or 1, _SEATS[1] - 1)
            yield Offer(Choice.COMPUTER, " ".join(["new", str(bots + 1), *["bot"] * bots]), count=bots)
        case "lesson":
            yield Offer(Choice.LESSON, "lesson")
        case "friends" if intents.addresses:
            yield _invitation(intents)
        case "friends":
            yield Offer(Choice.FRIENDS, "new invite ")
        case "league":
            yield from _leagues(work, text)
        case "open":
            yield _table(work, player, intents)
        case "unsubscribe":
            yield Offer(Choice.STOP, _STOP)


def _invitation(intents: Intents) -> Offer:
    """A table for everyone who is named, and for as many more as were counted."""
    named = 1 + len(intents.addresses) + (intents.bots or 0)
    seats = min(max(named, intents.seats or 0), _SEATS[1])
    bots = ["bot"] * min(intents.bots or 0, seats - 1 - len(intents.addresses))
    order = " ".join(["new", str(seats), "invite", *intents.addresses, *bots])
    return Offer(Choice.INVITE, order, intents.addresses, len(bots))


def _leagues(work: ReadWork, text: str) -> Iterator[Offer]:
    leagues, said = work.leagues(), f" {plain(text)} "
    for league in leagues:
        if f" {plain(league.name)} " in said:
            yield Offer(Choice.ENTER, f"enter {league.name}", (league.name,))
    if leagues:
        yield Offer(Choice.LEAGUES, "league")


def _table(work: ReadWork, player: Player, intents: Intents) -> Offer:
    """The table that lacks fewest, the oldest of those; else one of their own."""
    tables = [each for each in work.open_tables() if each.public and not each.full and not _sits(each, player)]
    if not tables:
        seats = intents.seats if intents.seats in range(_SEATS[0], _SEATS[1] + 1) else 3
        return Offer(Choice.OPEN, f"open {seats}")
    table = min(tables, key=_lacks)
    names = tuple(short_name(first_name(holder.called)) for holder in table.holders)
    return Offer(Choice.JOIN, f"join {table.id}", names, _lacks(table))


def _lacks(table: OpenTable) -> int:
    return table.seats - len(table.holders)


def _sits(table: OpenTable, player: Player) -> bool:
    return any(holder.player_id == player.id for holder in table.holders)
