"""Messages in tables, which are translated only when they are said."""


def N_(message: str) -> str:  # noqa: N802 - gettext's own name for a message that is translated later
    """Mark a message for the catalogues."""
    return message
