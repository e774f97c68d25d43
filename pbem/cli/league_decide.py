"""`pbem league ruling`, `penalty`, `pause` …: what directors decide by mail, decided by the operator of the server."""

from contextlib import closing
from pathlib import Path

import click

from pbem.actions.leagues.decide import Decision, carry_out, consider
from pbem.actions.leagues.directing import DECISIONS
from pbem.cli.access import done_at_once, explained
from pbem.cli.options import config_option, json_option, print_json, print_lines
from pbem.config import load_config
from pbem.i18n import language
from pbem.notices import Decided
from pbem.posting import send
from pbem.render.decisions import decision as in_words
from pbem.render.phrases import Phrases
from pbem.server.assemble import make_server, open_store


def _command(decision: Decision) -> click.Command:
    """Shown with its effect and asked, unless --yes; done, logged and told by the same functions as by mail."""

    @click.argument("words", metavar=decision.takes, nargs=-1)
    @click.option("--because", metavar="TEXT", default="", help="Why; it is told to all whom it concerns.")
    @click.option("--yes", is_flag=True, help="Don't ask whether to go on.")
    @config_option
    @json_option
    def callback(words: tuple[str, ...], because: str, yes: bool, config_path: Path, as_json: bool) -> None:
        text = " ".join([*words, *(["because", because] if because else [])])
        _decide(decision, text, config_path, yes=yes, as_json=as_json)

    callback.__name__ = decision.word.replace("-", "_")
    return click.command(decision.word, help=decision.about)(callback)


def _decide(decision: Decision, text: str, config_path: Path, *, yes: bool, as_json: bool) -> None:
    config = load_config(config_path)
    with explained(), closing(open_store(config)) as store:
        server = make_server(config)
        with store.work() as work:
            decided = consider(work, server, None, decision, text)
        lines = _lines(decided)
        if not yes and decided.code != "signed off":
            click.echo("\n".join(lines), err=True)
            click.confirm("Is this what you want?", abort=True, err=True)
        mails = done_at_once(store, lambda work: send(server, work, carry_out(work, server, None, decision, text)[1]))
    if as_json:
        print_json({"done": lines, "mails": len(mails)})
    else:
        print_lines(lines)


def _lines(decided: Decided) -> list[str]:
    shown = in_words(Phrases(language("en")), decided)
    return [shown.sentence, *shown.words, *shown.changes]


def _function(command: click.Command) -> str:
    assert command.callback
    return command.callback.__name__


COMMANDS: tuple[click.Command, ...] = tuple(map(_command, DECISIONS))
# A command is found by the name of its function in this module.
globals().update({_function(each): each for each in COMMANDS})
