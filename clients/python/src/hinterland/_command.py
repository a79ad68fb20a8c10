from __future__ import annotations

import os
import shlex
import shutil
from collections.abc import Sequence

from ._errors import HinterlandError


def command_line(given: Sequence[str] | None = None) -> list[str]:
    """The command of Hinterland: as given, from HINTERLAND_COMMAND, or `hinterland` in the PATH."""
    if given is not None:
        return list(given)
    if os.environ.get("HINTERLAND_COMMAND"):
        return shlex.split(os.environ["HINTERLAND_COMMAND"])
    found = shutil.which("hinterland")
    if found is None:
        raise HinterlandError(
            "no_command",
            "There is no command hinterland in the PATH. Name it in HINTERLAND_COMMAND, such as "
            '"node /path/to/project/apps/cli/bin/hinterland.js", or pass command=[…].',
        )
    return [found]
