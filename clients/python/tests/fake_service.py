"""A service that counts what it charges, and fails where it is told to."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from typing import Any

import httpx
import pyarrow as pa

import hinterland as hl

PRICE = 3


class FakeService:
    """Charges a key once. `fails(number)` is what becomes of the charged call with that number, from 1: None, or a kind of failure."""

    def __init__(self, fails: Callable[[int], str | None] = lambda number: None) -> None:
        self.fails = fails
        #: Idempotency keys that were charged, with the latitude asked.
        self.charged: dict[str, float] = {}
        self.available = 1_000_000
        self.monthly_cap: int | None = None
        self.calls = 0
        self.is_down = False
        self._lock = threading.Lock()

    def answer(self, request: httpx.Request) -> httpx.Response:
        path = request.url.path
        with self._lock:
            if self.is_down:
                raise httpx.ConnectError("Connection refused")
            if path == "/api/v1/data":
                return httpx.Response(200, json={"territory": "2026-10"})
            if path == "/api/v1/me":
                key = {"monthlyCap": self.monthly_cap, "monthlyUsage": PRICE * len(self.charged)}
                return httpx.Response(200, json={"credits": {"available": self.available}, "key": key})
            body = json.loads(request.content)
            lat = body["origins"][0]["lat"]
            if body.get("bandSeconds") == [1]:
                fault = {"pointer": "#/bandSeconds/0", "detail": "A band limit must be 60 to 7200 seconds."}
                return httpx.Response(400, json={"error": "validation_error", "detail": "No.", "errors": [fault]})
            if lat < -80:
                return httpx.Response(422, json={"error": "outside_coverage", "detail": "outside"})
            if path.endswith("/quote"):
                return httpx.Response(200, json={"quotedCredits": PRICE, "quote": {"lines": [{"tariff": "call", "credits": PRICE}]}})
            return self._execute(request.headers["idempotency-key"], lat, "json" in request.headers.get("accept", ""))

    def _execute(self, key: str, lat: float, as_json: bool) -> httpx.Response:
        self.calls += 1
        kind = self.fails(self.calls)
        if kind == "killed":
            self.is_down = True
            raise httpx.ReadError("peer closed the connection")
        if kind == "402":
            return httpx.Response(402, json={"error": "insufficient_credits", "detail": "The balance does not cover the run."})
        if kind == "500":
            return httpx.Response(500, json={"error": "internal_error", "detail": "Something broke."})
        self.charged.setdefault(key, lat)
        if kind == "line lost":
            raise httpx.ReadError("the line is lost")
        if as_json:
            return httpx.Response(200, json={"figures": {"residents_5min": -lat}, "about": {}, "outlines": {}})
        sink = pa.BufferOutputStream()
        table = pa.table({"residents_5min": [-lat]})
        with pa.ipc.new_stream(sink, table.schema) as writer:
            writer.write_table(table)
        return httpx.Response(200, content=sink.getvalue().to_pybytes())

    def client(self, **options: Any) -> hl.Client:
        return hl.connect("http://service", "key", http=httpx.Client(transport=httpx.MockTransport(self.answer)), **{"attempts": 2, **options})
