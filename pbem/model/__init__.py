"""What the server knows, as plain values."""

from pbem.model.games import (
    Answer,
    Game,
    GameStatus,
    Gathering,
    Holder,
    Invitation,
    LedgerLine,
    NewGame,
    Remark,
    Seating,
)
from pbem.model.leagues import Fixture, League, LeagueRules, Member, Protest, Rated, RatingChange, Season
from pbem.model.mails import DueMail, Kind, MailStatus, OutMail, Question, SentMail, StoredMail
from pbem.model.players import SWITCHES, Player, Shun, Shunned, Vacation
from pbem.model.running import BEAT_SECONDS, Backlog, Pulse, Spell, Trouble, Vitals, Waiting, Worker
from pbem.model.terms import Terms, TurnClock

__all__ = [
    "BEAT_SECONDS",
    "SWITCHES",
    "Answer",
    "Backlog",
    "DueMail",
    "Fixture",
    "Game",
    "GameStatus",
    "Gathering",
    "Holder",
    "Invitation",
    "Kind",
    "League",
    "LeagueRules",
    "LedgerLine",
    "MailStatus",
    "Member",
    "NewGame",
    "OutMail",
    "Player",
    "Protest",
    "Pulse",
    "Question",
    "Rated",
    "RatingChange",
    "Remark",
    "Season",
    "Seating",
    "SentMail",
    "Shun",
    "Shunned",
    "Spell",
    "StoredMail",
    "Terms",
    "Trouble",
    "TurnClock",
    "Vacation",
    "Vitals",
    "Waiting",
    "Worker",
]
