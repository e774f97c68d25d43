"""A plain yes or no: to a league, where the answered mail is of one, else to an invitation."""

from pbem.actions.leagues import answers as to_league
from pbem.actions.lobby import answers as to_invitation
from pbem.actions.request import Request
from pbem.commands.values import Command
from pbem.notices import Notice


def yes(request: Request, command: Command) -> list[Notice]:
    """Agree to what the mail asks that is answered."""
    return to_league.yes(request) if to_league.is_to_league(request) else to_invitation.yes(request, command)


def no(request: Request, command: Command) -> list[Notice]:
    """Say no to it."""
    return to_league.no(request, command) if to_league.is_to_league(request) else to_invitation.no(request, command)
