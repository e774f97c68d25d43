"""What a table is called by those who play there."""

from dataclasses import replace

from pbem.actions.games.telling import told
from pbem.actions.names import LONGEST_NAME, advertises, tidy
from pbem.actions.request import Refused, Request
from pbem.commands.lexicon import lexicon, phrase
from pbem.commands.values import AnyCommand, Command
from pbem.model import Game
from pbem.notices import Notice


def call_table(request: Request, game: Game, seat: int, command: AnyCommand) -> list[Notice]:
    """A name that stands in subjects and lists, for everybody at the table; `off`: none any more."""
    assert isinstance(command, Command)
    wanted = tidy(command.argument)
    if lexicon().switches.get(phrase(wanted)) is False:
        wanted = ""
    if len(wanted) > LONGEST_NAME:
        raise Refused("name_length", limit=LONGEST_NAME)
    if advertises(wanted):
        raise Refused("name_is_address")
    game = replace(game, title=wanted)
    request.work.save_title(game)
    if not wanted:
        return [told(request.work, game, seat, "unnamed", request)]
    return [told(request.work, game, seat, "named", request, name=wanted)]
