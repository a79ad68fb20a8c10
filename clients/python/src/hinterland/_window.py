"""Batches that were asked and are not answered yet: written by one thread, answered by another, asked again where a worker dies."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections import deque
from collections.abc import Callable, Iterator

import pyarrow as pa

from ._errors import HinterlandError
from ._words import refused

#: Rows of a part of a batch, and those that are on their way at most.
_PART_ROWS = 256
_WINDOW_ROWS = 4096
#: Workers that die in a row without an answer.
_ATTEMPTS = 5


class Window:
    """A bounded queue of batches, from whoever yields them to whoever asks; the first ones wait for their answers."""

    def __init__(self) -> None:
        self._change = threading.Condition()
        self._parts: deque[pa.RecordBatch] = deque()
        self._first = 0
        self._rows = 0
        self._taken = 0
        self._ended = False
        self._closed = False
        self._error: BaseException | None = None

    def fill(self, batches: Iterator[pa.RecordBatch]) -> None:
        """Takes batches as long as there is room, until they end."""
        try:
            for batch in batches:
                for start in range(0, batch.num_rows, _PART_ROWS):
                    part = batch.slice(start, _PART_ROWS)
                    with self._change:
                        self._change.wait_for(lambda: self._rows < _WINDOW_ROWS or self._closed)
                        if self._closed:
                            return
                        self._parts.append(part)
                        self._rows += part.num_rows
                        self._change.notify_all()
        except BaseException as error:  # noqa: BLE001
            with self._change:
                self._error = error
        finally:
            with self._change:
                self._ended = True
                self._change.notify_all()

    def close(self) -> None:
        with self._change:
            self._closed = True
            self._change.notify_all()

    @property
    def taken(self) -> int:
        """Rows that were answered."""
        return self._taken

    @property
    def error(self) -> BaseException | None:
        return self._error

    def wait(self) -> bool:
        """Waits for a batch; whether there is one."""
        with self._change:
            self._change.wait_for(lambda: self._parts or self._ended or self._closed)
            return bool(self._parts)

    @property
    def is_done(self) -> bool:
        with self._change:
            return self._ended and not self._parts

    def unanswered(self) -> Iterator[tuple[int, pa.RecordBatch]]:
        """Yields every batch from the first unanswered one on with the number of its first row, as they come, for one connection."""
        with self._change:
            number = self._first
            row = self._taken
        while True:
            with self._change:
                self._change.wait_for(lambda: number < self._first + len(self._parts) or self._ended or self._closed)
                # Those before were answered on this connection, or they would not be gone.
                if self._closed or number - self._first >= len(self._parts):
                    return
                part = self._parts[number - self._first]
            number += 1
            yield row, part
            row += part.num_rows

    def take(self, rows: int) -> pa.RecordBatch:
        """Removes the first rows, which are answered; returns them."""
        taken: list[pa.RecordBatch] = []
        with self._change:
            while rows > 0:
                if not self._parts:
                    raise HinterlandError("worker_failed", "The worker answered more rows than it was asked.")
                part = self._parts[0]
                if part.num_rows <= rows:
                    self._parts.popleft()
                    self._first += 1
                    taken.append(part)
                else:
                    taken.append(part.slice(0, rows))
                    self._parts[0] = part.slice(rows)
                rows -= taken[-1].num_rows
                self._rows -= taken[-1].num_rows
                self._taken += taken[-1].num_rows
            self._change.notify_all()
        if len(taken) == 1:
            return taken[0]
        table = pa.Table.from_batches(taken).combine_chunks()
        return table.to_batches()[0]


def answers_of(
    batches: Iterator[pa.RecordBatch],
    question: Callable[[pa.RecordBatch], pa.RecordBatch],
    connect: Callable[[], socket.socket],
) -> Iterator[tuple[pa.RecordBatch, pa.RecordBatch]]:
    """
    Yields rows with their answers, in their order, each row once. `question` is what the worker gets of a batch. Where the worker dies or
    breaks off, another one gets the rows without an answer: they are pure functions, so that repeating them is harmless.
    """
    window = Window()
    threading.Thread(target=window.fill, args=(batches,), daemon=True).start()
    failures = 0
    try:
        while window.wait():
            try:
                for rows, answer in _ask(window, question, connect):
                    failures = 0
                    yield rows, answer
            except (pa.ArrowException, OSError) as error:
                failures += 1
                if failures == _ATTEMPTS:
                    raise _without_worker(f"The worker broke off {failures} times in a row: {error}", window) from error
            except HinterlandError as error:
                if error.code != "worker_failed":
                    raise
                raise _without_worker(error.detail, window) from error
        if window.error is not None:
            raise window.error
    finally:
        window.close()


def _without_worker(reason: str, window: Window) -> HinterlandError:
    return HinterlandError("worker_failed", f"{reason.rstrip('.')}. Rows from {window.taken} of this part on have no answer.")


def _ask(
    window: Window, question: Callable[[pa.RecordBatch], pa.RecordBatch], connect: Callable[[], socket.socket]
) -> Iterator[tuple[pa.RecordBatch, pa.RecordBatch]]:
    faults: list[BaseException] = []
    with connect() as connection:
        threading.Thread(target=_write, args=(connection, window, question, faults), daemon=True).start()
        try:
            with connection.makefile("rb") as stream, pa.ipc.open_stream(stream) as reader:
                problem = (reader.schema.metadata or {}).get(b"problem")
                if problem is not None:
                    raise refused(problem.decode())
                for answer in reader:
                    if answer.num_rows > 0:
                        yield window.take(answer.num_rows), answer
        except (pa.ArrowException, OSError):
            # What the writer threw is why the connection ended.
            if faults:
                raise faults[0] from None
            raise
        finally:
            # Wakes the writer; the worker ends the stream.
            try:
                connection.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
    if faults:
        raise faults[0]
    if not window.is_done and window.error is None:
        raise OSError("the stream of answers ended too early")


def _write(
    connection: socket.socket, window: Window, question: Callable[[pa.RecordBatch], pa.RecordBatch], faults: list[BaseException]
) -> None:
    """What becomes of the rows on their way is in `faults`; a worker that is gone is the reader's to see."""
    try:
        writer = None
        with connection.makefile("wb") as stream:
            for first, part in window.unanswered():
                try:
                    asked = question(part)
                except HinterlandError as error:
                    faults.append(error)
                    return
                except Exception as error:  # noqa: BLE001
                    rows = f"Rows {first} to {first + part.num_rows - 1} of this part cannot be sent"
                    faults.append(HinterlandError("bad_rows", f"{rows}: {type(error).__name__}: {error}"))
                    return
                if writer is None:
                    writer = pa.ipc.new_stream(stream, asked.schema)
                writer.write_batch(asked)
                stream.flush()
            if writer is not None:
                writer.close()
        connection.shutdown(socket.SHUT_WR)
    except (OSError, ValueError, pa.ArrowException):
        pass  # The worker is gone, or nobody reads its answers: the reader knows.
    finally:
        if faults:
            # Wakes the reader, which would wait for answers for ever.
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)
