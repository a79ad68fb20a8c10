"""A stream of answers that is cut is an error that says so, wherever it is cut; pyarrow takes one between two batches for a whole."""

from __future__ import annotations

import io
import json
import socket
import threading

import pyarrow as pa
import pytest

import hinterland as hl
from conftest import COMMAND, Demo
from test_worker import places


def stream() -> tuple[bytes, list[int]]:
    """Bytes of three batches of five rows, and the lengths after which a batch is whole."""
    sink = io.BytesIO()
    table = pa.table({"figure": pa.array(range(15), pa.float64()), "status": ["ok", None, "refused"] * 5})
    lengths = []
    with pa.ipc.new_stream(sink, table.schema) as writer:
        for batch in table.to_batches(max_chunksize=5):
            writer.write_batch(batch)
            lengths.append(sink.tell())
    return sink.getvalue(), lengths


def test_a_stream_is_whole_with_its_end_alone() -> None:
    whole, lengths = stream()
    assert hl.open_stream(io.BytesIO(whole)).read_all().num_rows == 15
    for length in range(len(whole)):
        found = 0
        with pytest.raises(hl.CutError) as error:
            for batch in hl.open_stream(io.BytesIO(whole[:length])):
                found += batch.num_rows
        assert error.value.rows == found == 5 * sum(length >= end for end in lengths), length
    # Which is why it is looked at here.
    assert pa.ipc.open_stream(whole[: lengths[1]]).read_all().num_rows == 10


def test_readers_that_give_little_at_once_are_read_to_the_end() -> None:
    class Little(io.BytesIO):
        def read(self, size: int | None = -1) -> bytes:
            return super().read(min(3, size) if size is not None and size > 0 else size)

    whole, _ = stream()
    assert hl.open_stream(Little(whole)).read_all().num_rows == 15


def test_a_worker_that_is_killed_between_two_batches_is_named(demo: Demo) -> None:
    """Its rows are all answered and read, none is under way: nothing but the end is missing."""
    settings = {"action": "search.reverse_address", "input": {}}
    with hl.local(demo.folder, command=COMMAND) as client:
        client.reverse(places(1))
        backend = client.backend
        with backend._connect() as connection, connection.makefile("wb") as out, connection.makefile("rb") as source:  # type: ignore[attr-defined]
            rows = pa.table({"lat": [-36.2] * 10, "lng": [-151.7] * 10}, metadata={"hinterland": json.dumps(settings)})
            writer = pa.ipc.new_stream(out, rows.schema)
            writer.write_table(rows)
            out.flush()
            answers = iter(hl.open_stream(source))
            # Two threads: a batch of answers for each half of the rows.
            done = 0
            while done < 10:
                done += next(answers).num_rows
            backend._process.kill()  # type: ignore[attr-defined]
            backend._process.wait()  # type: ignore[attr-defined]
            with pytest.raises(hl.CutError, match="after 10 rows: it has no end-of-stream mark"):
                next(answers)
        assert client.reverse(places(3))["status"].tolist() == ["ok"] * 3


def test_a_client_says_how_many_rows_it_got(demo: Demo, monkeypatch: pytest.MonkeyPatch) -> None:
    """The answers of a worker, cut by whatever lies between, at the end of a batch."""
    with hl.local(demo.folder, command=COMMAND) as client:
        client.reverse(places(1))
        connect = client.backend._connect  # type: ignore[attr-defined]

        def through() -> socket.socket:
            worker = connect()
            near, far = socket.socketpair()
            threading.Thread(target=relay, args=(far, worker), daemon=True).start()
            return near

        def relay(far: socket.socket, worker: socket.socket) -> None:
            with worker, far, far.makefile("rb") as asked, worker.makefile("wb") as out:
                out.write(asked.read())
                out.flush()
                worker.shutdown(socket.SHUT_WR)
                with worker.makefile("rb") as source:
                    whole = source.read()
                assert whole[-8:] == bytes([255] * 4 + [0] * 4)
                far.sendall(whole[:-8])

        monkeypatch.setattr(client.backend, "_connect", through)
        with pytest.raises(hl.HinterlandError, match="broke off after 300 of 300 rows"):
            client.reverse(places(300))
