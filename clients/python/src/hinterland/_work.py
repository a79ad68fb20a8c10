"""What a task of a cluster needs to answer its rows: a value that travels to it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pyarrow as pa

from ._errors import HinterlandError
from ._host import connect_on_host
from ._members import member_name, members_of
from ._window import answers_of
from ._words import refused


@dataclass(frozen=True)
class Work:
    """An action with its constants, on a territory that is a folder of every host, or an address. Rows have their places in two columns."""

    territory: str
    action: str
    constants: dict[str, Any]
    #: Members of the input that differ by row, with the columns that hold them.
    members: dict[str, str]
    lat: str
    lng: str
    #: Patterns of the columns that are wanted; None for all.
    wanted: tuple[str, ...] | None
    outlines: bool
    command: tuple[str, ...] | None
    threads: int | None
    idle_seconds: float

    def schema(self, rows: pa.Schema) -> pa.Schema:
        """The columns of the answers behind those of the rows, as the worker of this host says them: the same on every host."""
        none = pa.RecordBatch.from_pylist([], schema=rows)
        with self._connect() as connection:
            with connection.makefile("wb") as stream, pa.ipc.new_stream(stream, self._question(none).schema):
                pass
            connection.shutdown(1)
            with connection.makefile("rb") as stream, pa.ipc.open_stream(stream) as reader:
                _refuse(reader.schema)
                return _joined(rows, reader.schema)

    def answers(self, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        """Yields the rows with their answers, in their order. The first task of a host starts its worker."""
        for rows, answer in answers_of(batches, self._question, self._connect):
            columns = [*rows.columns, *(column for column, name in zip(answer.columns, answer.schema.names, strict=True) if name != "id")]
            yield pa.RecordBatch.from_arrays(columns, schema=_joined(rows.schema, answer.schema))

    def _connect(self) -> Any:
        return connect_on_host(self.territory, self.command, self.threads, self.idle_seconds)

    def _require(self, rows: pa.Schema) -> None:
        """Throws HinterlandError for a column that the rows do not have: no row could be answered."""
        needed = {self.lat: "lat", self.lng: "lng"} if not _AREAS & {*self.members, *self.constants} else {}
        for column, option in {**needed, **{column: f"members[{member!r}]" for member, column in self.members.items()}}.items():
            if column not in rows.names:
                raise HinterlandError(
                    "no_column", f"The rows have no column {column}; they have {', '.join(rows.names)}. Name the right one by {option}=…"
                )

    def _question(self, rows: pa.RecordBatch) -> pa.RecordBatch:
        settings: dict[str, Any] = {"action": self.action, "input": self.constants, "outlines": self.outlines}
        if self.wanted is not None:
            settings["columns"] = list(self.wanted)
        self._require(rows.schema)
        columns = {member: rows.column(name) for member, name in self.members.items()}
        if self.lat in rows.schema.names and self.lng in rows.schema.names:
            columns = {"lat": _degrees(rows.column(self.lat)), "lng": _degrees(rows.column(self.lng)), **columns}
        names = list(columns)
        fields = [pa.field(name, columns[name].type) for name in names]
        return pa.RecordBatch.from_arrays(list(columns.values()), schema=pa.schema(fields, {"hinterland": json.dumps(settings)}))


def work_of(
    territory: str,
    action: str,
    words: Mapping[str, Any],
    *,
    lat: str = "lat",
    lng: str = "lng",
    members: Mapping[str, str] | None = None,
    columns: Sequence[str] | None = None,
    outlines: bool = False,
    command: Sequence[str] | None = None,
    threads: int | None = None,
    idle_seconds: float = 60,
) -> Work:
    """`words` are those of the functions of a client: minutes=[5, 10], mode="walk", sectors=[…]."""
    constants = members_of(action, dict(words))
    if action == "analysis.isochrone":
        constants.setdefault("geometry", outlines)
    by_row = {member_name(action, word): column for word, column in (members or {}).items()}
    wanted = None if columns is None else tuple(columns)
    return Work(territory, action, constants, by_row, lat, lng, wanted, outlines, None if command is None else tuple(command), threads, idle_seconds)


#: Members that say which territory is meant, in place of a point.
_AREAS = {"polygon", "areas"}


def _degrees(column: pa.Array) -> pa.Array:
    """Numbers as they are; everything else as texts, of which the worker refuses those that are no numbers, row by row."""
    kind = column.type.value_type if pa.types.is_dictionary(column.type) else column.type
    if pa.types.is_integer(kind) or pa.types.is_floating(kind) or pa.types.is_decimal(kind) or pa.types.is_null(kind):
        return column.cast(pa.float64())
    try:
        return column.cast(pa.string())
    except pa.ArrowException:
        return pa.array([None if value is None else str(value) for value in column.to_pylist()], pa.string())


def _joined(rows: pa.Schema, answers: pa.Schema) -> pa.Schema:
    """Columns of the rows stay as they are; a column of the answers with such a name gets `hl_` in front."""
    taken = set(rows.names)
    fields = list(rows)
    for field in answers:
        if field.name == "id":
            continue
        name = field.name
        while name in taken:
            name = f"hl_{name}"
        taken.add(name)
        fields.append(field.with_name(name))
    return pa.schema(fields)


def _refuse(schema: pa.Schema) -> None:
    problem = (schema.metadata or {}).get(b"problem")
    if problem is not None:
        raise refused(problem.decode())
