"""Whose page it is: the tag in its address names one seat of one game, and is the secret."""

from dataclasses import dataclass
from datetime import timedelta

from pbem.actions.request import Server
from pbem.actions.who import player_of
from pbem.i18n import Language, language
from pbem.mail.tags import Purpose
from pbem.model import Game, Player
from pbem.render.phrases import Phrases
from pbem.work import ReadWork

PATH = "/play/"
_GOOD_AFTER_THE_END = timedelta(days=30)


@dataclass(frozen=True, slots=True)
class SeatLink:
    """A good link, and what it opens."""

    tag: str
    player: Player
    game: Game
    seat: int

    @property
    def path(self) -> str:
        return PATH + self.tag

    @property
    def speech(self) -> Language:
        return language(self.player.language)

    @property
    def phrases(self) -> Phrases:
        return Phrases(self.speech, html=True)

    @property
    def my_turn(self) -> bool:
        return self.game.state.turn == self.seat

    @property
    def plays(self) -> bool:
        """Whether the seat has turns to come."""
        return not self.game.state.over and not self.game.state.seats[self.seat].resigned

    @property
    def plans_ahead(self) -> bool:
        """Whether what is chosen now waits for the seat's turn."""
        return self.plays and not self.my_turn


def open_link(server: Server, work: ReadWork, tag: str) -> SeatLink | None:
    """What the tag opens, if it is good for anything: the player still has the seat, and the end is not long ago."""
    claim = server.tags.read(Purpose.PLAY, tag)
    player = player_of(work, claim)
    game = work.game(claim.game) if claim and claim.game else None
    if player is None or game is None or player.banned or player.is_forgotten:
        return None
    seat = game.seat_of(player.id)
    if seat is None or (game.state.over and work.now - work.changed_at(game.id) > _GOOD_AFTER_THE_END):
        return None
    return SeatLink(tag, player, game, seat)
