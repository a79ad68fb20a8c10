"""Answers for relations of DuckDB: `hinterland.duckdb.enrich(connection.table("stores"), territory=…, minutes=[5, 10])`."""

from __future__ import annotations

from typing import Any

import pyarrow as pa

from ._table import work_with


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
