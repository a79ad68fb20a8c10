"""Streams of Arrow that were cut are told from whole ones."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import IO, Any

import pyarrow as pa

from ._errors import CutError


class Stream:
    """The batches of a stream in the IPC format, in their order."""

    def __init__(self, source: IO[bytes]) -> None:
        self._bytes = _Watched(source)
        try:
            self._reader = pa.ipc.open_stream(self._bytes)
        except (pa.ArrowException, OSError) as error:
            raise CutError(0) if self._bytes.is_at_end else error from error
        self.schema: pa.Schema = self._reader.schema
        #: Those that were read.
        self.rows = 0

    def __iter__(self) -> Iterator[pa.RecordBatch]:
        while True:
            try:
                batch = self._reader.read_next_batch()
            except StopIteration:
                break
            except (pa.ArrowException, OSError) as error:
                raise CutError(self.rows) if self._bytes.is_at_end else error from error
            self.rows += batch.num_rows
            yield batch
        # Its mark is read as the bytes of a message are; where there is none, nothing is there to read.
        if self._bytes.is_at_end:
            raise CutError(self.rows)

    def read_all(self) -> pa.Table:
        return pa.Table.from_batches(list(self), self.schema)


def open_stream(source: IO[bytes]) -> Stream:
    """
    Opens a stream of Arrow, such as the output of `hinterland work`, as `pyarrow.ipc.open_stream` does. A stream without its end is a CutError
    after its last batch, where pyarrow takes what there is for the whole.
    """
    return Stream(source)


class _Watched(io.RawIOBase):
    """Bytes as they are, and whether somebody wanted more of them than there are."""

    def __init__(self, source: IO[bytes]) -> None:
        super().__init__()
        self._source = source
        self.is_at_end = False

    def _some(self, size: int) -> bytes:
        try:
            return self._source.read(size)
        except ConnectionError:
            # The system has taken back what was sent to a process that was killed.
            self.is_at_end = True
            raise

    def readable(self) -> bool:
        return True

    def read(self, size: int | None = -1) -> bytes:
        wanted = -1 if size is None else size
        found = self._some(wanted)
        # A raw file may give less than there is, but at its end alone nothing.
        while 0 < len(found) < wanted:
            more = self._some(wanted - len(found))
            if not more:
                break
            found += more
        if len(found) < wanted:
            self.is_at_end = True
        return found

    def readinto(self, buffer: Any) -> int:
        found = self.read(len(buffer))
        buffer[: len(found)] = found
        return len(found)
