from __future__ import annotations

import importlib
import importlib.util
import os
import re
import shlex
import shutil
from collections.abc import Sequence

from ._errors import HinterlandError


_ADDRESS = re.compile(r"(s3|https?|file)://")


def is_address(territory: str) -> bool:
    """Whether a territory is named by an address, from which the command fetches it, and not by a folder."""
    return _ADDRESS.match(territory) is not None


def start_seconds(territory: str, seconds: float) -> float:
    """Patience with a start: a territory that comes by its address is fetched first."""
    return 6 * 3600 if is_address(territory) else seconds


def command_line(given: Sequence[str] | None = None) -> list[str]:
    """The command of Hinterland: as given, from HINTERLAND_COMMAND, of the package hinterland-program, or `hinterland` in the PATH."""
    if given is not None:
        return list(given)
    if os.environ.get("HINTERLAND_COMMAND"):
        return shlex.split(os.environ["HINTERLAND_COMMAND"])
    if importlib.util.find_spec("hinterland_program") is not None:
        return list(importlib.import_module("hinterland_program").command())
    found = shutil.which("hinterland")
    if found is None:
        raise HinterlandError(
            "no_command",
            'There is no command hinterland in the PATH. Install it by pip install "hinterland[local]", name it in HINTERLAND_COMMAND, such as '
            '"node /path/to/project/apps/cli/bin/hinterland.js", or pass command=[…].',
        )
    return [found]
