from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Quote:
    """The price of a call, before anything is charged."""

    #: Whole credits of all calls together; 0 offline.
    credits: int
    #: Calls that it is the price of: rows, or 1 for a whole table.
    calls: int
    #: Credits by label of the price list.
    lines: dict[str, float] = field(default_factory=dict)
    #: Rows that would be refused, and so cost nothing.
    refused: int = 0

    def _repr_html_(self) -> str:
        rows = "".join(f"<tr><td>{name}</td><td>{value:g}</td></tr>" for name, value in self.lines.items())
        return f"<table>{rows}<tr><th>{self.calls} calls, {self.refused} refused</th><th>{self.credits} credits</th></tr></table>"
