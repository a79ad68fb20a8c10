"""Background jobs of a service: up to 500 points each, with progress, a cap and a stop."""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import pandas as pd
import pyarrow as pa

from ._errors import HinterlandError, StoppedError
from ._frames import NO_PLACE, Answers, Rows, answered, empty_answers, place_figures, place_row
from ._transport import ARROW, FIGURES, Transport

POINTS = 500
_READERS = 4
_TERMINAL = ("succeeded", "stopped", "failed")


@dataclass
class Job:
    """A job on the points of a frame. It goes on when the program ends; `result` waits for it."""

    id: str
    _transport: Transport
    _rows: Rows
    #: Rows of the frame, in the order of the points.
    _sent: list[int]

    def state(self) -> dict[str, Any]:
        found: dict[str, Any] = self._transport.json("GET", f"/api/v1/jobs/{self.id}")
        return found

    def stop(self) -> None:
        """Ends it after the points under work; what is done stays, and is charged."""
        self._transport.call("POST", f"/api/v1/jobs/{self.id}/stop")

    def delete_results(self) -> None:
        """Deletes what a finished job has found, before its time; the job and its charge stay."""
        self._transport.call("DELETE", f"/api/v1/jobs/{self.id}/results")

    def wait(self, progress: Callable[[int, int], None] | None = None, every_seconds: float = 1.0) -> dict[str, Any]:
        while True:
            state = self.state()
            if progress is not None:
                counts = state["progress"]
                progress(counts["done"] + counts["skipped"] + counts["failed"], counts["total"])
            if state["status"] in _TERMINAL:
                return state
            time.sleep(every_seconds)

    def result(self, progress: Callable[[int, int], None] | None = None, every_seconds: float = 1.0) -> pd.DataFrame:
        """Waits, and returns the frame with a row for each of its rows. Throws StoppedError where it ended early."""
        state = self.wait(progress, every_seconds)
        answers = empty_answers(len(self._rows))
        self.collect(answers)
        frame = answered(self._rows, answers)
        reason = (state.get("result") or {}).get("stopReason")
        if state["status"] != "succeeded" and reason is not None:
            raise StoppedError(f"The job {self.id} ended early: {reason}.", frame)
        if state.get("error"):
            raise HinterlandError(state["error"]["error"], state["error"]["detail"])
        return frame

    def collect(self, answers: Answers) -> None:
        """Puts the points that are done where they belong; the others have their reason, and `not_asked` where the job did not come to them."""
        listed = self._transport.json("GET", f"/api/v1/jobs/{self.id}/results?limit={POINTS}")["data"]
        points = dict(zip(self._sent, listed, strict=True))
        for row, point in points.items():
            if point["status"] != "done":
                answers.status[row] = "not_asked" if point["status"] in ("skipped", "pending", "queued") else "refused"
                answers.problem[row] = f"{point['reason'] or point['status']}: {point.get('detail', 'The point has no result.')}"

        done = [(row, f"/api/v1/jobs/{self.id}/results/{point['index']}") for row, point in points.items() if point["status"] == "done"]

        def table(path: str) -> pa.Table:
            return pa.ipc.open_stream(self._transport.call("GET", path, accept=ARROW).content).read_all()

        def figures(path: str) -> dict[str, Any]:
            found: dict[str, Any] = self._transport.call("GET", path, accept=FIGURES).json()
            return found if found.get("outlines") == {} else {}

        # A file of Arrow costs the service ten times the JSON of the figures: the first one has what holds for all.
        for row, path in done[:1]:
            place_row(answers, row, table(path))
        with ThreadPoolExecutor(_READERS) as pool:
            for (row, path), found in zip(done[1:], pool.map(figures, [path for _, path in done[1:]]), strict=True):
                if not found or not place_figures(answers, row, found["figures"]):
                    place_row(answers, row, table(path))


def start_job(transport: Transport, rows: Rows, constants: dict[str, Any], max_credits: float) -> Job:
    """Starts a job on the rows that have a place. Throws HinterlandError for more than 500."""
    sent = [row for row in range(len(rows)) if rows.has_place(row)]
    if len(sent) > POINTS:
        raise HinterlandError("too_many_points", f"A job takes {POINTS} points; the frame has {len(sent)}. Start one for each part.")
    if not sent:
        raise HinterlandError("validation_error", NO_PLACE)
    assert rows.lat is not None and rows.lng is not None
    points = [{"id": rows.ids[row], "lat": float(rows.lat[row]), "lng": float(rows.lng[row])} for row in sent]
    body = {**constants, "points": points, "maxCredits": max_credits}
    path = "/api/v1/actions/enrich.points"
    quoted = transport.json("POST", f"{path}/quote", body)["quotedCredits"]
    started = transport.json("POST", f"{path}/execute", {**body, "quotedCredits": quoted}, key=uuid.uuid4().hex)
    return Job(str(started["result"]["jobId"]), transport, rows, sent)
