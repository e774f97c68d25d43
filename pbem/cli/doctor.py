"""`pbem doctor`: checks everything that the server needs, one line each."""

import asyncio
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import asdict
from pathlib import Path

import click

from pbem.cli.options import config_option, json_option, print_json
from pbem.cli.setup.doctor import examine
from pbem.cli.setup.finding import Finding, Outcome, Patient, failed, waiting
from pbem.cli.setup.round_trip import PATIENCE
from pbem.config import Config, load_config
from pbem.errors import ConfigError, PbemError
from pbem.model.time import system_clock
from pbem.server.tokens import tokens_shared
from pbem.unseen import escaped

_COLOURS = {Outcome.OK: "green", Outcome.WARNING: "yellow", Outcome.FAILED: "red"}


@click.command()
@click.option("--send", is_flag=True, help="Send itself a mail, too: does it come, with what stands after the plus?")
@config_option
@json_option
def doctor(send: bool, config_path: Path, as_json: bool) -> None:
    """Check configuration, mailbox, relay, files, database, clock and disk; nothing is changed."""
    findings = asyncio.run(_examined(config_path, send, quiet=as_json))
    if as_json:
        print_json([asdict(finding) for finding in findings])
    wrong = [finding.check for finding in findings if finding.state is Outcome.FAILED]
    if wrong:
        raise PbemError(f"{len(wrong)} of {len(findings)} checks failed: {', '.join(wrong)}")


async def _examined(config_path: Path, send: bool, quiet: bool) -> list[Finding]:
    """What was found, shown as it is found."""
    findings: list[Finding] = []

    def show(finding: Finding) -> None:
        findings.append(finding)
        if send:
            waiting(None)
        if not quiet:
            state = click.style(f"{finding.state:<8}", fg=_COLOURS[finding.state])
            click.echo(escaped(finding.line).replace(f"{finding.state:<8}", state, 1))

    try:
        config = load_config(config_path)
    except ConfigError as error:
        show(failed("config", str(error)))
        return findings
    patience = PATIENCE if send else 0
    with _tokens(config) as config:
        async for finding in examine(Patient(config_path, config, system_clock(), send, waiting, patience)):
            show(finding)
    return findings


@contextmanager
def _tokens(config: Config) -> Iterator[Config]:
    """With those that the servers share; where their database can't be reached, another check says so."""
    with ExitStack() as stack:
        with suppress(PbemError):
            config = stack.enter_context(tokens_shared(config))
        yield config
