"""One `hinterland work` per host, territory and version, whatever the number of processes that ask it."""

from __future__ import annotations

import fcntl
import hashlib
import os
import socket
import subprocess
import tempfile
import time
from collections.abc import Sequence

from ._command import command_line
from ._errors import HinterlandError

_START_SECONDS = 180


def connect_on_host(folder: str, command: Sequence[str] | None, threads: int | None, idle_seconds: float) -> socket.socket:
    """
    Connects to the worker of this host for a territory. The first process starts it under a lock; it belongs to no process, and leaves
    when nobody was connected for a while. A new version of the territory has another one.
    """
    home = _home()
    name = _name(folder, threads)
    path = os.path.join(home, name)
    found = _connected(path)
    if found is not None:
        return found
    with open(f"{path}.lock", "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        found = _connected(path)
        if found is not None:
            return found
        extra = [] if threads is None else ["--threads", str(threads)]
        line = [*command_line(command), "work", "--territory", folder, "--socket", path, "--idle-seconds", str(idle_seconds), *extra]
        # Its output is in a file, and its session its own: a pipe would keep its starter waiting, and signals to that would end it.
        with open(f"{path}.log", "wb") as log:
            process = subprocess.Popen(line, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True)
        with open(f"{path}.pid", "w", encoding="utf-8") as file:
            file.write(str(process.pid))
        until = time.monotonic() + _START_SECONDS
        while time.monotonic() < until:
            found = _connected(path)
            if found is not None:
                return found
            if process.poll() is not None:
                with open(f"{path}.log", encoding="utf-8", errors="replace") as said:
                    raise HinterlandError("worker_failed", f"The worker did not start: {said.read().strip()[-2000:]}")
            time.sleep(0.02)
        process.kill()
        raise HinterlandError("worker_failed", f"The worker did not start within {_START_SECONDS} seconds.")


def _home() -> str:
    """A folder of the user alone: whoever could write there could answer in the worker's name."""
    home = os.environ.get("HINTERLAND_RUN") or os.path.join(tempfile.gettempdir(), f"hinterland-{os.getuid()}")
    os.makedirs(home, mode=0o700, exist_ok=True)
    about = os.stat(home)
    if about.st_uid != os.getuid() or about.st_mode & 0o022:
        raise HinterlandError("worker_failed", f"{home} is not a folder of this user alone. Name another one in HINTERLAND_RUN.")
    return home


def _name(folder: str, threads: int | None) -> str:
    """Ends with a digest of the folder and of its manifest, which names the version of each family of data."""
    manifest = os.path.join(folder, "manifest.json")
    try:
        with open(manifest, "rb") as file:
            content = file.read()
    except FileNotFoundError:
        raise HinterlandError("no_territory", f"There is no territory in {folder} on this host ({socket.gethostname()}).") from None
    key = f"{os.path.realpath(folder)}\0{threads}\0".encode() + content
    # The path of a Unix socket has about a hundred characters at most.
    return f"work-{hashlib.sha256(key).hexdigest()[:16]}"


def _connected(path: str) -> socket.socket | None:
    connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        connection.connect(path)
    except OSError:
        connection.close()
        return None
    return connection
