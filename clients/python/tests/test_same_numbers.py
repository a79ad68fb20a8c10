from __future__ import annotations

from typing import Any

import geopandas as gpd
import pandas as pd
import pytest
import shapely

import hinterland as hl

PLACES = pd.DataFrame(
    {
        "name": ["town", "hill", "nowhere", "sea", "port"],
        "lat": [-36.2, -36.19, None, -37.9, -36.205],
        "lng": [-151.7, -151.69, -151.7, -150.0, -151.71],
    },
    index=["a", "b", "c", "d", "e"],
)
ADDRESSES = pd.DataFrame({"address": ["56 Northern Road, Port Halcyon", "no such street 1, nowhere", None]})


@pytest.mark.parametrize(
    ("function", "frame", "words"),
    [
        ("isochrone", PLACES, {"minutes": [5, 10], "outlines": True}),
        ("isochrone", PLACES[:1], {"minutes": [5, 7.5], "mode": "walk"}),
        ("isochrone", PLACES[:2], {"radius_kilometers": [1, 1.5]}),
        ("people_economy", PLACES[:2], {"minutes": 10, "topics": ["residents", "income"]}),
        ("category_mix", PLACES[:2], {"minutes": [5], "categories": ["food.bakery", "food.supermarket"]}),
        ("enrich", PLACES, {"minutes": [5, 10], "include": ["sectors"], "sectors": ["food.bakery"]}),
        ("reverse", PLACES, {}),
        ("brands", PLACES[:2], {"minutes": [5], "brands": ["Halcyon Fare"]}),
        ("matrix", PLACES, {"destinations": PLACES[:2], "max_minutes": 5}),
        ("nearest", PLACES, {"sector_code": "food.bakery", "count": 2, "mode": "walk"}),
        ("brand_coverage", PLACES[:2], {"brand": "Halcyon Fare", "minutes": 8}),
        ("coverage", PLACES, {"minutes": 8}),
        ("rank_sites", PLACES, {"sector_code": "food.bakery"}),
        ("compare_sites", PLACES[:2], {"minutes": [10]}),
    ],
)
def test_local_equals_remote_to_the_last_digit(
    offline: hl.Client, online: hl.Client, function: str, frame: pd.DataFrame, words: dict[str, Any]
) -> None:
    one = getattr(offline, function)(frame, **words)
    paid = {} if function == "reverse" else {"max_credits": 1000}
    other = getattr(online, function)(frame, **words, **paid)
    assert list(one.columns) == list(other.columns)
    assert one["status"].tolist() == other["status"].tolist()
    assert "ok" in one["status"].tolist()
    codes = [problem if pd.isna(problem) else problem.split(":")[0] for problem in one["problem"]]
    assert codes == [problem if pd.isna(problem) else problem.split(":")[0] for problem in other["problem"]]
    for name in one.columns.drop("problem"):
        left, right = one[name], other[name]
        if name.startswith("outline_"):
            assert [None if pd.isna(shape) else shape.wkb for shape in left] == [None if pd.isna(shape) else shape.wkb for shape in right]
        else:
            pd.testing.assert_series_equal(left, right, check_exact=True)
    assert one.hl.metadata["columns"] == other.hl.metadata["columns"]


def test_addresses_are_found_and_then_asked_about(offline: hl.Client) -> None:
    found = offline.resolve(ADDRESSES)
    assert found["address_display_line"].notna().tolist() == [True, False, False]
    near = offline.isochrone(ADDRESSES, minutes=[10])
    assert near["status"].tolist() == ["ok", "refused", "refused"]
    assert list(near.columns[:1]) == ["address"]


def test_any_crs_gives_the_same_places(offline: hl.Client) -> None:
    degrees = gpd.GeoDataFrame(PLACES.dropna(), geometry=gpd.points_from_xy(PLACES.dropna().lng, PLACES.dropna().lat), crs="EPSG:4326")
    meters = degrees.to_crs("EPSG:3857")
    one, other = offline.isochrone(degrees, minutes=[5]), offline.isochrone(meters, minutes=[5])
    assert isinstance(other, gpd.GeoDataFrame)
    assert other.crs == meters.crs
    assert other.geometry.equals(meters.geometry)
    assert one["residents_5min"].equals(other["residents_5min"])


def test_a_member_may_differ_by_row(offline: hl.Client) -> None:
    frame = PLACES.iloc[[0, 0]]
    both = offline.isochrone(frame, minutes=[10], mode=pd.Series(["car", "walk"], index=frame.index))
    alone = [offline.isochrone(frame[:1], minutes=[10], mode=mode)["residents_10min"].iloc[0] for mode in ("car", "walk")]
    assert both["residents_10min"].tolist() == alone
    assert alone[0] > alone[1]


def test_polygons_and_null_geometries_are_rows_with_a_problem(offline: hl.Client) -> None:
    shapes = [shapely.box(-151.7, -36.2, -151.6, -36.1), None, shapely.Point(), shapely.Point(-151.7, -36.2)]
    out = offline.isochrone(gpd.GeoDataFrame(geometry=shapes, crs=4326), minutes=[5])
    assert out["status"].tolist() == ["refused", "refused", "refused", "ok"]


@pytest.mark.parametrize("data", [[(-36.2, -151.7)], 7, "56 Northern Road"])
def test_what_is_no_table_of_places_is_refused(offline: hl.Client, data: Any) -> None:
    with pytest.raises(TypeError, match="GeoDataFrame"):
        offline.isochrone(data, minutes=[5])


def test_a_geodataframe_without_crs_is_refused(offline: hl.Client) -> None:
    with pytest.raises(ValueError, match="no CRS"):
        offline.isochrone(gpd.GeoDataFrame(geometry=[shapely.Point(0, 0)]), minutes=[5])
