"""Why something can't be done: each refusal with its code, its message and the facts that this needs."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from engine import Code
from engine.errors import Facts
from pbem.i18n.language import N_

_FACT = re.compile(r"%\((\w+)\)s")


@dataclass(frozen=True, slots=True)
class Refusal:
    """A reason for which nothing was changed."""

    code: str
    message: str
    example: str = ""
    """What to write instead, as a canonical line; it is shown in the reader's own words."""

    @property
    def needs(self) -> frozenset[str]:
        """The facts without which it can't be said."""
        return frozenset(_FACT.findall(self.message)) - {"example"}

    def check(self, facts: Facts) -> None:
        """A fact that is missing is a mistake of ours: it is found when the refusal is made, not when it is read."""
        if missing := self.needs - facts.keys():
            raise ValueError(f"the refusal {self.code} lacks {', '.join(sorted(missing))}")


_ORDERS: Mapping[str, str] = {
    Code.GAME_OVER: N_("The game is over."),
    Code.NOT_A_GEM_SET: N_(
        "You may take up to three gems of different colours, or two of one colour, but not these: %(gems)s."
    ),
    Code.GOLD_NEVER_TAKEN: N_("Gold can't be taken; it comes only with a reserved card."),
    Code.BANK_HAS_TOO_FEW: N_("The bank has too few tokens of this colour: %(colour)s (%(has)s)."),
    Code.NEEDS_FOUR_FOR_TWO: N_(
        "Two of one colour may be taken only while the bank has at least four of it: %(colour)s (%(has)s)."
    ),
    Code.MUST_TAKE_MORE: N_("You named %(taken)s; in this edition you must take %(must)s different gems."),
    Code.HAND_FULL: N_("You hold %(reserved)s reserved cards already, and %(limit)s is the limit."),
    Code.NOT_ON_TABLE: N_("This card is not on the table: %(card)s."),
    Code.DECK_EMPTY: N_("The deck of level %(level)s is empty."),
    Code.CARD_NOT_FOR_SALE: N_("This card is neither on the table nor among your reserved cards: %(card)s."),
    Code.CANNOT_AFFORD: N_(
        "You can't afford card %(card)s. It would cost you: %(price)s. You are short of: %(missing)s. Your gold: "
        "%(gold)s."
    ),
    Code.GOLD_CHOICE_NEEDED: N_(
        "Gold must stand for what you are short of: %(missing)s. Name those colours, or leave gold out and we choose."
    ),
    Code.GOLD_NOT_HELD: N_("You have less gold than that: %(has)s, not %(wanted)s."),
    Code.GOLD_NOT_NEEDED: N_("That is more gold than the price needs of this colour: %(colour)s (%(price)s)."),
    Code.MUST_RETURN: N_("You would hold %(tokens)s tokens, and 10 is the limit. To return: %(excess)s."),
    Code.RETURNS_TOO_MANY: N_(
        "You return more than you need to. You would hold %(tokens)s tokens; to return: %(excess)s."
    ),
    Code.RETURNS_NOT_HELD: N_("You would not have that many tokens of this colour to return: %(colour)s (%(has)s)."),
    Code.NOBLE_CHOICE_NEEDED: N_("Several nobles would come. Say which: %(nobles)s."),
    Code.NOBLE_NOT_A_CHOICE: N_("This noble would not come: %(noble)s."),
    Code.MUST_NOT_PASS: N_("You may pass only when nothing else is possible."),
    Code.NOT_CANONICAL: N_("We can't read a move in these colours: %(colours)s."),
    Code.SEAT_NOT_IN_PLAY: N_("This player is no longer in the game."),
    Code.NO_MOVE_TO_TAKE_BACK: N_("There is no move of yours that could be taken back."),
    Code.SHOWN_SINCE: N_("A card was turned up or drawn since you moved, so the move can't be taken back."),
    "gold_count": N_("This card can't be bought with that much gold. Gold needed: %(least)s to %(most)s."),
    "place_empty": N_("There is no card at place %(place)s."),
    "place_changed": N_("There is another card at place %(place)s now. You meant card %(then)s."),
    "noble_gone": N_("That noble is no longer on the table."),
    "no_such_place": N_("There is no place %(place)s."),
    "unreadable": N_("We couldn't find a move in this."),
    "no_text": N_(
        "Your email has no text that we can read, only a file, a picture or something encrypted. Please reply "
        "again in plain text; in Outlook: Format Text, then Plain Text."
    ),
    "ambiguous": N_("This can be read in more than one way."),
    "incomplete": N_("This can be done in more than one way. Which do you mean?"),
    "hints_off": N_("There are no hints in game #%(game)s."),
    "stale": N_("You have moved since the email you answered, so nothing was done."),
    "went_on": N_("The game has moved on since that email, so your move was not played."),
    "lost_mail": N_(
        "We no longer recognise the email you answered, and the game has moved on. Please answer from the board below."
    ),
    "not_your_turn": N_("It is not your turn."),
    "not_yours": N_("You aren't playing in this game."),
    "no_such_game": N_("There is no such game."),
    "game_running": N_("Game #%(game)s is still being played."),
    "no_game": N_("You are not in any games at the moment."),
    "which_game": N_("You're in several games. Say which one, for example: %(example)s"),
}

_TABLES: Mapping[str, str] = {
    "options_unread": N_("We didn't understand this: %(words)s. Nothing was changed."),
    "options_contrary": N_("This contradicts what you said before it: %(words)s. So nothing was changed."),
    "bad_seats": N_("A game has 2, 3 or 4 players, not %(seats)s."),
    "too_many_invited": N_("The table has %(seats)s seats; with your guests there would be %(invited)s players."),
    "own_address": N_("You sit at the table already and need not invite yourself."),
    "invited_twice": N_("You named this address twice: %(address)s."),
    "already_invited": N_("This address has been invited to the table before: %(address)s."),
    "cannot_invite": N_("We can't invite this address: %(address)s."),
    "too_many_invitations": N_(
        "You've reached today's limit for inviting new people (%(limit)s). You can still invite people you have "
        "played with."
    ),
    "too_many_tables": N_("You already have as many tables waiting for players as we allow: %(limit)s."),
    "unknown_bot": N_("There is no computer player called %(bot)s. These play here: %(bots)s."),
    "unknown_edition": N_("There is no edition %(edition)s. Choose one of these: %(editions)s."),
    "bad_time": N_("The time must be between %(least)s and %(most)s hours; you asked for %(hours)s."),
    "word_too_long": N_("A word for the shuffle can't be longer than this many letters: %(limit)s."),
    "not_host": N_("Only the host can invite to table #%(game)s: %(host)s."),
    "no_table": N_("None of your tables is waiting for players. To open one, write, for example: %(example)s"),
    "which_table": N_("Several of your tables are waiting for players. Say which one, for example: %(example)s"),
    "table_settled": N_(
        "Table #%(game)s is open already. You can still add addresses and computer players, nothing else."
    ),
    "no_invitation": N_("There is no invitation for you to answer."),
    "which_invitation": N_("Several invitations are waiting for your answer. Say which one, for example: %(example)s"),
    "invitation_over": N_("The invitation to game #%(game)s is no longer open."),
    "unreadable_answer": N_("We could not read an answer to the invitation in this. You can write: %(choices)s"),
    "seat_taken": N_("Somebody else has taken the seat in game #%(game)s by now."),
    "table_full": N_("All seats of game #%(game)s are taken."),
    "already_seated": N_("You sit at table #%(game)s already."),
    "not_invited": N_("Table #%(game)s is only for people its host has invited."),
    "game_started": N_("Game #%(game)s has begun already."),
    "not_started": N_("Game #%(game)s has not begun yet."),
    "no_open_table": N_("There is no table with a free seat now. To open one, write, for example: %(example)s"),
    "leave_running": N_("Game #%(game)s has begun. To leave it for good, write: %(example)s"),
    "own_game": N_("You're playing in game #%(game)s yourself, so you can't watch it as well."),
    "too_many_watchers": N_("All places for spectators are taken: %(limit)s."),
    "not_watching": N_("You aren't watching game #%(game)s."),
    "which_number": N_("Say which game you mean, by its number, for example: %(example)s"),
}

_TALK: Mapping[str, str] = {
    "nothing_said": N_("There was nothing to pass on. Write it after the word, for example: %(example)s"),
    "too_long": N_("This is too long: %(length)s characters, and %(limit)s is the limit."),
    "talk_over": N_("Game #%(game)s has been over for more than %(days)s days, so nobody would hear this."),
    "said_enough": N_("You've reached today's limit of %(limit)s messages. Please go on tomorrow."),
    "silenced": N_("Nothing that you say is passed on: the organiser has muted you. You can play as before."),
    "nothing_to_report": N_("Nobody else has said anything to you in game #%(game)s."),
    "private_talk_off": N_("In game #%(game)s you can only talk to the whole table. To do that, write: %(example)s"),
    "no_such_name": N_("Nobody here is called %(name)s. You can name: %(names)s."),
    "which_name": N_("Several people match that: %(names)s. Please write the whole name."),
}

_AGREEMENTS: Mapping[str, str] = {
    "not_in_leagues": N_("In league games this is up to the directors."),
    "question_open": N_("A question by %(name)s is still open at this table. One question at a time, please."),
    "asked_too_often": N_("You can ask your table %(limit)s things a day. You can ask again tomorrow."),
    "asked_before": N_("You have already asked to take this move back, and it stands."),
    "nothing_asked_here": N_("There is no open question at this table that this could answer."),
    "own_question": N_("This is your own question: the others answer it. To withdraw it, write: %(example)s"),
    "no_such_vote": N_("You can vote for one of these: %(choices)s."),
    "no_such_gift": N_("You can give between one hour and %(limit)s days at a time, for example: %(example)s"),
    "waited_enough": N_("Between two moves a player can be given %(limit)s days in all."),
    "given_enough": N_("You've reached today's limit for giving time: %(limit)s times."),
    "no_such_rest": N_("A game can be paused until a day within the next %(limit)s days, for example: %(example)s"),
    "later_than_that": N_("Your time runs out before then, so the reminder would come too late."),
}

_PEOPLE: Mapping[str, str] = {
    "paused": N_("Game #%(game)s is paused, so this was not played. Please send it again when the game goes on."),
    "no_such_days": N_("We could not read these days. Write them like this: %(example)s"),
    "vacation_in_the_past": N_("A vacation can't begin in the past, nor end before it begins."),
    "vacation_too_long": N_("You have fewer days of vacation left in %(year)s than that: %(left)s."),
    "too_many_commands": N_(
        "One email may ask for %(limit)s things. The rest of yours was not done (%(count)s): %(choices)s. Please "
        "send it again."
    ),
    "too_many_games": N_("You're already in the most games allowed at a time: %(limit)s. Leagues don't count."),
    "too_many_new": N_("You've reached today's limit of new games: %(limit)s. Tomorrow you can begin more."),
    "options_too_long": N_("The description of a table may have at most %(limit)s characters."),
    "one_question": N_("We ask one thing at a time. To have this done as well, ask for it again: %(choices)s."),
    "enough_for_now": N_(
        "So many emails came in your name that we'll be quiet until %(until)s. Your games are safe: every legal "
        "move is still played and answered."
    ),
    "banned": N_("You can't play on this server any more. The organiser can tell you why."),
    "no_such_language": N_("We don't speak that language. We speak: %(languages)s."),
    "no_such_timezone": N_("We don't know this time zone: %(zone)s. Did you mean this? %(example)s"),
    "no_such_hours": N_("We could not read these hours. Write them like this: %(example)s"),
    "no_such_stand_in": N_("When your time runs out, one of these can happen, nothing else: %(choices)s."),
    "no_such_receipts": N_("Your moves can be confirmed in one of these ways: %(choices)s."),
    "no_such_remarks": N_("Remarks next to a move can be treated in one of these ways: %(choices)s."),
    "no_such_delay": N_("Write how many minutes, at most %(limit)s, like this: %(example)s"),
    "no_such_bell": N_("A bell needs an https address with a host name. Write it like this: %(example)s"),
    "no_such_year": N_("This can't be the year in which you were born. Write it like this: %(example)s"),
    "no_such_address": N_("This can't be your second address: %(address)s."),
    "asked_enough": N_("You can't name any more second addresses today; the limit is %(limit)s a day."),
    "name_length": N_("A name has at least one letter and at most %(limit)s."),
    "name_is_address": N_("A name can't be an address, a link or a phone number: others would see it."),
    "name_is_ours": N_("You can't be called %(name)s: that is one of our command words."),
    "name_taken": N_("Somebody else at your table is called %(name)s. Please choose another name."),
    "no_such_player": N_("We don't know anybody called %(name)s."),
    "nothing_asked": N_("There is no open question that this could answer."),
    "question_over": N_("That question is no longer open. If you still want something, write it again."),
}

_DIRECTING: Mapping[str, str] = {
    "admins_only": N_("Only a director can do this."),
    "no_operators_page": N_("There is no page to open: public_url is not set in [web]."),
    "name_the_game": N_("Say which game, for example: %(example)s"),
    "already_paused": N_("Game #%(game)s is paused already."),
    "not_paused": N_("Game #%(game)s is not paused."),
    "no_such_extension": N_("Say how much time, at most %(limit)s hours, for example: %(example)s"),
    "which_player": N_("Several players are called %(name)s (%(count)s). Give the address of one."),
    "cannot_play": N_("%(name)s can't take a seat: they have stopped, been banned, or never confirmed."),
    "sits_there": N_("%(name)s sits in game #%(game)s already."),
    "already_banned": N_("%(name)s is banned already."),
    "not_banned": N_("%(name)s is not banned."),
}

_LEAGUES: Mapping[str, str] = {
    "which_league": N_("You could mean any of these leagues: %(leagues)s. Say which one."),
    "no_such_league": N_("There is no league called %(league)s. There are: %(leagues)s."),
    "no_open_league": N_("No league is open for entries now. To see all leagues, write: %(example)s"),
    "entries_closed": N_("Entries to this league are closed: %(league)s. The next season will be announced."),
    "already_entered": N_("You have entered this league already: %(league)s."),
    "not_a_member": N_("That doesn't apply to any league you are in."),
    "left_already": N_("You have left this league already: %(league)s."),
    "no_table_yet": N_("There are no standings yet, because the first season has not begun: %(league)s."),
    "no_protest": N_("No standings are provisional now, so there is nothing to protest against."),
    "protested_enough": N_(
        "You've already protested as often as allowed: %(limit)s times. The directors have every protest."
    ),
    "reason_missing": N_("Say why, at the end of the line: because …"),
    "ruling_unread": N_("We could not read that decision. The guide for directors lists the words."),
    "own_ruling": N_("You can't rule on a game that you played in: #%(game)s. Another director can."),
    "own_case": N_("Nobody decides about themselves. Another director can."),
    "name_all": N_("Name everyone at the table, from first to last: %(names)s."),
    "name_two": N_("Name two people, with a comma between them."),
    "no_such_case": N_("There is no such case. Number of cases in this season: %(count)s."),
    "which_case": N_("Each league counts its cases by itself. Say which one: %(choices)s"),
    "no_penalty": N_("%(name)s has no penalty."),
    "points_decide_nothing": N_(
        "Points decide nothing here: in a cup and on a ladder only matches do. You can rule a game, or expel somebody."
    ),
    "directors_unread": N_("We couldn't read an order in this. Directors write one in a line, such as: %(choices)s"),
    "decided_against": N_("You said no, so this is not done: %(choices)s"),
    "protests_heard": N_("Protests are heard until %(until)s. After that the season can be signed off: %(league)s."),
    "season_signed_off": N_("The season has been signed off; a director would have to reopen it first: %(league)s."),
    "not_gone": N_("%(name)s was not expelled and has not left."),
    "expelled_here": N_("%(name)s was expelled from this league."),
    "rule_fixed": N_("This can't be changed in a running season: %(option)s. These can: %(names)s."),
    "not_in_this_phase": N_("This can't be done in this part of the season: %(league)s."),
    "league_paused": N_("The league is paused already: %(league)s."),
    "teams_full": N_("%(league)s is full: there is room for %(limit)s teams."),
    "league_rests": N_("All games are paused. Resume them first: %(league)s."),
    "league_not_paused": N_("The league is not paused: %(league)s."),
    "nothing_to_reopen": N_(
        "There is no season to reopen: none is signed off, or a later draw depends on it (%(league)s)."
    ),
    "nothing_to_undo": N_("There is no decision to undo: %(league)s."),
    "rests_on_it": N_(
        "That can't be undone, because a later decision depends on it: %(word)s, line %(line)s of the log. Make "
        "the opposite decision instead."
    ),
    "no_director": N_("%(name)s does not direct this league."),
    "waits_already": N_("You are on the waiting list already: %(league)s."),
    "league_option": N_("We could not read this: %(option)s %(value)s."),
    "league_range": N_("%(value)s is not possible here: %(option)s %(least)s–%(most)s."),
    "league_choice": N_("%(option)s is one of these: %(names)s."),
    "too_few_here": N_(
        "%(league)s has not been started: too few would play at tables of %(seats)s. These have not checked in: "
        "%(names)s."
    ),
    "league_name": N_("A league's name has at least one letter and at most %(limit)s."),
    "league_exists": N_("There is a league of this name whose season is not over: %(league)s."),
    "start_in_the_past": N_("A season can't begin in the past."),
    "season_started": N_("The season has begun already: %(league)s."),
    "pause_from_later": N_("A pause begins at once, and no later. Ask for it on the day when it is to begin."),
    "not_to_be_signed_off": N_(
        "A season can be signed off once all games are over and the time for protests is up: %(league)s."
    ),
    "format_unfit": N_("This means nothing in this format (%(format)s): %(option)s."),
    "format_part": N_("The parts don't fit together (%(format)s): %(option)s would have to be %(words)s."),
    "parts_unread": N_("The file of parts can't be read: %(words)s."),
    "parts_missing": N_("The parts file needs this: %(option)s."),
    "parts_unknown": N_("The parts file has something we don't know: %(words)s. We know: %(names)s."),
    "entry_invitation": N_("This competition is by invitation: its directors enter people (%(league)s)."),
    "entry_word": N_("You need the password to enter. Write it after the name: enter %(league)s word …"),
    "entries_not_open": N_("Entries open on %(date)s: %(league)s."),
    "entry_least": N_("This competition asks for more (%(league)s): %(option)s %(least)s. You have: %(value)s."),
    "no_ladder": N_("You are on no ladder that takes challenges at the moment."),
    "challenge_above": N_("%(name)s is below you. You can challenge: %(names)s."),
    "challenge_reach": N_("%(name)s is too far above you: at most %(reach)s rungs. You can challenge: %(names)s."),
    "challenge_busy": N_("%(name)s has a challenge or a game already. You can challenge: %(names)s."),
    "challenge_me_busy": N_("You have a challenge or a game already. One at a time."),
    "challenge_nobody": N_("There is nobody whom you can challenge now."),
    "team_name": N_(
        "Name your team and its members, as in: enter Nordic team Dragons: Anna, Bo. At most %(limit)s letters."
    ),
    "team_exists": N_("There is a team of this name already: %(name)s."),
    "team_size": N_(
        "A team has %(least)s to %(most)s members, you among them, each named once; this one has %(value)s."
    ),
    "team_member": N_("%(name)s is in this competition already."),
    "no_captain": N_("Only the captain of a team can say who plays."),
    "nobody_left": N_("Your team has no free board, or nobody to take one: %(names)s."),
    "plays_there": N_("%(name)s is already playing in this season, so they can't have this place as well."),
    "own_substitute": N_("Nobody can be their own substitute: %(name)s."),
}

_MESSAGES: Mapping[str, str] = {**_ORDERS, **_TABLES, **_TALK, **_AGREEMENTS, **_PEOPLE, **_DIRECTING, **_LEAGUES}

# What to write instead, as a canonical line; it is shown in the reader's own words.
_EXAMPLES: Mapping[str, str] = {
    "no_open_league": "league",
    "which_game": "#%(first)s help",
    "no_table": "new 3 invite a@example.org",
    "which_table": "#%(first)s invite a@example.org",
    "which_invitation": "accept %(first)s",
    "no_open_table": "open 3",
    "leave_running": "#%(first)s resign",
    "which_number": "watch 42",
    "nothing_said": "say …",
    "own_question": "disagree",
    "no_such_gift": "give 72h Anna",
    "no_such_rest": "pause 2027-01-05",
    "private_talk_off": "say …",
    "no_such_days": "vacation 2026-12-20 to 2027-01-03",
    "no_such_timezone": "timezone %(nearest)s",
    "no_such_hours": "quiet 22-08",
    "no_such_delay": "second thoughts 10",
    "no_such_bell": "ping https://example.org/bell",
    "no_such_year": "born 1990",
    "name_the_game": "#42 pause",
    "no_such_extension": "#42 extend 24h",
}

REFUSALS: Mapping[str, Refusal] = {
    code: Refusal(code, message, _EXAMPLES.get(code, "")) for code, message in _MESSAGES.items()
}
