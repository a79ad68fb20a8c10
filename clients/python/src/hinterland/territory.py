"""Territories on this machine, by the command line of Hinterland."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence

from ._command import command_line
from ._errors import HinterlandError


def get(place: str, *options: str, command: Sequence[str] | None = None) -> None:
    """Makes a territory of a place from public data (`hinterland territory get PLACE`). Shows what it does as it goes."""
    done = subprocess.run([*command_line(command), "territory", "get", place, *options], check=False)
    if done.returncode != 0:
        raise HinterlandError("territory_failed", f"hinterland territory get {place} ended with code {done.returncode}.")
