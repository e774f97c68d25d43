"""Which mailbox an address reaches, however it is spelled: what is counted is counted by it."""

from pbem.mail.toml_data import toml_data

_TABLE = toml_data("providers")
_DOTLESS = frozenset(_TABLE["dotless"])
_ALIASES: dict[str, str] = _TABLE["aliases"]
# `co.uk`, `com.pl`: the part below a country's that nobody owns alone.
_LONGEST_SHARED_LABEL = 3
_COUNTRY = 2


def mailbox(address: str) -> str:
    """One spelling for all that reach the same: case, `+detail`, dots that a provider ignores, names beyond ASCII."""
    local, _, domain = address.strip().rpartition("@")
    domain = _ascii(domain.rstrip(".").lower())
    domain = _ALIASES.get(domain, domain)
    plain = local.strip('"').partition("+")[0] or local
    plain = plain.replace(".", "") if domain in _DOTLESS else plain
    return f"{plain.lower()}@{domain}"


def organisation(address: str) -> str:
    """The domain under which all mail of the address's owners lies, as far as its form tells."""
    labels = mailbox(address).rpartition("@")[2].split(".")
    of_country = len(labels[-1]) == _COUNTRY and len(labels) > _COUNTRY
    deep = of_country and len(labels[-2]) <= _LONGEST_SHARED_LABEL
    return ".".join(labels[-3 if deep else -2 :])


def _ascii(domain: str) -> str:
    """As DNS has it (RFC 5891); what has no such form stays as it is."""
    try:
        return domain.encode("idna").decode()
    except UnicodeError:
        return domain
