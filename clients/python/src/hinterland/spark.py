"""Answers for DataFrames of Spark: `hinterland.spark.enrich(df, territory=…, minutes=[5, 10])`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from ._work import work_of

if TYPE_CHECKING:
    from pyspark.sql import DataFrame


def enrich(
    df: DataFrame,
    *,
    territory: str,
    action: str = "enrich.point",
    lat: str = "lat",
    lng: str = "lng",
    members: Mapping[str, str] | None = None,
    columns: Sequence[str] | None = None,
    outlines: bool = False,
    command: Sequence[str] | None = None,
    threads: int | None = None,
    idle_seconds: float = 60,
    **words: Any,
) -> DataFrame:
    """
    Returns the rows with `status`, `problem`, `more` and a column per figure, by `mapInArrow`. `territory` is a folder of the driver and of every host, or an address with its version;
    each host has one worker for all its tasks. `members` names columns that hold a member of the input for each row.
    """
    from pyspark.sql.pandas.types import to_arrow_schema
    from pyspark.sql.types import BinaryType, BooleanType, DoubleType, StringType, StructField, StructType

    work = work_of(
        territory, action, words, lat=lat, lng=lng, members=members, columns=columns, outlines=outlines, command=command, threads=threads, idle_seconds=idle_seconds
    )
    of_arrow = {pa.float64(): DoubleType(), pa.bool_(): BooleanType(), pa.binary(): BinaryType(), pa.string(): StringType()}
    found = work.schema(to_arrow_schema(df.schema))
    own = len(df.schema.fields)
    added = [StructField(field.name, of_arrow[field.type], True) for field in list(found)[own:]]

    def answered(batches: Iterable[pa.RecordBatch]) -> Iterable[pa.RecordBatch]:
        return work.answers(iter(batches))

    return df.mapInArrow(answered, StructType([*df.schema.fields, *added]))
