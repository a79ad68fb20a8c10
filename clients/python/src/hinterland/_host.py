"""One `hinterland work` per host, territory and version, whatever the number of processes that ask it."""

from __future__ import annotations

import errno
import hashlib
import os
import socket
import subprocess
import time
from collections.abc import Sequence

from ._command import command_line, is_address, start_seconds
from ._door import connected, door_options, lock, own_session
from ._errors import HinterlandError
from ._home import run_folder, worker_environment

_START_SECONDS = 180
#: Errors of a disk that another attempt meets again.
_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EFBIG)


def connect_on_host(folder: str, command: Sequence[str] | None, threads: int | None, idle_seconds: float) -> socket.socket:
    """
    Connects to the worker of this host for a territory. The first process starts it under a lock; it belongs to no process, and leaves
    when nobody was connected for a while. A new version of the territory has another one. Throws HinterlandError where it cannot start,
    also for want of room on the disk.
    """
    try:
        return _connect(run_folder(), folder, command, threads, idle_seconds)
    except OSError as error:
        if error.errno not in _NO_ROOM:
            raise
        raise HinterlandError("worker_failed", f"The files of a worker cannot be written on this host ({socket.gethostname()}): {error}.") from error


def _connect(home: str, folder: str, command: Sequence[str] | None, threads: int | None, idle_seconds: float) -> socket.socket:
    name = _name(folder, threads)
    path = os.path.join(home, name)
    found = connected(path)
    if found is not None:
        return found
    with open(f"{path}.lock", "w", encoding="utf-8") as file:
        lock(file)
        found = connected(path)
        if found is not None:
            return found
        extra = [] if threads is None else ["--threads", str(threads)]
        line = [*command_line(command, folder), "work", "--territory", folder, *door_options(path), "--idle-seconds", str(idle_seconds), *extra]
        # Its output is in a file, and its session its own: a pipe would keep its starter waiting, and signals to that would end it.
        with open(f"{path}.log", "wb") as log:
            process = subprocess.Popen(
                line, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=worker_environment(), **own_session()
            )
        try:
            with open(f"{path}.pid", "w", encoding="utf-8") as pid:
                pid.write(str(process.pid))
        except OSError:
            # Nobody would find it, and each attempt would start another one.
            process.kill()
            raise
        patience = start_seconds(folder, _START_SECONDS)
        until = time.monotonic() + patience
        while time.monotonic() < until:
            found = connected(path)
            if found is not None:
                return found
            if process.poll() is not None:
                with open(f"{path}.log", encoding="utf-8", errors="replace") as said:
                    raise HinterlandError("worker_failed", f"The worker did not start: {said.read().strip()[-2000:]}")
            time.sleep(0.02)
        process.kill()
        raise HinterlandError("worker_failed", f"The worker did not start within {patience} seconds.")


def _name(folder: str, threads: int | None) -> str:
    """
    Ends with a digest of the folder and of its manifest, which names the version of each family of data; of an address with a version,
    whose content never changes. Hosts would fetch the newest at different times, and answer with different versions.
    """
    if is_address(folder):
        if "@" not in folder.rsplit("/", 1)[-1]:
            raise HinterlandError("no_territory", f"{folder} has no version: on several hosts name one, such as {folder}@2026-10.")
        return _digested(f"{folder}\0{threads}".encode())
    manifest = os.path.join(folder, "manifest.json")
    try:
        with open(manifest, "rb") as file:
            content = file.read()
    except FileNotFoundError:
        raise HinterlandError("no_territory", f"There is no territory in {folder} on this host ({socket.gethostname()}).") from None
    return _digested(f"{os.path.realpath(folder)}\0{threads}\0".encode() + content)


def _digested(key: bytes) -> str:
    # The path of a Unix socket has about a hundred characters at most.
    return f"work-{hashlib.sha256(key).hexdigest()[:16]}"
