"""The worker behind `local`: it is killed, and it outlives readers that leave."""

from __future__ import annotations

import threading
import time

import numpy as np
import pandas as pd
import pytest

import hinterland as hl
from conftest import COMMAND, Demo


def places(count: int) -> pd.DataFrame:
    random = np.random.default_rng(count)
    return pd.DataFrame({"lat": -36.2 + random.normal(0, 0.01, count), "lng": -151.7 + random.normal(0, 0.01, count)})


def test_a_killed_worker_is_an_error_and_the_next_call_has_another(demo: Demo) -> None:
    with hl.local(demo.folder, command=COMMAND) as client:
        client.reverse(places(1))
        process = client.backend._process  # type: ignore[attr-defined]
        threading.Timer(0.3, process.kill).start()
        with pytest.raises(hl.HinterlandError, match=r"broke off after \d+ of 3000 rows"):
            client.isochrone(places(3000), minutes=[5, 10])
        assert client.reverse(places(3))["status"].tolist() == ["ok"] * 3


def test_a_reader_that_leaves_costs_the_others_nothing(offline: hl.Client) -> None:
    class Enough(Exception):
        pass

    def stop(done: int, total: int) -> None:
        raise Enough

    for _ in range(20):
        with pytest.raises(Enough):
            offline.reverse(places(2000), progress=stop)
    assert (offline.reverse(places(500))["status"] == "ok").all()


def test_calls_of_several_threads_share_the_worker(offline: hl.Client) -> None:
    answers: dict[int, pd.DataFrame] = {}
    threads = [threading.Thread(target=lambda n=n: answers.update({n: offline.reverse(places(n))})) for n in (10, 200, 30, 400)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    assert {n: len(frame) for n, frame in answers.items()} == {n: n for n in (10, 200, 30, 400)}


def test_a_slow_reader_gets_all_rows(offline: hl.Client) -> None:
    out = offline.reverse(places(3000), progress=lambda done, total: time.sleep(0.002))
    assert (out["status"] == "ok").all()


def test_a_call_that_has_no_answer_at_all_says_why(offline: hl.Client) -> None:
    with pytest.raises(hl.HinterlandError, match="mode"):
        offline.isochrone(places(2), minutes=[5], mode="hovercraft")


def test_a_call_of_any_action_is_answered_offline_with_the_places_of_its_input(offline: hl.Client) -> None:
    """Whether the rows of the action are a place each, all together, or none."""
    at, other = {"lat": -36.2, "lng": -151.7}, {"lat": -36.205, "lng": -151.71}
    bands = offline.call("analysis.isochrone", {"origins": [at], "bandSeconds": [300]})["bands"]
    frame = offline.isochrone(pd.DataFrame([at]), minutes=[5])
    assert bands[0]["residents"] == frame["residents_5min"].item()
    asked = {"origins": [{"id": "a", **at}], "destinations": [{"id": "b", **other}]}
    matrix = offline.call("network.matrix", asked)
    assert (matrix["pairCount"], matrix["reachedCount"]) == (1, 1)
    found = offline.call("search.reverse_address", at)
    assert found["poles"]
