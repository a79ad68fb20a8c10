"""Answers for datasets of Ray: `dataset.map_batches(Enricher, fn_constructor_kwargs={…}, batch_format="pyarrow", concurrency=4)`."""

from __future__ import annotations

from typing import Any

import pyarrow as pa

from ._table import answered_table, work_with


class Enricher:
    """
    A callable for `map_batches` with `batch_format="pyarrow"`. Its arguments are those of `hinterland.spark.enrich` without the frame. Actors
    of one host share one worker.
    """

    def __init__(self, territory: str, action: str = "enrich.point", **options: Any) -> None:
        self._work = work_with(territory, action, options)

    def __call__(self, batch: pa.Table) -> pa.Table:
        return answered_table(self._work, batch)
