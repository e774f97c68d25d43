"""The manual page, from the table of the commands; `python -m pbem.cli.table` writes both."""

from collections.abc import Iterator

from pbem.cli import SECTIONS
from pbem.cli.tree import Facts, read_table


def manual() -> str:
    """In the language of man(7)."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    yield '.TH PBEM 1 "" pbem "Splendor by email"'
    yield from (".SH NAME", r"pbem \- Splendor by email: a correspondence game server that needs one mailbox")
    yield from (".SH SYNOPSIS", r"\fBpbem\fP \fICOMMAND\fP [\fIOPTIONS\fP] [\fIARGUMENTS\fP]")
    yield from (".SH DESCRIPTION", _plain("Every command takes --config FILE (or PBEM_CONFIG) and --json."))
    yield _plain("Errors are one line on stderr and exit code 1, wrong usage is exit code 2.")
    table = read_table()
    for title, names in SECTIONS.items():
        yield f".SH {_plain(title.upper())}"
        for name in names:
            yield from _command(f"pbem {name}", table[name])
    yield from (".SH ENVIRONMENT", ".TP", r"\fBPBEM_CONFIG\fP", "The configuration file.")
    yield from (".TP", r"\fBPBEM_SECTION__KEY\fP", "Any value of the configuration, such as PBEM_IMAP__PASSWORD_FILE.")
    yield from (".TP", r"\fBNO_COLOR\fP", "No colours.")


def _command(path: str, facts: Facts) -> Iterator[str]:
    if "commands" in facts:
        for name, more in facts["commands"].items():
            yield from _command(f"{path} {name}", more)
        return
    yield from (".SS", rf"\fB{_plain(path)}\fP {_plain(' '.join(facts['usage']))}")
    yield _plain(" ".join(str(facts["help"]).split()))
    for left, right in facts["options"]:
        yield from (".TP", rf"\fB{_plain(left)}\fP", _plain(right) or r"\&")


def _plain(text: str) -> str:
    """A dash is a dash that can be copied, and no line is taken for a request."""
    escaped = text.replace("\\", r"\e").replace("-", r"\-")
    return rf"\&{escaped}" if escaped[:1] in (".", "'") else escaped
