"""What the organiser says of people's data, from a file of theirs."""

from starlette.exceptions import HTTPException

from pbem.config import Config
from pbem.web.pages import Shown, Visit, Visitor


def privacy(config: Config, _visit: Visit, _who: Visitor) -> Shown:
    """The text of `[web] privacy_file`, a paragraph for each part between empty lines."""
    if not config.web.privacy_file:
        raise HTTPException(404)
    try:
        text = config.path(config.web.privacy_file).read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise HTTPException(404) from error
    paragraphs = [" ".join(part.split()) for part in text.split("\n\n") if part.strip()]
    return Shown("privacy.html", {"paragraphs": paragraphs})
