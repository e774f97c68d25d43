"""Forms as browsers send them, small and plain."""

from urllib.parse import parse_qs

from starlette.exceptions import HTTPException
from starlette.requests import Request

_LARGEST = 1 << 20


async def form(request: Request) -> dict[str, str]:
    """The fields of a form; of a field that comes twice, the first."""
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > _LARGEST:
            raise HTTPException(413)
    fields = parse_qs(body.decode("utf-8", "replace"), keep_blank_values=True)
    return {name: values[0] for name, values in fields.items()}


def local_path(path: str, otherwise: str = "/") -> str:
    """Where to go after a form: a path of this site, never another's."""
    return path if path.startswith("/") and path[1:2] not in ("/", "\\") and path.isprintable() else otherwise
