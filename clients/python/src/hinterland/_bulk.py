"""Many rows by a service: as background jobs of up to 500 points each, where single calls would wait for the limit of calls in a minute."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Sequence
from typing import Any

from ._backend import Question
from ._errors import HinterlandError, IncompleteWarning, QuestionError
from ._frames import Answers, empty_answers
from ._jobs import POINTS, Job
from ._paying import keys_of
from ._transport import Transport
from ._words import in_words

#: Rows up to which single calls are as fast: a service lets about that many charged calls through at once.
CALLS = 60
_ACTION = "enrich.points"


def goes_by_jobs(question: Question, rows: Sequence[int]) -> bool:
    """Whether a job answers the question: the rows differ by their places alone."""
    return question.action == "enrich.point" and len(rows) > CALLS and not question.columns


def answer_by_jobs(transport: Transport, question: Question, rows: Sequence[int], data: Any, agree: Callable[[int], None]) -> Answers:
    """
    Answers the rows in parts, each a job whose idempotency key follows from its points: the same call again finds the same jobs, and asks for what
    a stopped one left out. What ends the work after the first job leaves the rows that came, with an IncompleteWarning.
    """
    answers = empty_answers(len(question.rows))
    for row in question.rows.faults:
        answers.problem[row] = question.rows.fault(row)
    parts = [list(rows[first : first + POINTS]) for first in range(0, len(rows), POINTS)]
    prices = [_price(transport, question, part, answers) for part in parts]
    agree(sum(prices))
    jobs: list[str] = []
    left = [row for part in parts for row in part]
    error: BaseException | None = None
    while parts and error is None:
        part, price = parts.pop(0), prices.pop(0)
        if not part:
            continue
        error = _do(transport, question, part, price, data, answers, jobs, len(question.rows) - len(left))
        skipped = [row for row in part if answers.status[row] == "not_asked"]
        left = [row for row in left if row not in set(part) or row in skipped]
        if error is None and skipped and len(skipped) < len(part):
            # A job of an earlier call that was stopped: the points that it left out are a job of their own.
            parts.append(skipped)
            prices.append(_price(transport, question, skipped, answers))
    answers.metadata["jobs"] = jobs
    if error is not None:
        if not any(status == "ok" for status in answers.status):
            raise error
        reason = "interrupted: The call was stopped" if isinstance(error, KeyboardInterrupt) else str(error).rstrip(".")
        for row in left:
            answers.status[row], answers.problem[row] = "not_asked", f"{reason}. Asked again it is charged once at most."
        warnings.warn(f"{reason}. {len(left)} of {len(answers.status)} rows have no answer; ask again for the rest.", IncompleteWarning, stacklevel=4)
    return answers


def _do(
    transport: Transport, question: Question, part: Sequence[int], price: int, data: Any, answers: Answers, jobs: list[str], before: int
) -> BaseException | None:
    """Runs a job on rows and puts what it has found into the answers; returns what ended it early."""
    body = _body(question, part)
    (key,) = keys_of(_ACTION, [body], data)
    job: Job | None = None
    error: BaseException | None = None
    try:
        started = transport.json("POST", f"/api/v1/actions/{_ACTION}/execute", {**body, "quotedCredits": price}, key=key)
        job = Job(str(started["result"]["jobId"]), transport, question.rows, list(part))
        jobs.append(job.id)
        job.wait(lambda done, _: question.tell(before + done))
    except BaseException as thrown:  # noqa: BLE001
        if job is None:
            return thrown
        error = thrown
        try:
            job.stop()
            job.wait()
        except HinterlandError:
            pass  # It has ended, or the service is gone: what is there is read below.
    try:
        job.collect(answers)
    except HinterlandError as failed:
        error = error or failed
    return error


def _body(question: Question, part: Sequence[int]) -> dict[str, Any]:
    rows = question.rows
    assert rows.lat is not None and rows.lng is not None
    points = [{"id": str(row), "lat": float(rows.lat[row]), "lng": float(rows.lng[row])} for row in part]
    return {**question.constants, "points": points}


def _price(transport: Transport, question: Question, part: list[int], answers: Answers) -> int:
    """The price of a part, without the rows that are refused by their place: those are taken out."""
    while part:
        try:
            return int(transport.json("POST", f"/api/v1/actions/{_ACTION}/quote", _body(question, part))["quotedCredits"])
        except HinterlandError as error:
            faults = error.fields.get("errors") or []
            at = {int(match.group(1)): str(one.get("detail", error.detail)) for one in faults if (match := re.match(r"#/points/(\d+)", str(one.get("pointer", ""))))}
            if not at:
                if error.code == "validation_error":
                    raise QuestionError(in_words(error.detail), error.fields) from None
                raise
            for number, detail in at.items():
                answers.problem[part[number]] = f"{error.code}: {detail}"
            part[:] = [row for number, row in enumerate(part) if number not in at]
    return 0
