"""`pbem help`: what `--help` shows, for those who look for it here."""

import click

from pbem.cli.options import json_option, print_json, unread_config_option


@click.command("help")
@click.argument("words", metavar="[COMMAND]...", nargs=-1)
@unread_config_option
@json_option
@click.pass_context
def show_help(context: click.Context, words: tuple[str, ...], as_json: bool) -> None:
    """Show what a command does and what it takes, as its --help does."""
    asked = context.find_root()
    for word in words:
        group = asked.command
        if not isinstance(group, click.Group):
            raise click.UsageError(f"{asked.command_path} has no commands of its own")
        _, command, _ = group.resolve_command(asked, [word])
        assert command
        asked = click.Context(command, info_name=word, parent=asked, help_option_names=asked.help_option_names)
    if as_json:
        print_json({"help": asked.get_help()})
    else:
        click.echo(asked.get_help())
