"""Offline as on Windows: without Unix sockets, users' numbers and file locks of Unix. Not run on Windows itself."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

import hinterland as hl
from conftest import COMMAND, Demo
from hinterland import _command

PLACES = [{"lat": -36.2, "lng": -151.7}, {"lat": -36.19, "lng": -151.69}]


@pytest.fixture
def windows(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delattr(os, "getuid")
    monkeypatch.delattr(socket, "AF_UNIX")
    monkeypatch.setitem(sys.modules, "fcntl", None)
    monkeypatch.setenv("HINTERLAND_RUN", str(tmp_path / "run"))


def test_local_answers_by_a_loopback_port(demo: Demo, offline: hl.Client, request: pytest.FixtureRequest) -> None:
    expected = offline.isochrone(PLACES, minutes=[5])
    request.getfixturevalue("windows")
    with hl.local(demo.folder, command=COMMAND) as client:
        found = client.isochrone(PLACES, minutes=[5])
    assert found.equals(expected)


def test_a_connection_without_the_token_gets_nothing(demo: Demo, tmp_path: Path) -> None:
    path = tmp_path / "door"
    worker = subprocess.Popen([*COMMAND, "work", "--territory", demo.folder, "--port-file", str(path)], stderr=subprocess.PIPE, text=True)
    try:
        assert worker.stderr is not None and "Working on" in worker.stderr.readline()
        assert path.stat().st_mode & 0o077 == 0
        port = json.loads(path.read_text())["port"]
        for said in (b"0" * 64 + b"\n", b"GET / HTTP/1.1\r\n\r\n" * 4, b""):
            with socket.create_connection(("127.0.0.1", port)) as connection:
                connection.sendall(said)
                connection.shutdown(socket.SHUT_WR)
                assert connection.recv(1) == b""
    finally:
        worker.terminate()
        worker.wait(timeout=30)


def test_a_command_keeps_its_backslashes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_command.os, "name", "nt")
    line = '"C:\\Program Files\\nodejs\\node.exe" C:\\work\\hinterland.js'
    assert _command.split_command(line) == ["C:\\Program Files\\nodejs\\node.exe", "C:\\work\\hinterland.js"]
