"""Which mails in the junk folder are players' own."""

from pbem.actions.request import Server
from pbem.actions.who import player_of
from pbem.mail.address import answer_marks
from pbem.mail.letter import read_letter
from pbem.mail.tags import Purpose
from pbem.ports import Delivery
from pbem.store.store import SqlStore


def is_players(server: Server, store: SqlStore, header: bytes) -> bool:
    """A good key in the address, and a sender who is its owner: neither alone would do for what others call junk."""
    letter = read_letter(Delivery(header))
    with store.look() as visit:
        for mark in answer_marks(letter.recipients):
            player = player_of(visit, server.tags.read(Purpose.ANSWER, mark.tag))
            if player and letter.sender and letter.sender in (player.address, player.second_address):
                return True
    return False
