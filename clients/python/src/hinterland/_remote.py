"""Answers of a service, for credits."""

from __future__ import annotations

import io
import re
import threading
import warnings
from collections.abc import Sequence
from typing import Any

import pyarrow as pa

from ._backend import Question
from ._bulk import answer_by_jobs, goes_by_jobs
from ._errors import HinterlandError, IncompleteWarning, PriceError, QuestionError
from ._frames import Answers, empty_answers, place_row
from ._paying import Paid, keys_of, pay
from ._quote import Quote
from ._stream import open_stream
from ._transport import ARROW, Transport
from ._words import in_words

#: Codes of problems of the question, which are the row's own; all others end the call.
_OF_THE_ROW = ("validation_error", "outside_coverage", "no_service", "territory_too_large")


class RemoteBackend:
    charges = True

    def __init__(self, transport: Transport, parallel: int) -> None:
        self.transport = transport
        self._parallel = parallel
        #: Idempotency keys of the questions that this client has charged.
        self._paid: set[str] = set()

    def __str__(self) -> str:
        return "the service " + re.sub(r"//[^/@]*@", "//", self.transport.url)

    def quote(self, question: Question) -> Quote:
        if question.shape == "table":
            return self._quote_table(question, {})[0]
        lines: dict[str, float] = {}
        credits: dict[int, int] = {}
        rows = _askable(question)
        lock = threading.Lock()

        def price(number: int) -> int:
            quoted = self._quoted(question, rows[number])
            with lock:
                _add_lines(lines, quoted)
            credits[number] = int(quoted["quotedCredits"])
            return 0

        # Nothing is executed: there is nothing to agree to, and the answers of free questions are left alone.
        pay([""] * len(rows), price, lambda due: None, lambda *_: None, _is_of_the_row, parallel=self._parallel)
        return Quote(sum(credits.values()), len(credits), lines, len(question.rows) - len(credits))

    def answer(self, question: Question, max_credits: float | None) -> Answers:
        if question.shape == "table":
            return self._answer_table(question, max_credits)
        answers = empty_answers(len(question.rows))
        for row in question.rows.faults:
            answers.problem[row] = question.rows.fault(row)
        rows = _askable(question)
        if goes_by_jobs(question, rows):
            return answer_by_jobs(self.transport, question, rows, self._data(), lambda due: self._agree(due, max_credits))
        bodies = [_input(question, row) for row in rows]
        keys = keys_of(question.action, bodies, self._data() if question.charged else None)
        already = {*self._paid, *question.rows.frame.attrs.get("hinterland", {}).get("paid", [])}

        def price(number: int) -> int:
            return int(self._quoted(question, rows[number])["quotedCredits"])

        def execute(number: int, credits: int, key: str, stop: threading.Event) -> pa.Table:
            return self._execute(question.action, {**bodies[number], "quotedCredits": credits}, ARROW, key, stop)

        done = pay(
            keys,
            price,
            lambda due: self._agree(due, max_credits),
            execute,
            _is_of_the_row,
            parallel=self._parallel,
            paid=already,
            progress=lambda ended, _: question.tell(ended + len(question.rows) - len(rows)),
        )
        for number, table in done.answers.items():
            place_row(answers, rows[number], table)
        for number, error in done.refused.items():
            answers.problem[rows[number]] = sentence(error)
        self._paid |= done.keys
        if done.error is not None:
            self._mark_unasked(answers, rows, done, already)
        return answers

    def _mark_unasked(self, answers: Answers, rows: Sequence[int], done: Paid, already: set[str]) -> None:
        """What is left after an error has it as its problem; what was charged is known to the next call, by the frame."""
        reason = "interrupted: The call was stopped" if isinstance(done.error, KeyboardInterrupt) else sentence(done.error)
        left = [row for number, row in enumerate(rows) if number not in done.answers and number not in done.refused]
        broken = {rows[number] for number in done.broken}
        for row in left:
            answers.status[row] = "failed" if row in broken else "not_asked"
            said = "It may be charged; asked again it costs nothing more." if row in broken else "It was not asked, and not charged."
            answers.problem[row] = f"{reason.rstrip('.')}. {said}"
        answers.metadata["paid"] = sorted({*done.keys, *already})
        warnings.warn(
            f"{reason.rstrip('.')}. {len(left)} of {len(answers.status)} rows have no answer; ask again with this frame: what was charged is not charged again.",
            IncompleteWarning,
            stacklevel=4,
        )

    def faults(self, question: Question) -> dict[int, str]:
        found: dict[int, str] = {}
        self._quote_table(question, found)
        return found

    def agree(self, due: int) -> None:
        self._agree(due, None)

    def ask(self, action: str, given: dict[str, Any], max_credits: float | None) -> dict[str, Any]:
        price = self.quote_one(action, given).credits
        self._agree(price, max_credits)
        (key,) = keys_of(action, [given], self._data() if price > 0 else None)
        body = {**given, "quotedCredits": price} if price > 0 else given
        response = self.transport.call("POST", f"/api/v1/actions/{action}/execute", body, key=key if price > 0 else None)
        answer: dict[str, Any] = response.json()["result"]
        return answer

    def _agree(self, due: int, max_credits: float | None) -> None:
        """Throws PriceError above the most, and HinterlandError where a balance or a limit does not cover all: nothing is charged then."""
        if max_credits is not None and due > max_credits:
            raise PriceError(due, max_credits)
        if due == 0:
            return
        me = self._told("/api/v1/me")
        credits, key = me.get("credits") or {}, me.get("key") or {}
        cap, used = key.get("monthlyCap"), key.get("monthlyUsage", 0)
        rooms = {
            "organization_balance": credits.get("available"),
            "team_limit": (credits.get("team") or {}).get("remaining"),
            "user_limit": (credits.get("user") or {}).get("remaining"),
            "api_key_limit": None if cap is None else max(0, cap - used),
        }
        blocked = {name: room for name, room in rooms.items() if room is not None and room < due}
        if blocked:
            first = next(iter(blocked))
            raise HinterlandError(
                "insufficient_credits",
                f"All rows together cost {due} credits; {blocked[first]:g} are left ({first}). Nothing was charged.",
                {"blockedBy": first, "blockedByAll": list(blocked), "requiredCredits": due, "availableCredits": blocked[first]},
            )

    def _data(self) -> Any:
        """The versions of the data: a question is charged again when they are others."""
        return self._told("/api/v1/data")

    def _told(self, path: str) -> dict[str, Any]:
        """What the service says there; nothing where it does not."""
        try:
            found = self.transport.json("GET", path)
        except (HinterlandError, ValueError) as error:
            if isinstance(error, HinterlandError) and error.fields.get("status") not in (403, 404):
                raise
            return {}
        return found if isinstance(found, dict) else {}

    def _quoted(self, question: Question, row: int) -> dict[str, Any]:
        try:
            quoted: dict[str, Any] = self.transport.json("POST", f"/api/v1/actions/{question.action}/quote", _input(question, row))
        except HinterlandError as error:
            _refuse_question(error, question)
            raise
        return quoted

    def quote_one(self, action: str, given: dict[str, Any]) -> Quote:
        quoted = self.transport.json("POST", f"/api/v1/actions/{action}/quote", given)
        lines: dict[str, float] = {}
        _add_lines(lines, quoted)
        return Quote(int(quoted["quotedCredits"]), 1, lines)

    def close(self) -> None:
        self.transport.close()

    def _execute(self, action: str, body: dict[str, Any], accept: str, key: str, stop: threading.Event | None = None) -> pa.Table:
        # One key for all attempts: a call that broke off after it was charged is computed again, and not charged.
        path = f"/api/v1/actions/{action}/execute"
        response = self.transport.call("POST", path, body, accept=accept, key=key, stop=stop or threading.Event())
        return open_stream(io.BytesIO(response.content)).read_all()

    def _quote_table(self, question: Question, faults: dict[int, str]) -> tuple[Quote, list[int]]:
        """Takes out the rows that the service refuses by their place, until the others have a price."""
        for row in range(len(question.rows)):
            if not question.rows.has_place(row):
                faults[row] = question.rows.fault(row)
        while True:
            rows = [row for row in range(len(question.rows)) if row not in faults]
            try:
                quote = self.transport.json("POST", f"/api/v1/actions/{question.action}/quote", _table_input(question, rows))
            except HinterlandError as error:
                _refuse_question(error, question)
                named = _rows_at_fault(error, question, rows)
                if not named or len(named) == len(rows):
                    if error.code not in _OF_THE_ROW:
                        raise
                    for row in rows:
                        faults[row] = sentence(error)
                    return Quote(0, 0, {}, len(question.rows)), []
                faults.update(named)
                continue
            lines: dict[str, float] = {}
            _add_lines(lines, quote)
            return Quote(int(quote["quotedCredits"]), 1, lines, len(faults)), rows

    def _answer_table(self, question: Question, max_credits: float | None) -> Answers:
        answers = empty_answers(len(question.rows))
        if len(question.rows) == 0:
            return answers
        faults: dict[int, str] = {}
        quote, rows = self._quote_table(question, faults)
        for row, problem in faults.items():
            answers.problem[row] = problem
        if not rows:
            return answers
        self._agree(quote.credits, max_credits)
        body = {**_table_input(question, rows), "quotedCredits": quote.credits}
        (key,) = keys_of(question.action, [body], self._data())
        table = self._execute(question.action, body, f"{ARROW}; list={question.list_name}", key)
        # The same call with the same key once more: it is answered, and not charged.
        path = f"/api/v1/actions/{question.action}/execute"
        answers.metadata["answer"] = self.transport.json("POST", path, body, key=key)["result"]
        at = {str(value): i for i, value in enumerate(table.column("id").to_pylist())} if "id" in table.column_names else {}
        for row in rows:
            found = at.get(question.rows.ids[row])
            if found is None:
                answers.status[row], answers.problem[row] = "ok", None
            else:
                place_row(answers, row, table, found)
        return answers


def sentence(error: BaseException | None) -> str:
    """Code and sentence of a problem."""
    if not isinstance(error, HinterlandError):
        return f"failed: {type(error).__name__}: {error}"
    errors = error.fields.get("errors") or []
    first = errors[0] if errors else {}
    return f"{error.code}: {first.get('detail', error.detail)}"


def _add_lines(lines: dict[str, float], quote: dict[str, Any]) -> None:
    for line in quote.get("quote", {}).get("lines", []):
        label = str(line.get("tariff", "call"))
        lines[label] = round(lines.get(label, 0.0) + float(line.get("credits", 0)), 3)


def _is_of_the_row(error: Exception) -> bool:
    return isinstance(error, HinterlandError) and not isinstance(error, QuestionError) and error.code in _OF_THE_ROW


def _refuse_question(error: HinterlandError, question: Question) -> None:
    """Throws QuestionError for a problem of what holds for all rows."""
    pointers = [str(one.get("pointer", "")) for one in error.fields.get("errors") or []]
    names = {match.group(1) for match in (re.match(r"#/(\w+)", pointer) for pointer in pointers) if match}
    of_rows = {"origins", "lat", "lng", "query", "polygon", "areas", question.list_name, *question.columns}
    if error.code == "validation_error" and names and not names & of_rows:
        raise QuestionError(in_words(f"{pointers[0]}: {sentence(error).partition(': ')[2]}"), error.fields) from None


def _askable(question: Question) -> list[int]:
    """Rows that have what their call needs."""
    return [row for row in range(len(question.rows)) if question.shape == "query" or question.has_place(row)]


def _input(question: Question, row: int) -> dict[str, Any]:
    own = {name: values[row] for name, values in question.columns.items() if values[row] is not None}
    members = {**question.constants, **own}
    rows = question.rows
    if question.shape == "query" or question.is_area(row) or rows.lat is None or rows.lng is None:
        return members
    place = {"lat": float(rows.lat[row]), "lng": float(rows.lng[row])}
    return {**members, "origins": [place]} if question.shape == "origins" else {**members, **place}


def _table_input(question: Question, rows: Sequence[int]) -> dict[str, Any]:
    assert question.list_name is not None
    return {**question.constants, question.list_name: question.items(rows)}


def _rows_at_fault(error: HinterlandError, question: Question, rows: Sequence[int]) -> dict[int, str]:
    named: dict[int, str] = {}
    for one in error.fields.get("errors") or []:
        match = re.match(rf"#/{question.list_name}/(\d+)", str(one.get("pointer", "")))
        if match and int(match.group(1)) < len(rows):
            named[rows[int(match.group(1))]] = f"{error.code}: {one.get('detail', error.detail)}"
    return named


