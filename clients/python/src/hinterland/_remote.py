"""Answers of a service, for credits."""

from __future__ import annotations

import io
import re
import threading
import uuid
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pyarrow as pa

from ._backend import Question
from ._errors import HinterlandError, PriceError
from ._frames import NO_PLACE, Answers, empty_answers, place_row
from ._quote import Quote
from ._stream import open_stream
from ._transport import ARROW, Transport

#: Codes of problems of the question, which are the row's own; all others end the call.
_OF_THE_ROW = ("validation_error", "outside_coverage", "no_service", "territory_too_large")


class RemoteBackend:
    charges = True

    def __init__(self, transport: Transport, parallel: int) -> None:
        self.transport = transport
        self._parallel = parallel

    def quote(self, question: Question) -> Quote:
        return self._priced(question)[0]

    def answer(self, question: Question, max_credits: float | None) -> Answers:
        if question.shape == "table":
            return self._answer_table(question, max_credits)
        answers = empty_answers(len(question.rows))
        quote, prices = self._priced(question, answers)
        if max_credits is not None and quote.credits > max_credits:
            raise PriceError(quote.credits, max_credits)
        lock = threading.Lock()
        done = [0]

        def one(row: int) -> None:
            price = prices[row]
            if price is None:
                return
            body = {**_input(question, row), "quotedCredits": price}
            try:
                table = self._execute(question.action, body)
            except HinterlandError as error:
                if error.code not in _OF_THE_ROW:
                    raise
                with lock:
                    answers.problem[row] = sentence(error)
            else:
                with lock:
                    place_row(answers, row, table)
            with lock:
                done[0] += 1
                if question.progress is not None:
                    question.progress(done[0], len(question.rows))

        self._each(one, range(len(question.rows)))
        return answers

    def ask(self, action: str, given: dict[str, Any], max_credits: float | None) -> dict[str, Any]:
        price = self.quote_one(action, given).credits
        if max_credits is not None and price > max_credits:
            raise PriceError(price, max_credits)
        response = self.transport.call("POST", f"/api/v1/actions/{action}/execute", {**given, "quotedCredits": price}, key=uuid.uuid4().hex)
        answer: dict[str, Any] = response.json()["result"]
        return answer

    def quote_one(self, action: str, given: dict[str, Any]) -> Quote:
        quoted = self.transport.json("POST", f"/api/v1/actions/{action}/quote", given)
        lines: dict[str, float] = {}
        _add_lines(lines, quoted)
        return Quote(int(quoted["quotedCredits"]), 1, lines)

    def close(self) -> None:
        self.transport.close()

    def _each(self, work: Callable[[int], None], rows: Sequence[int]) -> None:
        with ThreadPoolExecutor(self._parallel) as pool:
            try:
                list(pool.map(work, rows))
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                raise

    def _execute(self, action: str, body: dict[str, Any], accept: str = ARROW, key: str | None = None) -> pa.Table:
        # One key for all attempts: a call that broke off after it was charged is computed again, and not charged.
        response = self.transport.call("POST", f"/api/v1/actions/{action}/execute", body, accept=accept, key=key or uuid.uuid4().hex)
        return open_stream(io.BytesIO(response.content)).read_all()

    def _priced(self, question: Question, answers: Answers | None = None) -> tuple[Quote, list[int | None]]:
        """The price of each row, None for those that are refused; their problems go into `answers`."""
        if question.shape == "table":
            quoted = self._quote_table(question, {}, answers)
            return quoted[0], []
        prices: list[int | None] = [None] * len(question.rows)
        lines: dict[str, float] = {}
        lock = threading.Lock()

        def one(row: int) -> None:
            if question.shape != "query" and not question.rows.has_place(row):
                return
            try:
                quote = self.transport.json("POST", f"/api/v1/actions/{question.action}/quote", _input(question, row))
            except HinterlandError as error:
                if error.code not in _OF_THE_ROW:
                    raise
                if answers is not None:
                    answers.problem[row] = sentence(error)
                return
            prices[row] = int(quote["quotedCredits"])
            with lock:
                _add_lines(lines, quote)

        self._each(one, range(len(question.rows)))
        known = [price for price in prices if price is not None]
        return Quote(sum(known), len(known), lines, len(prices) - len(known)), prices

    def _quote_table(self, question: Question, faults: dict[int, str], answers: Answers | None) -> tuple[Quote, list[int]]:
        """Takes out the rows that the service refuses by their place, until the others have a price."""
        for row in range(len(question.rows)):
            if not question.rows.has_place(row):
                faults[row] = NO_PLACE
        while True:
            rows = [row for row in range(len(question.rows)) if row not in faults]
            try:
                quote = self.transport.json("POST", f"/api/v1/actions/{question.action}/quote", _table_input(question, rows))
            except HinterlandError as error:
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
        quote, rows = self._quote_table(question, faults, answers)
        for row, problem in faults.items():
            answers.problem[row] = problem
        if not rows:
            return answers
        if max_credits is not None and quote.credits > max_credits:
            raise PriceError(quote.credits, max_credits)
        body = {**_table_input(question, rows), "quotedCredits": quote.credits}
        key = uuid.uuid4().hex
        table = self._execute(question.action, body, f"{ARROW}; list={question.list_name}", key)
        if question.whole:
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


def sentence(error: HinterlandError) -> str:
    errors = error.fields.get("errors") or []
    first = errors[0] if errors else {}
    return f"{error.code}: {first.get('detail', error.detail)}"


def _add_lines(lines: dict[str, float], quote: dict[str, Any]) -> None:
    for line in quote.get("quote", {}).get("lines", []):
        label = str(line.get("tariff", "call"))
        lines[label] = round(lines.get(label, 0.0) + float(line.get("credits", 0)), 3)


def _input(question: Question, row: int) -> dict[str, Any]:
    own = {name: values[row] for name, values in question.columns.items() if values[row] is not None}
    members = {**question.constants, **own}
    rows = question.rows
    if question.shape == "query" or rows.lat is None or rows.lng is None:
        return members
    place = {"lat": float(rows.lat[row]), "lng": float(rows.lng[row])}
    return {**members, "origins": [place]} if question.shape == "origins" else {**members, **place}


def _table_input(question: Question, rows: Sequence[int]) -> dict[str, Any]:
    assert question.list_name is not None and question.rows.lat is not None and question.rows.lng is not None
    items = [
        {
            "id": question.rows.ids[row],
            "lat": float(question.rows.lat[row]),
            "lng": float(question.rows.lng[row]),
            **{name: values[row] for name, values in question.columns.items() if values[row] is not None},
        }
        for row in rows
    ]
    return {**question.constants, question.list_name: items}


def _rows_at_fault(error: HinterlandError, question: Question, rows: Sequence[int]) -> dict[int, str]:
    named: dict[int, str] = {}
    for one in error.fields.get("errors") or []:
        match = re.match(rf"#/{question.list_name}/(\d+)", str(one.get("pointer", "")))
        if match and int(match.group(1)) < len(rows):
            named[rows[int(match.group(1))]] = f"{error.code}: {one.get('detail', error.detail)}"
    return named


