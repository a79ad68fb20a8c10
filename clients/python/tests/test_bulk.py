"""Frames of many rows go by jobs behind the same function: the same figures, one charge, progress, and what came after Ctrl-C."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pandas as pd
import pytest

import hinterland as hl
from conftest import Demo
from hinterland import _bulk, _jobs

WORDS: dict[str, Any] = {"minutes": [5], "include": ["people"]}


@pytest.fixture
def frame() -> pd.DataFrame:
    random = np.random.default_rng(17)
    lat = -36.2 + random.normal(0, 0.01, 12)
    lat[3], lat[7] = np.nan, -37.9
    return pd.DataFrame({"lat": lat, "lng": -151.7 + random.normal(0, 0.01, 12)}, index=[f"s{i}" for i in range(12)])


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_bulk, "CALLS", 4)
    monkeypatch.setattr(_bulk, "POINTS", 5)


def balance(client: hl.Client) -> float:
    return float(client.backend._told("/api/v1/me")["credits"]["balance"])  # type: ignore[attr-defined]


def test_jobs_give_the_figures_of_the_territory_and_are_charged_once(demo: Demo, offline: hl.Client, frame: pd.DataFrame) -> None:
    told: list[tuple[int, int]] = []
    with hl.connect(demo.url, demo.key) as client:
        before = balance(client)
        out = client.enrich(frame, max_credits=200, progress=lambda done, total: told.append((done, total)), **WORDS)
        paid = before - balance(client)
        assert len(out.hl.metadata["jobs"]) == 3 and told[-1][1] == 12
        expected = offline.enrich(frame, **WORDS)
        assert out["status"].tolist() == expected["status"].tolist()
        pd.testing.assert_frame_equal(out.drop(columns="problem"), expected.drop(columns="problem"), check_exact=True)
        meant = {name: about for name, about in expected.hl.metadata["columns"].items() if about}
        assert len(meant) > 800 and {name: out.hl.metadata["columns"][name] for name in meant} == meant
        again = client.enrich(out, max_credits=200, **WORDS)
        assert again["residents_5min"].equals(out["residents_5min"]) and before - balance(client) == paid > 0


def test_ctrl_c_keeps_what_came_and_the_next_call_asks_for_the_rest(demo: Demo, offline: hl.Client, frame: pd.DataFrame) -> None:
    moved = frame.assign(lng=frame["lng"] + 0.0005)
    count = int((offline.enrich(moved, **WORDS)["status"] == "ok").sum())

    def interrupt(done: int, total: int) -> None:  # noqa: ARG001
        if done >= 6:
            raise KeyboardInterrupt

    with hl.connect(demo.url, demo.key) as client:
        before = balance(client)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", hl.IncompleteWarning)
            first = client.enrich(moved, max_credits=200, progress=interrupt, **WORDS)
        came = int((first["status"] == "ok").sum())
        assert 0 < came < count and "not_asked" in set(first["status"])
        price = (before - balance(client)) / came
        rest = client.enrich(first, max_credits=200, **WORDS)
        assert rest["residents_5min"].equals(offline.enrich(moved, **WORDS)["residents_5min"])
        assert before - balance(client) == pytest.approx(price * count)


def test_a_wrong_question_and_the_cap_come_before_any_job(demo: Demo, frame: pd.DataFrame) -> None:
    with hl.connect(demo.url, demo.key) as client:
        before = balance(client)
        with pytest.raises(hl.PriceError):
            client.enrich(frame, max_credits=3, **WORDS)
        with pytest.raises(hl.QuestionError):
            client.enrich(frame, max_credits=300, minutes=[5], include=["everything"])
        assert balance(client) == before and _jobs.POINTS == 500
