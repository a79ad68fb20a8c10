"""Rows out are rows in: random frames through the worker, in random batches. HINTERLAND_FRAMES sets their number, 2,000 for a long run."""

from __future__ import annotations

import os
from typing import Any
from unittest import mock

import geopandas as gpd
import numpy as np
import pandas as pd
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import hinterland as hl
from hinterland import _local

MOST = int(os.environ.get("HINTERLAND_FRAMES", "150"))
MOST_ROWS = 5000

numbers = st.one_of(
    st.floats(-36.3, -36.1),
    st.floats(allow_nan=True, allow_infinity=True),
    st.none(),
    st.integers(-400, 400),
    st.sampled_from(["-36.2", "north", "", True]),
)
labels = st.one_of(st.integers(0, 3), st.text(max_size=2), st.none(), st.floats(0, 2))


@st.composite
def frames(draw: Any) -> pd.DataFrame:
    count = draw(st.one_of(st.integers(0, 8), st.integers(0, 130), st.integers(0, 8), st.integers(0, MOST_ROWS)))
    lats = draw(st.lists(numbers, min_size=min(count, 8), max_size=min(count, 8)))
    lat = [lats[i % len(lats)] for i in range(count)]
    good = draw(st.lists(st.booleans(), min_size=1, max_size=5))
    lng = [-151.7 + i / 1e4 if good[i % len(good)] else draw(numbers) for i in range(count)]
    index = draw(st.lists(labels, min_size=1, max_size=4))
    frame = pd.DataFrame({"status": range(count), "lat": pd.array(lat, dtype=object), "lng": pd.array(lng, dtype=object)})
    frame.index = pd.Index([index[i % len(index)] for i in range(count)], dtype=object)
    if not draw(st.booleans()):
        return frame
    crs = draw(st.sampled_from(["EPSG:4326", "EPSG:3857", "EPSG:2193"]))
    x = pd.to_numeric(frame["lng"], errors="coerce").to_numpy(dtype=float)
    y = pd.to_numeric(frame["lat"], errors="coerce").to_numpy(dtype=float)
    x, y = np.where(np.abs(x) <= 180, x, np.nan), np.where(np.abs(y) <= 85, y, np.nan)
    points = gpd.points_from_xy(np.nan_to_num(x), np.nan_to_num(y), crs=4326).to_crs(crs)
    shapes = [None if np.isnan(x[i]) or np.isnan(y[i]) else points[i] for i in range(count)]
    return gpd.GeoDataFrame(frame[["status"]], geometry=gpd.GeoSeries(shapes, index=frame.index, crs=crs))


@settings(max_examples=MOST, deadline=None, suppress_health_check=list(HealthCheck), print_blob=True)
@given(frame=frames(), batch=st.integers(1, 1500))
def test_rows_out_are_rows_in(offline: hl.Client, frame: pd.DataFrame, batch: int) -> None:
    before = frame.copy(deep=True)
    # One row to a batch for thousands of rows would only take time.
    with mock.patch.object(_local, "_BATCH_ROWS", max(batch, len(frame) // 300)):
        out = offline.reverse(frame)
    assert len(out) == len(frame)
    assert out.index.equals(frame.index)
    pd.testing.assert_frame_equal(pd.DataFrame(out[list(frame.columns)]), pd.DataFrame(before))
    pd.testing.assert_frame_equal(pd.DataFrame(frame), pd.DataFrame(before))
    status = out["hl_status"]
    assert set(status) <= {"ok", "refused"}
    assert (out["problem"].isna() == (status == "ok")).all()
    # A bad row never costs its neighbours: each row alone has the answer that it has among the others.
    if len(frame) in range(1, 9):
        alone = [offline.reverse(frame.iloc[[row]])["hl_status"].iloc[0] for row in range(len(frame))]
        assert alone == status.tolist()


@settings(max_examples=max(10, MOST // 20), deadline=None, suppress_health_check=list(HealthCheck), print_blob=True)
@given(frame=frames())
def test_local_equals_remote(offline: hl.Client, online: hl.Client, frame: pd.DataFrame) -> None:
    # A service takes 600 requests a minute from a key, and a row is two.
    few = frame.iloc[:4]
    one, other = offline.reverse(few), online.reverse(few)
    assert list(one.columns) == list(other.columns)
    for name in one.columns:
        if name == "problem":
            codes = [[None if pd.isna(said) else said.split(":")[0] for said in side[name]] for side in (one, other)]
            assert codes[0] == codes[1]
        elif name != "geometry":
            pd.testing.assert_series_equal(one[name], other[name], check_exact=True)


def test_many_rows_in_their_order(offline: hl.Client) -> None:
    random = np.random.default_rng(1)
    frame = pd.DataFrame({"lat": -36.2 + random.normal(0, 0.02, 5000), "lng": -151.7 + random.normal(0, 0.02, 5000)}, index=[0] * 5000)
    frame.iloc[::7, 0] = np.nan
    seen: list[int] = []
    out = offline.reverse(frame, progress=lambda done, total: seen.append(done))
    assert seen == sorted(seen) and seen[-1] == 5000
    assert ((out["status"] == "ok") == frame["lat"].notna()).all()
    near = out.dropna(subset=["pole_lat"])
    assert len(near) > 3000
    assert ((near["pole_lat"] - near["lat"]).abs() < 0.02).all()
