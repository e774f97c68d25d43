"""The office: who we are, what we sign with, and the house rules, as the configuration says."""

import secrets
from datetime import timedelta

from pbem.bootstrap.secret import load_secret
from pbem.config import Config
from pbem.house import House
from pbem.mail.address import Tags
from pbem.mail.ours import Ours
from pbem.model import Terms
from pbem.pipeline import Office
from pbem.postroom import PostRoom


def make_office(config: Config) -> Office:
    """What the path of a mail needs, from the configuration and the secret."""
    server = config.server
    tags = Tags(load_secret(config.path(server.secret_file)))
    postroom = PostRoom(ours(config), tags, secrets.token_bytes)
    return Office(
        postroom, server.trusted_authserv_id, server.admins, server.language, server.timezone, make_house(config)
    )


def ours(config: Config) -> Ours:
    """Who we are in a mail."""
    server, web = config.server, config.web
    pages = web.public_url.rstrip("/") if web.listen else ""
    return Ours(server.address, server.name, server.plus_addressing, pages)


def make_house(config: Config) -> House:
    """The house rules."""
    play = config.play
    terms = Terms(
        free_hours=play.free_hours,
        bank_hours=play.bank_hours,
        weekends_off=play.weekends_off,
        on_timeout=play.on_timeout,
        private_talk=play.private_talk,
        grace_hours=play.grace_hours,
        bot_minutes=play.bot_minutes,
        hints=play.hints,
    )
    return House(
        edition=play.edition,
        terms=terms,
        reminders=play.reminders,
        stand_in=play.stand_in,
        vacation_days=play.vacation_days,
        unreachable=timedelta(hours=play.unreachable_hours),
        invitations_hold=timedelta(days=play.invitation_days),
        invitations_a_day=play.invitations_a_day,
        remarks_a_day=play.remarks_a_day,
    )
