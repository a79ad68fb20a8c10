from __future__ import annotations

import importlib
import importlib.util
import os
import re
import shlex
import shutil
from collections.abc import Sequence
from pathlib import Path

from ._errors import HinterlandError


_ADDRESS = re.compile(r"(s3|https?|file)://")


def is_address(territory: str) -> bool:
    """Whether a territory is named by an address, from which the command fetches it, and not by a folder."""
    return _ADDRESS.match(territory) is not None


def start_seconds(territory: str, seconds: float) -> float:
    """Patience with a start: a territory that comes by its address is fetched first."""
    return 6 * 3600 if is_address(territory) else seconds


def command_line(given: Sequence[str] | None = None, territory: str = ".") -> list[str]:
    """
    The command of Hinterland: as given, from HINTERLAND_COMMAND, of the package hinterland-program, `hinterland` in the PATH, or that of a checkout that the
    territory or the working directory lies in.
    """
    if given is not None:
        return list(given)
    if os.environ.get("HINTERLAND_COMMAND"):
        return split_command(os.environ["HINTERLAND_COMMAND"])
    if importlib.util.find_spec("hinterland_program") is not None:
        return list(importlib.import_module("hinterland_program").command())
    found = shutil.which("hinterland")
    if found is not None:
        return [found]
    program = _of_checkout(territory)
    node = shutil.which("node")
    if program is None or node is None:
        raise HinterlandError(
            "no_command",
            'There is no command hinterland in the PATH, and no built checkout with Node.js above here. Install it by pip install "hinterland[local]", name it in '
            'HINTERLAND_COMMAND, such as "node /path/to/project/apps/cli/bin/hinterland.js", or pass command=[…].',
        )
    return [node, program]


def split_command(text: str) -> list[str]:
    """Splits a command as a shell does. On Windows a backslash is part of a path."""
    if os.name != "nt":
        return shlex.split(text)
    return [part[1:-1] if part[:1] == part[-1:] == '"' else part for part in shlex.split(text, posix=False)]


def _of_checkout(territory: str) -> str | None:
    starts = [Path.cwd(), *([] if is_address(territory) else [Path(territory).absolute()])]
    for start in starts:
        for folder in (start, *start.parents):
            program = folder / "apps" / "cli" / "bin" / "hinterland.js"
            if program.is_file() and (folder / "apps" / "cli" / "dist").is_dir():
                return str(program)
    return None
