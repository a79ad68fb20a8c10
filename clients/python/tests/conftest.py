"""A demo service on a port of its own, and its territory on disk."""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import signal
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import hinterland as hl
from hinterland import _host

ROOT = Path(__file__).resolve().parents[3]
COMMAND = ["node", str(ROOT / "apps/cli/bin/hinterland.js")]


@dataclass(frozen=True)
class Demo:
    url: str
    key: str
    folder: str


def call(demo: Demo, action: str, given: object) -> Any:
    """What `hinterland call` says."""
    ran = subprocess.run(
        [*COMMAND, "call", action, "-", "--territory", demo.folder], input=json.dumps(given), cwd=ROOT, capture_output=True, text=True, check=True
    )
    return json.loads(ran.stdout)


@pytest.fixture(scope="session")
def demo() -> Iterator[Demo]:
    if shutil.which("node") is None or not (ROOT / "apps/cli/dist/program/main.js").exists():
        pytest.skip("Node.js or the built project is absent: npm ci && npm run build")
    # One that runs already, as "ADDRESS KEY FOLDER": for those who work on the tests.
    if os.environ.get("HINTERLAND_TEST_DEMO"):
        yield Demo(*os.environ["HINTERLAND_TEST_DEMO"].split())
        return
    with tempfile.TemporaryDirectory(prefix="hinterland-demo-") as home:
        env = {**os.environ, "HINTERLAND_HOME": home, "HINTERLAND_WARM_UP_MEGABYTES": "0"}
        process = subprocess.Popen([*COMMAND, "demo", "--port", "0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=env, text=True)
        said: list[str] = []
        assert process.stdout is not None
        for line in process.stdout:
            said.append(line)
            if "/execute" in line:
                break
        threading.Thread(target=process.stdout.read, daemon=True).start()
        text = "".join(said)
        url = re.search(r"listens on (\S+)", text)
        key = re.search(r"shown once\): (\S+)", text)
        assert url and key, text
        try:
            yield Demo(url.group(1), key.group(1), f"{home}/territories/demo")
        finally:
            process.terminate()
            process.wait(timeout=30)


@contextlib.contextmanager
def full_disk(folder: str, threads: int) -> Iterator[None]:
    """Ends the worker of a territory with so many threads; the next one finds no room for its files, since they are in /dev/full."""
    file = Path(os.environ["HINTERLAND_RUN"]) / f"{_host._name(folder, threads)}.pid"
    if file.exists():
        os.kill(int(file.read_text()), signal.SIGKILL)
        file.unlink()
    file.symlink_to("/dev/full")
    try:
        yield
    finally:
        file.unlink()


@pytest.fixture(scope="session")
def offline(demo: Demo) -> Iterator[hl.Client]:
    with hl.local(demo.folder, command=COMMAND) as client:
        yield client


@pytest.fixture(scope="session")
def online(demo: Demo) -> Iterator[hl.Client]:
    with hl.connect(demo.url, demo.key) as client:
        yield client
