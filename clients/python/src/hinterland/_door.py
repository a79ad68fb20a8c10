"""The way to a worker: a Unix socket, or a loopback port with a token where the system has no such sockets (Windows)."""

from __future__ import annotations

import json
import os
import socket
import subprocess
from typing import IO, Any

#: Of a port that refuses.
_CONNECT_SECONDS = 10


def has_sockets() -> bool:
    """Whether workers listen on Unix sockets; HINTERLAND_LOOPBACK=1 takes ports also where there are such."""
    return hasattr(socket, "AF_UNIX") and os.environ.get("HINTERLAND_LOOPBACK") != "1"


def door_options(path: str) -> list[str]:
    """Options of `hinterland work` that listens there."""
    return ["--socket" if has_sockets() else "--port-file", path]


def connected(path: str) -> socket.socket | None:
    """A connection to the worker that listens there; None where none does."""
    if has_sockets():
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            connection.connect(path)
        except OSError:
            connection.close()
            return None
        return connection
    try:
        with open(path, encoding="utf-8") as file:
            door = json.load(file)
        found = socket.create_connection(("127.0.0.1", door["port"]), _CONNECT_SECONDS)
        found.settimeout(None)
        found.sendall(f"{door['token']}\n".encode())
    except (OSError, ValueError):
        return None
    return found


def own_session() -> dict[str, Any]:
    """Options of a process that outlives its starter, and that signals to that do not end."""
    if os.name == "nt":
        return {"creationflags": getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0) | getattr(subprocess, "DETACHED_PROCESS", 0)}
    return {"start_new_session": True}


def lock(file: IO[str]) -> None:
    """Waits for a file that one process holds at a time; closing it gives it back."""
    try:
        import fcntl
    except ImportError:
        import msvcrt

        file.seek(0)
        while True:
            try:
                getattr(msvcrt, "locking")(file.fileno(), getattr(msvcrt, "LK_LOCK"), 1)  # noqa: B009
                return
            except OSError:
                continue  # It gives up after ten seconds; a start may take longer.
    fcntl.flock(file, fcntl.LOCK_EX)
