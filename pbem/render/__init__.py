"""From a notice to a mail: text and HTML in the reader's language."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pbem.render.mails import Attachment, Links, Rendered, render

__all__ = ["Attachment", "Links", "Rendered", "render"]


def __getattr__(name: str) -> Any:
    """A page that wants a phrase or a style sheet does not wait for all that mails are made of."""
    if name not in __all__:
        raise AttributeError(name)
    from pbem.render import mails  # noqa: PLC0415

    return getattr(mails, name)
