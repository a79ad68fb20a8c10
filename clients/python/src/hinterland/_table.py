"""Whole tables of Arrow, answered in one stream."""

from __future__ import annotations

from typing import Any

import pyarrow as pa

from ._work import Work, work_of

#: Options of a question beside the words of the action.
_OPTIONS = ("lat", "lng", "members", "columns", "outlines", "command", "threads", "idle_seconds")


def work_with(territory: str, action: str, given: dict[str, Any]) -> Work:
    options = {name: value for name, value in given.items() if name in _OPTIONS}
    return work_of(territory, action, {name: value for name, value in given.items() if name not in _OPTIONS}, **options)


def answered_table(work: Work, table: pa.Table) -> pa.Table:
    """The rows of a table with their answers, in their order."""
    batches = list(work.answers(iter(table.to_batches())))
    return pa.Table.from_batches(batches) if batches else work.schema(table.schema).empty_table()
