from __future__ import annotations

import httpx
import pyarrow as pa
import pytest

import hinterland as hl
from conftest import Demo

TOWN = [{"lat": -36.2, "lng": -151.7}]


def test_the_price_comes_before_the_charge(online: hl.Client) -> None:
    quote = online.enrich.quote(TOWN * 2, minutes=[5], include=["people"])
    assert (quote.credits, quote.calls, quote.refused) == (20, 2, 0)
    with pytest.raises(TypeError, match="max_credits"):
        online.enrich(TOWN, minutes=[5])
    with pytest.raises(hl.PriceError) as error:
        online.enrich(TOWN * 2, minutes=[5], include=["people"], max_credits=19)
    assert (error.value.credits, error.value.max_credits) == (20, 19)


def test_a_wrong_key_is_an_error_of_the_call(demo: Demo) -> None:
    with hl.connect(demo.url, "no-key") as client, pytest.raises(hl.HinterlandError, match="invalid_api_key"):
        client.isochrone(TOWN, minutes=[5], max_credits=3)


def test_a_job_has_a_row_for_each_row(online: hl.Client, offline: hl.Client) -> None:
    frame = [*TOWN, {"lat": None, "lng": 1.0}, {"lat": -36.19, "lng": -151.69}]
    job = online.start_enrich(frame, minutes=[5], include=["people"], max_credits=100)
    seen: list[tuple[int, int]] = []
    out = job.result(progress=lambda done, total: seen.append((done, total)), every_seconds=0.2)
    assert seen[-1] == (2, 2)
    assert out["status"].tolist() == ["ok", "refused", "ok"]
    same = offline.enrich(frame, minutes=[5], include=["people"])
    assert out["residents_5min"].equals(same["residents_5min"])
    assert list(out.columns) == list(same.columns)


def test_retries_obey_the_pause_and_repeat_with_the_same_key() -> None:
    keys: list[str] = []

    def answer(request: httpx.Request) -> httpx.Response:
        if request.url.path in ("/api/v1/me", "/api/v1/data"):
            return httpx.Response(404, json={"error": "not_found"})
        if request.url.path.endswith("/quote"):
            return httpx.Response(200, json={"quotedCredits": 3, "quote": {"lines": []}})
        keys.append(request.headers["idempotency-key"])
        if len(keys) == 1:
            return httpx.Response(429, headers={"Retry-After": "0.01"}, json={"error": "rate_limited"})
        if len(keys) == 2:
            raise httpx.ConnectError("cut")
        sink = pa.BufferOutputStream()
        table = pa.table({"residents_5min": [7.0]})
        with pa.ipc.new_stream(sink, table.schema) as writer:
            writer.write_table(table)
        return httpx.Response(200, content=sink.getvalue().to_pybytes())

    client = hl.connect("http://service", "key", http=httpx.Client(transport=httpx.MockTransport(answer)))
    out = client.isochrone(TOWN, minutes=[5], max_credits=3)
    assert out["residents_5min"].tolist() == [7.0]
    assert len(keys) == 3 and len(set(keys)) == 1
