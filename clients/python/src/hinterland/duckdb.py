"""Answers for DuckDB: of a relation by `enrich`, and in SQL by `register`: `SELECT * FROM near('stores')`."""

from __future__ import annotations

import re
from typing import Any

import pyarrow as pa

from ._table import answered_table, work_with


def enrich(relation: Any, *, territory: str, action: str = "enrich.point", rows_per_batch: int = 10_000, **options: Any) -> pa.RecordBatchReader:
    """
    Returns the rows of a relation with their answers as a reader of Arrow, which DuckDB queries by its name and which is read once. Query it on another
    connection than that of the relation: DuckDB ends what runs on a connection with its next query. Neither side holds the whole table.
    """
    work = work_with(territory, action, options)
    # Its name since DuckDB 1.5, and those before.
    names = ("to_arrow_reader", "fetch_record_batch", "fetch_arrow_reader")
    read = next(found for name in names if (found := getattr(relation, name, None)) is not None)
    rows = read(rows_per_batch)
    return pa.RecordBatchReader.from_batches(work.schema(rows.schema), work.answers(iter(rows)))


def register(connection: Any, name: str, *, territory: str, action: str = "enrich.point", lat: str = "lat", lng: str = "lng", **options: Any) -> None:
    """
    Makes a table function of a connection: after `register(connection, "near", territory=…, minutes=[5, 10])` the rows of any table or view have their answers
    by `SELECT * FROM near('stores')`, in their order, with `status`, `problem`, `more` and a column per figure. `lat` and `lng` are its columns, as numbers or texts.
    Throws ValueError for a name that is none of SQL, and for `members`: what differs by row is for `enrich`.
    """
    if not re.fullmatch(r"[A-Za-z_]\w*", name):
        raise ValueError(f"{name!r} is no name of a function of SQL.")
    if "members" in options:
        raise ValueError("Members that differ by row are no part of the function of SQL; take hinterland.duckdb.enrich for them.")
    work = work_with(territory, action, options)
    places = pa.schema([("lat", pa.string()), ("lng", pa.string())])
    # The answers stand behind the two columns of the places.
    fields = list(work.schema(places))[2:]

    def answers(lat: pa.ChunkedArray, lng: pa.ChunkedArray) -> pa.StructArray:
        found = answered_table(work, pa.table({"lat": lat, "lng": lng}, places)).combine_chunks()
        return pa.StructArray.from_arrays([found.column(field.name).combine_chunks() for field in fields], fields=[field.remove_metadata() for field in fields])

    types = {pa.float64(): "DOUBLE", pa.bool_(): "BOOLEAN", pa.binary(): "BLOB", pa.string(): "VARCHAR"}
    answer = connection.struct_type({field.name: types[field.type] for field in fields})
    connection.create_function(f"{name}_answer", answers, ["VARCHAR", "VARCHAR"], answer, type="arrow", null_handling="special")
    columns = ['"' + column.replace('"', '""') + '"' for column in (lat, lng)]
    connection.execute(
        f"CREATE OR REPLACE TEMP MACRO {name}(places) AS TABLE SELECT * EXCLUDE (hinterland_answer), unnest(hinterland_answer) FROM ("
        f"SELECT *, {name}_answer(CAST({columns[0]} AS VARCHAR), CAST({columns[1]} AS VARCHAR)) AS hinterland_answer FROM query_table(places))"
    )
