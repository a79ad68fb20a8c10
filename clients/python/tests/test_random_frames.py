"""
Rows out are rows in: random frames through the worker, in random batches. HINTERLAND_FRAMES sets their number, 2,000 for a long run, which
`--hypothesis-seed` cuts into parts.
"""

from __future__ import annotations

import os
from decimal import Decimal
from typing import Any
from unittest import mock

import geopandas as gpd
import numpy as np
import pandas as pd
import shapely
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import hinterland as hl
from hinterland import _local

MOST = int(os.environ.get("HINTERLAND_FRAMES", "60"))
MOST_ROWS = 5000

numbers = st.one_of(
    st.floats(-36.3, -36.1),
    st.floats(allow_nan=True, allow_infinity=True),
    st.none(),
    st.integers(-400, 400),
    st.sampled_from(["-36.2", "north", "", True, b"-36.2", (1, 2), pd.NA, pd.NaT, Decimal("-36.2"), pd.Timestamp("2026-01-01"), 1j, 10**30]),
)
labels = st.one_of(st.integers(0, 3), st.text(max_size=2), st.none(), st.floats(0, 2))


@st.composite
def frames(draw: Any) -> pd.DataFrame:
    count = draw(st.one_of(st.integers(0, 8), st.integers(0, 130), st.integers(0, 8), st.integers(0, MOST_ROWS)))
    lats = draw(st.lists(numbers, min_size=min(count, 8), max_size=min(count, 8)))
    lat = [lats[i % len(lats)] for i in range(count)]
    good = draw(st.lists(st.booleans(), min_size=1, max_size=5))
    lng = [-151.7 + i / 1e4 if good[i % len(good)] else draw(numbers) for i in range(count)]
    frame = pd.DataFrame({"status": range(count), "lat": objects(lat), "lng": objects(lng)})
    if draw(st.booleans()):
        # Names may be there twice, and columns of any kind.
        frame.insert(0, draw(st.sampled_from(["status", "residents", 7])), pd.Categorical(["a"] * count), allow_duplicates=True)
    frame.index = draw(indexes(count))
    if not draw(st.booleans()):
        return frame
    crs = draw(st.sampled_from(["EPSG:4326", "OGC:CRS84", "EPSG:3857", "EPSG:2193", "EPSG:4979", "+proj=laea +lat_0=-36 +lon_0=-151"]))
    x, y = (np.array([number(value) for value in frame[name]], dtype=float) for name in ("lng", "lat"))
    x, y = np.where(np.abs(x) <= 180, x, np.nan), np.where(np.abs(y) <= 85, y, np.nan)
    points = gpd.points_from_xy(np.nan_to_num(x), np.nan_to_num(y), crs=4326).to_crs(crs)
    others = [None, shapely.Point(), shapely.box(-151.7, -36.2, -151.6, -36.1), shapely.MultiPoint([(-151.7, -36.2)])]
    other = draw(st.sampled_from(others))
    shapes = [other if np.isnan(x[i]) or np.isnan(y[i]) else points[i] for i in range(count)]
    own = frame.drop(columns=["lat", "lng"])
    return gpd.GeoDataFrame(own, geometry=gpd.GeoSeries(shapes, index=frame.index, crs=crs))


def number(value: Any) -> float:
    try:
        return float(value)
    except (TypeError, ValueError):
        return np.nan


def objects(values: list[Any]) -> Any:
    made = np.empty(len(values), dtype=object)
    for i, value in enumerate(values):
        made[i] = value
    return made


@st.composite
def indexes(draw: Any, count: int) -> pd.Index[Any]:
    kind = draw(st.sampled_from(["labels", "range", "times", "levels"]))
    if kind == "range":
        return pd.RangeIndex(3, 3 + 2 * count, 2)
    if kind == "times":
        return pd.DatetimeIndex([pd.Timestamp("2026-10-25 00:00", tz="Europe/Vienna")] * count)
    if kind == "levels":
        return pd.MultiIndex.from_arrays([[i // 2 for i in range(count)], ["x"] * count], names=["a", None])
    index = draw(st.lists(labels, min_size=1, max_size=4))
    return pd.Index([index[i % len(index)] for i in range(count)], dtype=object)


@settings(max_examples=MOST, deadline=None, suppress_health_check=list(HealthCheck), print_blob=True)
@given(frame=frames(), batch=st.one_of(st.integers(1, 5), st.integers(1, MOST_ROWS)), picked=st.lists(st.integers(0, MOST_ROWS), max_size=3))
def test_rows_out_are_rows_in(offline: hl.Client, frame: pd.DataFrame, batch: int, picked: list[int]) -> None:
    before = frame.copy(deep=True)
    # One row to a batch for thousands of rows would only take time.
    with mock.patch.object(_local, "_BATCH_ROWS", max(batch, len(frame) // 1000)):
        out = offline.reverse(frame)
    assert len(out) == len(frame)
    assert out.index.equals(frame.index)
    own = len(frame.columns)
    pd.testing.assert_frame_equal(pd.DataFrame(out.iloc[:, :own]), pd.DataFrame(before))
    pd.testing.assert_frame_equal(pd.DataFrame(frame), pd.DataFrame(before))
    status = out["hl_status"]
    assert set(status) <= {"ok", "refused"}
    assert (out["problem"].isna() == (status == "ok")).all()
    # A bad row never costs its neighbors: each row alone has the answer that it has among the others.
    rows = range(len(frame)) if len(frame) < 9 else {row % len(frame) for row in picked}
    for row in rows:
        alone = offline.reverse(frame.iloc[[row]])
        among = out.iloc[[row], own:]
        assert set(alone.columns[own:]) <= set(among.columns)
        for name in among.columns:
            value = alone[name].iloc[0] if name in alone.columns[own:] else None
            assert value == among[name].iloc[0] or (pd.isna(value) and pd.isna(among[name].iloc[0])), (row, name)


@settings(max_examples=max(10, MOST // 10), deadline=None, suppress_health_check=list(HealthCheck), print_blob=True)
@given(frame=frames())
def test_local_equals_remote(offline: hl.Client, online: hl.Client, frame: pd.DataFrame) -> None:
    # A service takes 600 requests a minute from a key, and a row is two.
    few = frame.iloc[:4]
    one, other = offline.reverse(few), online.reverse(few)
    assert list(one.columns) == list(other.columns)
    codes = [[None if pd.isna(said) else said.split(":")[0] for said in side["problem"]] for side in (one, other)]
    assert codes[0] == codes[1]
    figures = [pd.DataFrame(side.drop(columns=["problem", "geometry"], errors="ignore")) for side in (one, other)]
    pd.testing.assert_frame_equal(*figures, check_exact=True)


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
