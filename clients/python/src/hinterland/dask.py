"""Answers for frames of Dask: `hinterland.dask.enrich(frame, territory=…, minutes=[5, 10])`."""

from __future__ import annotations

from typing import Any

import pandas as pd
import pyarrow as pa

from ._table import answered_table, work_with
from ._work import Work


def enrich(frame: Any, *, territory: str, action: str = "enrich.point", **options: Any) -> Any:
    """Returns the rows with their answers, partition by partition, as `hinterland.spark.enrich` does; the index is kept."""
    work = work_with(territory, action, options)
    return frame.map_partitions(_answered, work, meta=_answered(frame._meta, work))


def _answered(part: pd.DataFrame, work: Work) -> pd.DataFrame:
    rows = pa.Table.from_pandas(part, preserve_index=False)
    # The metadata of pandas describe the columns before.
    answers = answered_table(work, rows.replace_schema_metadata(None)).select(range(len(part.columns), len(work.schema(rows.schema.remove_metadata()))))
    out = pd.concat([part.reset_index(drop=True), answers.to_pandas()], axis=1)
    out.index = part.index
    return out
