from __future__ import annotations

import getpass
import os
import tempfile

from ._errors import HinterlandError


def run_folder() -> str:
    """A folder of the user alone: whoever could write there could answer in the worker's name."""
    home = os.environ.get("HINTERLAND_RUN") or os.path.join(tempfile.gettempdir(), f"hinterland-{_user()}")
    os.makedirs(home, mode=0o700, exist_ok=True)
    about = os.stat(home)
    # On Windows the folder for temporary files is the user's own.
    if hasattr(os, "getuid") and (about.st_uid != os.getuid() or about.st_mode & 0o022):
        raise HinterlandError("worker_failed", f"{home} is not a folder of this user alone. Name another one in HINTERLAND_RUN.")
    return home


def _user() -> str:
    return str(os.getuid()) if hasattr(os, "getuid") else getpass.getuser()


def worker_environment() -> dict[str, str]:
    """Of a worker: without HINTERLAND_HOME it keeps what it fetches in that folder, and not where the process happens to be."""
    return {**os.environ, "HINTERLAND_HOME": os.environ.get("HINTERLAND_HOME") or run_folder()}
