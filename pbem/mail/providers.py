"""Mail providers where strangers share a domain: what is proven of the domain says nothing about a mailbox."""

from pbem.mail.toml_data import toml_data

_TABLE = toml_data("providers")
_DOMAINS = frozenset(_TABLE["domains"])
_FAMILIES = frozenset(_TABLE["families"])


def is_shared(domain: str) -> bool:
    """Whether the domain, or one above it, is a public provider's."""
    labels = domain.lower().rstrip(".").split(".")
    above = (".".join(labels[start:]) for start in range(len(labels)))
    return labels[0] in _FAMILIES or any(each in _DOMAINS for each in above)
