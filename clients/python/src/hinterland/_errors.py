from __future__ import annotations

from typing import Any


class HinterlandError(Exception):
    """A call that has no answer at all. A row without one is no error: it has a status and a problem."""

    def __init__(self, code: str, detail: str, fields: dict[str, Any] | None = None) -> None:
        super().__init__(f"{code}: {detail}")
        self.code = code
        self.detail = detail
        self.fields = fields or {}


class QuestionError(HinterlandError, ValueError):
    """A question that is wrong whatever the row: it is raised once, before any row is asked or charged."""

    def __init__(self, detail: str, fields: dict[str, Any] | None = None) -> None:
        super().__init__("validation_error", detail, fields)


class IncompleteWarning(UserWarning):
    """A frame has rows that were not answered: a charged call was ended before its last row. The same call again asks for the rest alone."""


class CutError(HinterlandError):
    """A stream of answers ended before its end: its writer was killed, or the connection was cut."""

    def __init__(self, rows: int) -> None:
        super().__init__("stream_cut", f"The stream broke off after {rows} rows: it has no end-of-stream mark.")
        self.rows = rows


class PriceError(HinterlandError):
    """The price is above what the call may charge. Nothing was started or charged."""

    def __init__(self, credits: int, max_credits: float) -> None:
        super().__init__("price_above_max", f"The price is {credits} credits; max_credits is {max_credits:g}.")
        self.credits = credits
        self.max_credits = max_credits


class StoppedError(HinterlandError):
    """The job was stopped before its last point; `frame` has the points that were done."""

    def __init__(self, detail: str, frame: Any) -> None:
        super().__init__("job_stopped", detail)
        self.frame = frame
