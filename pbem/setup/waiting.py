"""What somebody at a terminal sees while a mail is under way: one line, which goes away again."""

import sys

import click


def waiting(seconds: float | None) -> None:
    """For how long we have been waiting; None: no longer. A pipe sees nothing."""
    if sys.stderr.isatty():
        text = "" if seconds is None else f"{'':8} waiting for a mail to itself … {seconds:.0f} s"
        click.echo(f"\r\x1b[K{text}", nl=False, err=True)
