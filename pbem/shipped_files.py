"""Where the pages and the example lie: beside the packages in a clone, inside ours in a wheel."""

from pathlib import Path

_PACKAGE = Path(__file__).parent


def document(name: str) -> Path:
    """A file such as `docs/operate.md` or `config.example.toml`, wherever it was installed to."""
    packed = _PACKAGE / "share" / name
    return packed if packed.exists() else _PACKAGE.parent / name


def benchmarks() -> Path:
    """The folder that `benchmarks` is imported from."""
    return document("benchmarks").parent
