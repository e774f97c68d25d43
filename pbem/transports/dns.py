"""Records out of DNS, by whatever name servers the machine is set up with."""

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


def service_record(name: str) -> tuple[str, int] | None:
    """Host and port that an SRV record tells (RFC 2782); None where there is none, or it says that there is none."""
    from dns.exception import DNSException  # noqa: PLC0415
    from dns.rdtypes.IN.SRV import SRV  # noqa: PLC0415
    from dns.resolver import resolve  # noqa: PLC0415

    try:
        answers = list(resolve(f"{name}.", "SRV", lifetime=_SECONDS))
    except (DNSException, OSError):
        return None
    records = sorted(
        (each for each in answers if isinstance(each, SRV)), key=lambda each: (each.priority, -each.weight)
    )
    host = records[0].target.to_text(omit_final_dot=True) if records else ""
    return (host, records[0].port) if host.strip(".") else None
