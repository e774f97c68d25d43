"""`pbem verify`: check a game's record, with nothing but the record."""

from pathlib import Path

import click

from engine import InvalidRecord, parse_record
from pbem.cli.options import json_option, print_json, unread_config_option


@click.command()
@click.argument("record", type=click.Path(path_type=Path, dir_okay=False))
@unread_config_option
@json_option
def verify(record: Path, as_json: bool) -> None:
    """Recompute the commitment, the deal and every position; say `verified`, or the first line that does not fit."""
    try:
        parsed = parse_record(record.read_text(encoding="utf-8", errors="replace"))
    except InvalidRecord as error:
        if as_json:
            print_json({"verified": False, "line": error.line, "reason": error.reason})
        raise click.ClickException(f"{record}: {error}") from error
    if as_json:
        print_json({"verified": True, "game": parsed.game, "orders": len(parsed.entries)})
    else:
        click.echo(f"verified: game {parsed.game}, {len(parsed.entries)} lines")
