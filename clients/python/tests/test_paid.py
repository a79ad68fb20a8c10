"""What was paid is in the frame, whatever ends the call; a repeat charges the rest alone."""

from __future__ import annotations

import itertools
import warnings
from collections.abc import Callable
from typing import Any

import httpx
import pandas as pd
import pytest

import hinterland as hl
from conftest import Demo
from fake_service import PRICE, FakeService
from hinterland import _transport

ROWS = 60
FRAME = pd.DataFrame({"lat": [-36.2 + i / 1e4 for i in range(ROWS)], "lng": [-151.7] * ROWS}, index=[f"s{i}" for i in range(ROWS)])


@pytest.fixture(autouse=True)
def no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_transport, "_pause", lambda attempt: 0.0)


def interrupted(at: int) -> Callable[[int, int], None]:
    def tell(done: int, total: int) -> None:  # noqa: ARG001
        if done == at:
            raise KeyboardInterrupt

    return tell


def asked(service: FakeService, frame: Any, *, parallel: int = 4, max_credits: float = PRICE * ROWS, **more: Any) -> pd.DataFrame:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", hl.IncompleteWarning)
        return service.client(parallel=parallel).isochrone(
            frame, minutes=[5], max_credits=max_credits, **more
        )


@pytest.mark.parametrize("parallel", [1, 4])
@pytest.mark.parametrize("kind", ["killed", "402", "500", "line lost", "ctrl-c"])
def test_d2_at_every_row_what_was_charged_is_in_the_frame_and_a_repeat_charges_the_rest(kind: str, parallel: int) -> None:
    # In turn at every row; of four at once what is under work differs from run to run.
    for at in range(1, ROWS + 1, 1 if parallel == 1 else 7):
        # A line that is lost once is repeated; lost twice it ends the call.
        many = {at, at + 1} if kind == "line lost" and parallel == 1 else {at}
        service = FakeService(lambda number, many=many: kind if kind != "ctrl-c" and number in many else None)  # type: ignore[misc]
        more = {"progress": interrupted(at)} if kind == "ctrl-c" else {}
        try:
            first = asked(service, FRAME, parallel=parallel, **more)
        except hl.HinterlandError:
            # Nothing had come: the first call failed.
            assert at <= parallel and kind in ("402", "500", "killed", "line lost"), (kind, at)
            first, most = FRAME, PRICE * ROWS
        else:
            assert first.index.tolist() == FRAME.index.tolist()
            ok = first["status"] == "ok"
            assert (first.loc[ok, "residents_5min"] == -first.loc[ok, "lat"]).all()
            # Charged rows are in the frame, but for one whose line was lost: that one says so.
            lost = set(service.charged.values()) - set(first.loc[ok, "lat"])
            assert lost <= set(first.loc[first["status"] == "failed", "lat"])
            assert set(first["status"]) <= {"ok", "failed", "not_asked"}
            assert first.loc[~ok, "problem"].str.contains("charged|costs nothing").all()
            most = PRICE * (ROWS if ok.all() else int((~ok).sum()))
        service.is_down, service.fails = False, lambda number: None
        again = asked(service, first, max_credits=most)
        assert again["status"].tolist() == ["ok"] * ROWS
        assert again["residents_5min"].tolist() == [-lat for lat in FRAME["lat"]]
        assert len(service.charged) == ROWS, (kind, at)
        assert [name for name in again.columns if str(name).startswith("hl_")] == []


def test_an_incomplete_frame_warns_and_tells_each_row() -> None:
    service = FakeService(lambda number: "402" if number == 16 else None)
    with pytest.warns(hl.IncompleteWarning, match="45 of 60 rows have no answer"):
        out = service.client(parallel=1).isochrone(FRAME, minutes=[5], max_credits=200)
    assert out["status"].tolist() == ["ok"] * 15 + ["not_asked"] * 45
    assert out["problem"].iloc[20] == "insufficient_credits: The balance does not cover the run. It was not asked, and not charged."


@pytest.mark.parametrize(("cap", "available", "blocked"), [(45, 1000, "api_key_limit"), (None, 30, "organization_balance")])
def test_d2_before_the_first_charge_the_balance_and_the_cap_decide_for_all_rows(cap: int | None, available: int, blocked: str) -> None:
    service = FakeService()
    service.monthly_cap, service.available = cap, available
    with pytest.raises(hl.HinterlandError, match=r"cost 90 credits; \d+ are left .* Nothing was charged") as error:
        service.client().isochrone(FRAME[:30], minutes=[5], max_credits=200)
    assert error.value.code == "insufficient_credits" and error.value.fields["blockedBy"] == blocked
    assert service.charged == {} and service.calls == 0


def test_a_second_call_of_the_same_question_pays_nothing_and_equal_rows_are_two() -> None:
    service = FakeService()
    twice = pd.concat([FRAME[:2], FRAME[:2]], ignore_index=True)
    asked(service, twice)
    assert len(service.charged) == 4
    asked(service, twice)
    assert len(service.charged) == 4
    # Another question is another charge.
    service.client().isochrone(twice, minutes=[10], max_credits=12)
    assert len(service.charged) == 8


def test_d10_a_wrong_question_is_raised_once_in_the_words_of_the_function() -> None:
    service = FakeService()
    with pytest.raises(hl.QuestionError, match=r"minutes\.0: A band limit must be 1 to 120 minutes"):
        service.client().isochrone(FRAME, minutes=[1 / 60], max_credits=200)
    assert service.calls == 0
    for wrong, said in (({"minutes": "10"}, "minutes takes a number"), ({"minutes": [5], "mode": "boat"}, "mode is one of car, walk")):
        with pytest.raises(ValueError, match=said):
            service.client().isochrone(FRAME, max_credits=200, **wrong)  # type: ignore[arg-type]


def test_the_row_keeps_its_own_fault_and_the_others_are_charged() -> None:
    service = FakeService()
    out = asked(service, pd.DataFrame({"lat": [-36.2, -85.0, "n/a", None], "lng": [-151.7] * 4}))
    assert out["status"].tolist() == ["ok", "refused", "refused", "refused"]
    assert out["problem"].tolist()[1:3] == ["outside_coverage: outside", "validation_error: lat is 'n/a', which is no number; give degrees with a point, such as -36.2."]
    assert len(service.charged) == 1


def test_d11_a_wrong_address_is_an_error_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    waits = itertools.count()
    monkeypatch.setattr(_transport, "_pause", lambda attempt: float(next(waits)))
    with pytest.raises(ValueError, match="begins with http:// or https://"):
        hl.connect("127.0.0.1:8080", "key")
    tried: list[str] = []

    def refuse(request: httpx.Request) -> httpx.Response:
        tried.append(request.url.path)
        raise httpx.ConnectError("Connection refused")

    client = hl.connect("http://127.0.0.1:9", "key", http=httpx.Client(transport=httpx.MockTransport(refuse)))
    with pytest.raises(hl.HinterlandError, match="http://127.0.0.1:9 cannot be reached: Connection refused"):
        client.isochrone(FRAME[:1], minutes=[5], max_credits=5)
    assert len(tried) == 1 and next(waits) == 0


def test_keys_follow_from_the_question_and_the_data(demo: Demo) -> None:
    with hl.connect(demo.url, demo.key) as client:
        before = client.call("analysis.isochrone", {"origins": [{"lat": -36.2, "lng": -151.7}], "bandSeconds": [420]}, max_credits=3)
    with hl.connect(demo.url, demo.key) as client:
        balance = client.backend._told("/api/v1/me")["credits"]["balance"]  # type: ignore[attr-defined]
        again = client.call("analysis.isochrone", {"origins": [{"lat": -36.2, "lng": -151.7}], "bandSeconds": [420]}, max_credits=3)
        assert client.backend._told("/api/v1/me")["credits"]["balance"] == balance  # type: ignore[attr-defined]
    assert before["bands"] == again["bands"]
