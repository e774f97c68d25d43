"""What mail clients keep of HTML, from supported.toml."""

import tomllib

from tests.support.paths import TESTS

SUPPORTED = tomllib.loads((TESTS / "support" / "render" / "supported.toml").read_text("utf-8"))
TAGS, ATTRIBUTES, PROPERTIES = (set(SUPPORTED[name].split()) for name in ("tags", "attributes", "properties"))
