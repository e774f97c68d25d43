"""Text records out of DNS, by whatever name servers the machine is set up with."""

# Nobody waits any longer for a key.
_SECONDS = 2.0


def text_record(name: str) -> bytes | None:
    """The one TXT record of a name; None where there is none, more than one, or nobody answers in time."""
    # Few commands ask DNS: the others are not to wait for the import.
    from dns.exception import DNSException  # noqa: PLC0415
    from dns.rdtypes.txtbase import TXTBase  # noqa: PLC0415
    from dns.resolver import resolve  # noqa: PLC0415

    try:
        answers = list(resolve(f"{name}.", "TXT", lifetime=_SECONDS))
    except (DNSException, OSError):
        return None
    records = [b"".join(answer.strings) for answer in answers if isinstance(answer, TXTBase)]
    return records[0] if len(records) == 1 else None
