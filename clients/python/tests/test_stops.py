"""
Readers that are slow, stop or are killed, and workers that are: no run hangs, and the next one has its answer.

HINTERLAND_STOPS sets the number of runs, 1,000 for a long one, and HINTERLAND_STOPS_SEED which ones.
"""

from __future__ import annotations

import json
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest

import hinterland as hl
from conftest import COMMAND, Demo
from hinterland._host import connect_on_host

RUNS = int(os.environ.get("HINTERLAND_STOPS", "16"))
#: Longer than any run takes: a run that is not over then hangs.
HANGS_AFTER_SECONDS = 120

SETTINGS = {"hinterland": json.dumps({"action": "search.reverse_address", "input": {}, "columns": ["pole_distance_meters"]})}

READER = """
import sys, pyarrow as pa
reader = pa.ipc.open_stream(sys.stdin.buffer)
print("reading", flush=True)
for batch in reader: pass
"""


@pytest.fixture()
def run_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    home = Path(tempfile.mkdtemp(prefix="hinterland-run-"))
    monkeypatch.setenv("HINTERLAND_RUN", str(home))
    yield home
    for file in home.glob("*.pid"):
        try:
            os.kill(int(file.read_text()), signal.SIGKILL)
        except ProcessLookupError:
            pass


def batches(count: int, rng: random.Random) -> Iterator[pa.RecordBatch]:
    made = np.random.default_rng(count)
    schema = pa.schema([("lat", pa.float64()), ("lng", pa.float64())], SETTINGS)
    while count > 0:
        size = min(count, rng.choice([1, 3, 64, 65, 500, 2000]))
        count -= size
        yield pa.RecordBatch.from_arrays([pa.array(-36.2 + made.normal(0, 0.02, size)), pa.array(-151.7 + made.normal(0, 0.02, size))], schema=schema)


def send(connection: socket.socket, count: int, rng: random.Random) -> None:
    try:
        with connection.makefile("wb") as stream:
            made = batches(count, rng)
            first = next(made)
            with pa.ipc.new_stream(stream, first.schema) as writer:
                writer.write_batch(first)
                for batch in made:
                    writer.write_batch(batch)
        connection.shutdown(socket.SHUT_WR)
    except (OSError, ValueError, pa.ArrowException):
        pass


def test_no_run_hangs(demo: Demo, run_folder: Path) -> None:
    rng = random.Random(int(os.environ.get("HINTERLAND_STOPS_SEED", "5")))
    kinds = {"slow": 0, "stop": 0, "reader killed": 0, "worker killed": 0}
    for run in range(RUNS):
        kind = rng.choice(list(kinds))
        kinds[kind] += 1
        over = threading.Event()
        error: list[BaseException] = []

        def one(kind: str = kind, error: list[BaseException] = error, over: threading.Event = over) -> None:
            try:
                KINDS[kind](demo, run_folder, rng)
            except BaseException as failed:  # noqa: BLE001
                error.append(failed)
            finally:
                over.set()

        threading.Thread(target=one, daemon=True).start()
        assert over.wait(HANGS_AFTER_SECONDS), f"run {run} hangs: {kind}"
        if error:
            raise error[0]
    print(kinds)
    # And the last one is as well as the first.
    assert whole(demo, 500, rng) == 500


def connected(demo: Demo) -> socket.socket:
    return connect_on_host(demo.folder, COMMAND, 2, 60)


def whole(demo: Demo, count: int, rng: random.Random, pause: float = 0) -> int:
    """Reads all answers; returns their number."""
    with connected(demo) as connection:
        threading.Thread(target=send, args=(connection, count, rng), daemon=True).start()
        done = 0
        with connection.makefile("rb") as stream, pa.ipc.open_stream(stream) as reader:
            for batch in reader:
                done += batch.num_rows
                if pause > 0:
                    time.sleep(pause)
        return done


def is_alive(pid: int) -> bool:
    """Also while the last of its threads keeps its sockets open."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z" or len(os.listdir(f"/proc/{pid}/task")) > 1
    except (FileNotFoundError, ProcessLookupError):
        return False


def slow(demo: Demo, _: Path, rng: random.Random) -> None:
    count = rng.randrange(200, 3000)
    assert whole(demo, count, rng, rng.choice([0.001, 0.01])) == count


def stop(demo: Demo, _: Path, rng: random.Random) -> None:
    connection = connected(demo)
    threading.Thread(target=send, args=(connection, 20_000, rng), daemon=True).start()
    stream = connection.makefile("rb")
    reader = pa.ipc.open_stream(stream)
    for _ in range(rng.randrange(0, 5)):
        reader.read_next_batch()
    connection.shutdown(socket.SHUT_RDWR)
    connection.close()


def reader_killed(demo: Demo, _: Path, rng: random.Random) -> None:
    connection = connected(demo)
    with connection.makefile("rb") as stream:
        child = subprocess.Popen([sys.executable, "-c", READER], stdin=stream, stdout=subprocess.PIPE)
    sender = threading.Thread(target=send, args=(connection, 20_000, rng), daemon=True)
    sender.start()
    assert child.stdout is not None
    child.stdout.readline()
    time.sleep(rng.uniform(0, 0.1))
    child.kill()
    child.wait()
    connection.shutdown(socket.SHUT_RDWR)
    connection.close()
    sender.join(HANGS_AFTER_SECONDS / 2)
    assert not sender.is_alive()


def worker_killed(demo: Demo, home: Path, rng: random.Random) -> None:
    connection = connected(demo)
    sender = threading.Thread(target=send, args=(connection, 20_000, rng), daemon=True)
    sender.start()
    time.sleep(rng.uniform(0, 0.3))
    (file,) = home.glob("*.pid")
    pid = int(file.read_text())
    os.kill(pid, signal.SIGKILL)
    try:
        with connection.makefile("rb") as stream:
            # Whole only if it was before.
            assert sum(batch.num_rows for batch in hl.open_stream(stream)) == 20_000
    except (hl.CutError, OSError):
        pass
    sender.join(HANGS_AFTER_SECONDS / 2)
    assert not sender.is_alive()
    connection.close()
    # Another one is started for the next, once the socket of this one is closed.
    while is_alive(pid):
        time.sleep(0.01)
    assert whole(demo, 100, rng) == 100


KINDS = {"slow": slow, "stop": stop, "reader killed": reader_killed, "worker killed": worker_killed}
