from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from ._frames import Answers, Rows
from ._quote import Quote

#: Called with the rows that are done, and all.
Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Question:
    """What is asked of each row, or of all rows together."""

    action: str
    #: "origins", "point" or "query" for a call per row; "table" for one call.
    shape: str
    rows: Rows
    #: Members that are the same for every row.
    constants: dict[str, Any]
    #: Members with a value for each row.
    columns: dict[str, list[Any]] = field(default_factory=dict)
    #: Of a table: the list that its rows are.
    list_name: str | None = None
    outlines: bool = False
    charged: bool = True
    #: Patterns of the columns that are wanted; None for all.
    wanted: tuple[str, ...] | None = None
    progress: Progress | None = None

    def is_area(self, row: int) -> bool:
        """Whether a row says which territory is meant by a polygon or areas, and needs no place."""
        return any(name in self.constants or (name in self.columns and self.columns[name][row] is not None) for name in ("polygon", "areas"))

    def has_place(self, row: int) -> bool:
        return self.is_area(row) or self.rows.has_place(row)

    def items(self, rows: Sequence[int]) -> list[dict[str, Any]]:
        """Rows of a table as items of the list that they are."""
        assert self.rows.lat is not None and self.rows.lng is not None
        return [
            {
                "id": self.rows.ids[row],
                "lat": float(self.rows.lat[row]),
                "lng": float(self.rows.lng[row]),
                **{name: values[row] for name, values in self.columns.items() if values[row] is not None},
            }
            for row in rows
        ]

    def tell(self, done: int) -> None:
        if self.progress is not None:
            self.progress(done, len(self.rows))


class Backend(Protocol):
    """Where answers come from: a service, or a territory on this machine."""

    charges: bool

    def quote(self, question: Question) -> Quote: ...

    def answer(self, question: Question, max_credits: float | None) -> Answers: ...

    def faults(self, question: Question) -> dict[int, str]:
        """Rows of a table that are refused by their place, with the reason. Nothing is charged."""
        ...

    def agree(self, due: int) -> None:
        """Throws HinterlandError where a balance or a limit does not cover a price."""
        ...

    def quote_one(self, action: str, given: dict[str, Any]) -> Quote:
        """The price of one call that has no rows."""
        ...

    def ask(self, action: str, given: dict[str, Any], max_credits: float | None) -> dict[str, Any]:
        """The whole answer of one call that has no rows."""
        ...

    def close(self) -> None: ...
