"""Answers for DataFrames of Spark: `hinterland.spark.enrich(df, territory=…, minutes=[5, 10])`; in SQL by `register`: `SELECT * FROM near(TABLE(stores))`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import pandas as pd
import pyarrow as pa

from ._table import answered_table, work_with
from ._work import Work, work_of

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession
    from pyspark.sql.types import StructField, StructType


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
    from pyspark.sql.types import StructType

    work = work_of(
        territory, action, words, lat=lat, lng=lng, members=members, columns=columns, outlines=outlines, command=command, threads=threads, idle_seconds=idle_seconds
    )
    added = _added(work, df.schema)

    def answered(batches: Iterable[pa.RecordBatch]) -> Iterable[pa.RecordBatch]:
        return work.answers(iter(batches))

    return df.mapInArrow(answered, StructType([*df.schema.fields, *added]))


def register(
    spark: SparkSession,
    name: str,
    *,
    territory: str,
    action: str = "enrich.point",
    lat: str = "lat",
    lng: str = "lng",
    rows_per_batch: int = 10_000,
    **options: Any,
) -> None:
    """
    Makes functions of SQL: after `register(spark, "near", territory=…, minutes=[5, 10])` the rows of any table or view have their answers by
    `SELECT * FROM near(TABLE(stores))`, from Spark 4 on, with `status`, `problem`, `more` and a column per figure; `lat` and `lng` are its columns, as numbers or texts.
    `near_answer(lat, lng)` is a struct of the same in Spark 3.5, too: `SELECT name, near_answer(lat, lng).residents_10min FROM stores`.
    Throws ValueError for a name that is none of SQL, and for `members`: what differs by row is for `enrich`.
    """
    from pyspark.sql.functions import pandas_udf
    from pyspark.sql.types import StringType, StructField, StructType

    if not re.fullmatch(r"[A-Za-z_]\w*", name):
        raise ValueError(f"{name!r} is no name of a function of SQL.")
    if "members" in options:
        raise ValueError("Members that differ by row are no part of the functions of SQL; take hinterland.spark.enrich for them.")
    of_places = work_with(territory, action, options)
    answer = StructType(_added(of_places, StructType([StructField("lat", StringType()), StructField("lng", StringType())])))

    def answers(parts: Iterator[tuple[pd.Series, pd.Series]]) -> Iterator[pd.DataFrame]:
        batches = (pa.RecordBatch.from_arrays([pa.array(one, from_pandas=True) for one in part], names=["lat", "lng"]) for part in parts)
        for found in of_places.answers(batches):
            yield found.select(range(2, found.num_columns)).to_pandas()

    spark.udf.register(f"{name}_answer", pandas_udf(answers, answer))
    if hasattr(spark, "udtf"):
        _register_table_function(spark, name, work_with(territory, action, {**options, "lat": lat, "lng": lng}), rows_per_batch)


def _register_table_function(spark: SparkSession, name: str, work: Work, rows_per_batch: int) -> None:
    """Of Spark 4, whose table functions may have the columns of the table that they are given."""
    try:
        from pyspark.sql.functions import udtf
        from pyspark.sql.types import StructType
        from pyspark.sql.udtf import AnalyzeArgument, AnalyzeResult
    except ImportError:
        return

    class Answers:
        @staticmethod
        def analyze(rows: AnalyzeArgument) -> AnalyzeResult:
            if not isinstance(rows.dataType, StructType):
                raise ValueError(f"{name} takes a table: SELECT * FROM {name}(TABLE(stores)).")
            return AnalyzeResult(StructType([*rows.dataType.fields, *_added(work, rows.dataType)]))

        def __init__(self) -> None:
            self._rows: list[Any] = []

        def eval(self, row: Any) -> Iterator[tuple[Any, ...]]:
            self._rows.append(row)
            if len(self._rows) >= rows_per_batch:
                yield from self._answered()

        def terminate(self) -> Iterator[tuple[Any, ...]]:
            yield from self._answered()

        def _answered(self) -> Iterator[tuple[Any, ...]]:
            rows, self._rows = self._rows, []
            if rows:
                places = pa.table({column: pa.array([row[column] for row in rows]) for column in (work.lat, work.lng)})
                found = answered_table(work, places)
                columns = [found.column(number).to_pylist() for number in range(2, found.num_columns)]
                for row, *values in zip(rows, *columns, strict=True):
                    yield (*row, *values)

    spark.udtf.register(name, udtf(Answers))


def _added(work: Work, rows: StructType) -> list[StructField]:
    """The columns that the answers of rows add to theirs."""
    from pyspark.sql.pandas.types import to_arrow_schema
    from pyspark.sql.types import BinaryType, BooleanType, DoubleType, StringType, StructField

    of_arrow = {pa.float64(): DoubleType(), pa.bool_(): BooleanType(), pa.binary(): BinaryType(), pa.string(): StringType()}
    return [StructField(field.name, of_arrow[field.type], True) for field in list(work.schema(to_arrow_schema(rows)))[len(rows.fields) :]]
