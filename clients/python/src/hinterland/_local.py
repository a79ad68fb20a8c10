"""Answers of a territory on this machine, by one `hinterland work` for all calls."""

from __future__ import annotations

import contextlib
import json
import os
import socket
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import pyarrow as pa

from ._backend import Question
from ._command import command_line, is_address, start_seconds
from ._door import connected, door_options
from ._errors import CutError, HinterlandError
from ._frames import Answers, about_of, empty_answers, figure, metadata_of
from ._home import worker_environment
from ._quote import Quote
from ._stream import Stream, open_stream
from ._variables import meaning
from ._words import refused

T = TypeVar("T")

_BATCH_ROWS = 1000
_START_SECONDS = 120
_NO_FIGURES = ("id", "status", "problem", "more", "answer")


class LocalBackend:
    """Starts the worker at the first call and ends it with the process."""

    charges = False

    def __init__(self, folder: str, command: Sequence[str] | None, threads: int | None) -> None:
        if not is_address(folder) and not os.path.exists(os.path.join(folder, "manifest.json")):
            raise HinterlandError("no_territory", f'There is no territory in {folder}. hinterland.territory.get("…") makes one.')
        self._folder = folder
        self._command = command
        self._threads = threads
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._scratch: tempfile.TemporaryDirectory[str] | None = None

    def __str__(self) -> str:
        return f"the territory {self._folder}, offline"

    def quote(self, question: Question) -> Quote:
        return Quote(credits=0, calls=1 if question.shape == "table" else len(question.rows))

    def answer(self, question: Question, max_credits: float | None) -> Answers:
        rows = len(question.rows)
        answers = empty_answers(rows)
        if rows == 0:
            return answers
        done = self._exchange(_table_of(question), lambda stream: self._receive(stream, question, answers))
        if done != rows:
            raise HinterlandError("worker_failed", f"The worker answered {done} of {rows} rows.")
        for row in question.rows.faults:
            if not question.has_place(row):
                answers.status[row], answers.problem[row] = "refused", question.rows.fault(row)
        return answers

    def faults(self, question: Question) -> dict[int, str]:
        answers = self.answer(question, None)
        return {row: str(problem) for row, problem in enumerate(answers.problem) if answers.status[row] != "ok"}

    def agree(self, due: int) -> None:
        pass

    def quote_one(self, action: str, given: dict[str, Any]) -> Quote:  # noqa: ARG002
        return Quote(credits=0, calls=1)

    def ask(self, action: str, given: dict[str, Any], max_credits: float | None) -> dict[str, Any]:  # noqa: ARG002
        settings = {"action": action, "input": given, "answers": True, "columns": [], "whole": True}
        (row,) = self._exchange(pa.table({"id": ["0"]}, metadata={"hinterland": json.dumps(settings)}), _rows)
        if row["status"] != "ok":
            code, _, detail = str(row["problem"]).partition(": ")
            raise HinterlandError(code, detail)
        answer: dict[str, Any] = json.loads(row["answer"])
        return answer

    def _exchange(self, table: pa.Table, receive: Callable[[Stream], T]) -> T:
        """Sends rows and reads answers at the same time. Throws HinterlandError for a refusal, and where a side breaks off."""
        sender_error: list[BaseException] = []
        with self._connect() as connection:
            sender = threading.Thread(target=self._send, args=(connection, table, sender_error), daemon=True)
            sender.start()
            try:
                with connection.makefile("rb") as source:
                    stream = open_stream(source)
                    problem = (stream.schema.metadata or {}).get(b"problem")
                    if problem is not None:
                        raise refused(problem.decode())
                    found = receive(stream)
            except CutError as error:
                self._await_end()
                said = "".join(f" {one}" for one in sender_error)
                raise HinterlandError("worker_failed", f"The worker broke off after {error.rows} of {table.num_rows} rows.{said}") from error
            except (pa.ArrowException, OSError) as error:
                raise HinterlandError("worker_failed", f"The worker broke off: {error}") from error
            sender.join()
        return found

    def _await_end(self) -> None:
        """A worker that was killed is gone a moment after its connections are; the next call is to start another."""
        if self._process is not None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(timeout=1)

    def close(self) -> None:
        with self._lock:
            if self._process is not None:
                self._process.terminate()
                self._process.wait(timeout=10)
                self._process = None
            if self._scratch is not None:
                self._scratch.cleanup()
                self._scratch = None

    def __del__(self) -> None:
        # Here and not on the client, of which a caller may keep only a part: `connect(…).subjects`.
        with contextlib.suppress(Exception):
            self.close()

    def _send(self, connection: socket.socket, table: pa.Table, errors: list[BaseException]) -> None:
        """Writes while answers are read: both in one thread would wait for each other."""
        try:
            with connection.makefile("wb") as stream:
                with pa.ipc.new_stream(stream, table.schema) as writer:
                    for batch in table.to_batches(max_chunksize=_BATCH_ROWS):
                        writer.write_batch(batch)
            connection.shutdown(socket.SHUT_WR)
        except OSError:
            pass  # The worker has refused the stream or is gone, or nobody reads the answers: the reader knows.
        except BaseException as error:  # noqa: BLE001
            errors.append(error)
            connection.shutdown(socket.SHUT_RDWR)

    def _receive(self, stream: Stream, question: Question, answers: Answers) -> int:
        done = 0
        answers.metadata.update(metadata_of(stream.schema))
        fields = [field for field in stream.schema if field.name not in _NO_FIGURES]
        answers.about.update({field.name: about_of(field) for field in fields})
        for batch in stream:
            _put(answers, batch, done, question.action)
            done += batch.num_rows
            question.tell(done)
        return done

    def _connect(self) -> socket.socket:
        with self._lock:
            if self._process is None or self._process.poll() is not None:
                self._start()
            assert self._scratch is not None
            found = connected(os.path.join(self._scratch.name, "work"))
            if found is None:
                raise HinterlandError("worker_failed", "The worker cannot be reached.")
            return found

    def _start(self) -> None:
        self._scratch = tempfile.TemporaryDirectory(prefix="hinterland-")
        path = os.path.join(self._scratch.name, "work")
        log = os.path.join(self._scratch.name, "log")
        threads = [] if self._threads is None else ["--threads", str(self._threads)]
        command = [*command_line(self._command, self._folder), "work", "--territory", self._folder, *door_options(path), *threads]
        with open(log, "wb") as errors:
            self._process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=errors, stderr=errors, env=worker_environment()
            )
        until = time.monotonic() + start_seconds(self._folder, _START_SECONDS)
        while time.monotonic() < until:
            with open(log, encoding="utf-8", errors="replace") as text:
                said = text.read()
            if "Working on" in said:
                return
            if self._process.poll() is not None:
                raise HinterlandError("worker_failed", f"The worker did not start: {said.strip()}")
            time.sleep(0.02)
        raise HinterlandError("worker_failed", "The worker did not start in time.")


def _table_of(question: Question) -> pa.Table:
    rows = question.rows
    columns: dict[str, Any] = {"id": pa.array(rows.ids, pa.string())}
    if rows.lat is not None and rows.lng is not None:
        columns["lat"] = pa.array(rows.lat, pa.float64(), from_pandas=True)
        columns["lng"] = pa.array(rows.lng, pa.float64(), from_pandas=True)
    for name, values in question.columns.items():
        columns[name] = _column(values)
    settings = {"action": question.action, "input": question.constants, "outlines": question.outlines, "answers": question.shape == "table"}
    if question.wanted is not None:
        settings["columns"] = list(question.wanted)
    if question.list_name is not None:
        settings["list"] = question.list_name
    return pa.table(columns).replace_schema_metadata({"hinterland": json.dumps(settings)})


def _rows(stream: Stream) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = stream.read_all().to_pylist()
    return rows


def _column(values: list[Any]) -> pa.Array:
    """Values of one kind as they are; lists, objects and what is of several kinds as JSON, which the worker reads as such."""
    if not any(isinstance(value, list | tuple | dict) for value in values):
        try:
            return pa.array(values)
        except pa.ArrowException:
            pass
    return pa.array([value if value is None or isinstance(value, str) else json.dumps(value) for value in values], pa.string())


def _put(answers: Answers, batch: pa.RecordBatch, first: int, action: str) -> None:
    """Puts a batch of answers at its rows."""
    end = first + batch.num_rows
    answers.status[first:end] = batch.column("status").to_pylist()
    answers.problem[first:end] = batch.column("problem").to_pylist()
    for field, column in zip(batch.schema, batch.columns, strict=True):
        if field.name not in _NO_FIGURES and column.null_count < len(column):
            figure(answers, field.name)[first:end] = column.to_pylist()
    for row, more in enumerate(batch.column("more").to_pylist()):
        for name, value in (json.loads(more) if more else {}).items():
            figure(answers, name)[first + row] = value
            if name not in answers.about:
                answers.about[name] = meaning(action, name)
