"""A matrix that is larger than one call takes, asked in parts: its pairs are long, with from_id and to_id."""

from __future__ import annotations

import warnings
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ._backend import Backend, Question
from ._errors import HinterlandError, IncompleteWarning, PriceError
from ._frames import Answers, Rows, empty_answers, figure
from ._quote import Quote

#: The most of one call, as the schema of network.matrix has it.
ORIGINS, DESTINATIONS, PAIRS = 500, 1000, 50_000


def goes_by_parts(question: Question) -> bool:
    """Whether a question is a matrix beyond the limits of one call."""
    if question.action != "network.matrix":
        return False
    given = question.constants.get("destinations")
    if given is not None and not isinstance(given, list):
        return False
    origins, destinations = len(question.rows), len(question.rows if given is None else given)
    return origins > ORIGINS or destinations > DESTINATIONS or origins * destinations > PAIRS


def answer_by_parts(backend: Backend, question: Question, max_credits: float | None) -> Answers:
    """
    Answers a matrix by calls that each take as many origins as their limits allow. An origin costs once for every 1,000 destinations. Above
    `max_credits` for all parts together nothing is started; what ends the work after the first part leaves the rows that came, with an IncompleteWarning.
    """
    answers = empty_answers(len(question.rows))
    plan = _plan(backend, question)
    rows = plan.rows
    for row, problem in plan.faults.items():
        answers.problem[row] = problem
    if max_credits is not None and plan.due > max_credits:
        raise PriceError(plan.due, max_credits)
    backend.agree(plan.due)
    found: list[dict[str, Any]] = []
    done = 0
    error: BaseException | None = None
    for part, some, costs in zip(plan.parts, plan.inputs, plan.prices, strict=True):
        try:
            whole = _joined([backend.answer(given, cost).metadata["answer"] for given, cost in zip(some, costs, strict=True)])
        except (HinterlandError, KeyboardInterrupt) as thrown:
            error = thrown
            break
        found.append(whole)
        for at, origin in zip(part, whole["origins"], strict=True):
            _put(answers, rows[at], origin)
        done = part.stop
        question.tell(done + len(plan.faults))
    if error is not None:
        if not found:
            raise error
        reason = "interrupted: The call was stopped" if isinstance(error, KeyboardInterrupt) else str(error).rstrip(".")
        for row in rows[done:]:
            answers.status[row], answers.problem[row] = "not_asked", f"{reason}. Asked again it is charged once at most."
        warnings.warn(f"{reason}. {len(rows) - done} of {len(answers.status)} rows have no answer; ask again for the rest.", IncompleteWarning, stacklevel=4)
    answers.about["reached_count"] = {"title": "Reached", "unit": "count", "member": "origins.reachedCount"}
    if found:
        pairs = [origin for whole in found for origin in whole["origins"]]
        counts = {"destinationCount": plan.destinations, "pairCount": len(pairs) * plan.destinations, "reachedCount": sum(origin["reachedCount"] for origin in pairs)}
        answers.metadata.update({"action": question.action, "method": found[0]["method"], "dataVersion": found[0]["dataVersion"]})
        answers.metadata["answer"] = {**found[0], **counts, "origins": pairs}
    return answers


def quote_by_parts(backend: Backend, question: Question) -> Quote:
    """The price of all parts."""
    plan = _plan(backend, question)
    return Quote(plan.due, sum(map(len, plan.inputs)), {}, len(plan.faults))


@dataclass(frozen=True)
class _Plan:
    faults: dict[int, str]
    #: Rows that are asked, and the parts of these.
    rows: list[int]
    parts: list[range]
    #: Of each part a call for every 1,000 destinations, with its price.
    inputs: list[list[Question]]
    prices: list[list[int]]
    destinations: int

    @property
    def due(self) -> int:
        return sum(map(sum, self.prices))


def _plan(backend: Backend, question: Question) -> _Plan:
    faults = _faults(backend, question)
    rows = [row for row in range(len(question.rows)) if row not in faults]
    listed: list[dict[str, Any]] = question.constants.get("destinations") or question.items(rows)
    destinations = [listed[first : first + DESTINATIONS] for first in range(0, len(listed), DESTINATIONS)]
    step = max(1, min(ORIGINS, PAIRS // max([1, *map(len, destinations)])))
    parts = [range(first, min(first + step, len(rows))) for first in range(0, len(rows), step)]
    inputs = [[_part(question, [rows[at] for at in part], {**question.constants, "destinations": to}) for to in destinations] for part in parts]
    prices = [[backend.quote(given).credits for given in some] for some in inputs]
    return _Plan(faults, rows, parts, inputs, prices, len(listed))


def _faults(backend: Backend, question: Question) -> dict[int, str]:
    """Rows without a place that the service takes, with the reason; such a row would be at fault as a destination, too."""
    constants = question.constants
    if "destinations" in constants:
        constants = {**constants, "destinations": constants["destinations"][:1]}
    step = int(np.sqrt(PAIRS))
    found: dict[int, str] = {}
    for first in range(0, len(question.rows), step):
        some = list(range(first, min(first + step, len(question.rows))))
        found.update({first + row: problem for row, problem in backend.faults(_part(question, some, constants)).items()})
    return found


def _part(question: Question, some: list[int], constants: dict[str, Any]) -> Question:
    """The question on some of its rows."""
    rows = question.rows
    lat, lng = (None if values is None else values[some] for values in (rows.lat, rows.lng))
    faults = {at: rows.faults[row] for at, row in enumerate(some) if row in rows.faults}
    columns = {name: [values[row] for row in some] for name, values in question.columns.items()}
    taken = Rows(rows.frame.iloc[some], lat, lng, [rows.ids[row] for row in some], faults)
    return replace(question, rows=taken, columns=columns, constants=constants, progress=None)


def _joined(answers: list[dict[str, Any]]) -> dict[str, Any]:
    """Answers on the same origins as one, with the destinations of all."""
    first, *others = answers
    for other in others:
        for one, more in zip(first["origins"], other["origins"], strict=True):
            one["destinations"].extend(more["destinations"])
            one["reachedCount"] += more["reachedCount"]
    return first


def _put(answers: Answers, row: int, origin: dict[str, Any]) -> None:
    answers.status[row], answers.problem[row] = "ok", None
    figure(answers, "reached_count")[row] = origin["reachedCount"]
