"""A bare Debian in a folder, for those ways to install that need one."""

import subprocess
from pathlib import Path

NEEDED = "ca-certificates,python3"


def debian(folder: Path, *packages: str) -> Path:
    """Made anew, with these packages beside the few that everything here needs."""
    included = ",".join([NEEDED, *packages])
    bootstrap = ["debootstrap", "--variant=minbase", f"--include={included}", "bookworm", str(folder)]
    subprocess.run(bootstrap, check=True, stdout=subprocess.DEVNULL)
    return folder
