"""Sales models and site search: what `hinterland call` says of the same question, offline and by a service."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import geopandas as gpd
import pandas as pd
import pytest
import shapely

import hinterland as hl
from conftest import Demo, call

STORES = pd.DataFrame(
    [
        (0.0, 0.012, 900, 5_400_000),
        (0.004, -0.014, 1200, 6_100_000),
        (-0.008, 0.004, 650, 4_300_000),
        (0.012, 0.008, 1500, 7_200_000),
        (-0.012, -0.016, 800, 3_900_000),
        (0.02, -0.006, 1100, 4_800_000),
        (0.024, 0.014, 1400, 5_600_000),
        (0.008, 0.028, 700, 3_100_000),
        (0.016, -0.03, 950, 3_500_000),
        (-0.004, -0.034, 1250, 4_700_000),
        (0.0, 0.02, 500, None),
    ],
    columns=["north", "east", "area", "turnover"],
).assign(lat=lambda frame: (-36.2 + frame.north).round(6), lng=lambda frame: (-151.7 + frame.east).round(6))
PLACES = [{"lat": -36.195, "lng": -151.69}, {"lat": -36.205, "lng": -151.715}]
SECTOR = "food.supermarket"


def calibrated(client: hl.Client, **paid: Any) -> pd.DataFrame:
    # One store has the sales of periods, the others those of a year.
    sales = STORES.turnover.astype(object)
    sales.iloc[9] = [{"period": "2024", "amount": 4_700_000}, {"period": "2025", "amount": 3_000_000}]
    opened = pd.Series([None] * 9 + ["2022-05-01", None], dtype=object)
    return client.market_calibrate(STORES, sector_code=SECTOR, sales=sales, square_meters=STORES.area, opened_at=opened, **paid)


@pytest.fixture(scope="module")
def learned(offline: hl.Client) -> pd.DataFrame:
    return calibrated(offline)


def test_a_model_is_that_of_the_command_line(demo: Demo, online: hl.Client, learned: pd.DataFrame, tmp_path: Path) -> None:
    stores = [
        {"id": str(i), "lat": row.lat, "lng": row.lng, "squareMeters": row.area, "sales": row.turnover} for i, row in enumerate(STORES[:10].itertuples())
    ]
    stores[9].update(sales=[{"period": "2024", "amount": 4_700_000}, {"period": "2025", "amount": 3_000_000}], openedAt="2022-05-01")
    expected = call(demo, "market.calibrate", {"sectorCode": SECTOR, "stores": stores})
    assert learned["status"].tolist() == ["ok"] * 10 + ["refused"]
    for column, member in (("predicted", "predicted"), ("error", "error"), ("observed", "observed")):
        assert learned[column].tolist()[:10] == [store[member] for store in expected["stores"]]
    assert learned.hl.answer["sentence"] == expected["sentence"]
    assert learned.hl.model["fitted"] == expected["model"]["fitted"]
    assert learned.hl.explain("predicted").title == "Predicted"
    other = calibrated(online, max_credits=20)
    names = ["status", "predicted", "error", "observed", "is_outlier"]
    pd.testing.assert_frame_equal(other[names], learned[names], check_exact=True)
    assert other.hl.model["fitted"] == learned.hl.model["fitted"]
    # The model is kept with the frame.
    learned.drop(columns="turnover").to_parquet(tmp_path / "model.parquet")
    assert pd.read_parquet(tmp_path / "model.parquet").hl.model == learned.hl.model


def test_places_are_forecast_by_the_model(demo: Demo, offline: hl.Client, online: hl.Client, learned: pd.DataFrame) -> None:
    ranked = offline.rank_sites(PLACES, sector_code=SECTOR, model=learned)
    given = {"candidates": [{"id": str(i), **place} for i, place in enumerate(PLACES)], "sectorCode": SECTOR, "model": learned.hl.model}
    expected = {row["id"]: row["forecast"] for row in call(demo, "site.rank", given)["candidates"]}
    assert ranked["forecast_sales"].tolist() == [expected[str(row)]["sales"] for row in range(2)]
    assert ranked["forecast_range80_low"].tolist() == [expected[str(row)]["range80"]["low"] for row in range(2)]
    other = online.rank_sites(PLACES, sector_code=SECTOR, model=learned.hl.model, max_credits=1000)
    pd.testing.assert_frame_equal(other.drop(columns="problem"), ranked.drop(columns="problem"), check_exact=True)
    compared = offline.compare_sites(PLACES, minutes=[10], sector_code=SECTOR, model=learned)
    assert compared["forecast_sales"].tolist() == ranked["forecast_sales"].tolist()
    with pytest.raises(KeyError, match="market_calibrate"):
        _ = ranked.hl.model


def test_a_search_finds_the_places_of_the_command_line(demo: Demo, offline: hl.Client, online: hl.Client) -> None:
    shape = shapely.box(-151.73, -36.22, -151.67, -36.18)
    own = pd.DataFrame({"lat": [-36.2], "lng": [-151.7], "square_meters": [120.0]}, index=["main"])
    asked = gpd.GeoSeries([shapely.Point(-151.68, -36.196)], index=["corner"], crs="OGC:CRS84")
    words: dict[str, Any] = {"candidates": "addresses", "spacing_meters": 200, "list_count": 5, "open_count": 2}
    given = {
        "sectorCode": "food.bakery",
        "polygon": {"type": "Polygon", "coordinates": [[list(corner) for corner in shape.exterior.coords]]},
        "ownStores": [{"id": "main", "lat": -36.2, "lng": -151.7, "squareMeters": 120.0}],
        "askedPlaces": [{"id": "corner", "lat": -36.196, "lng": -151.68}],
        **{"candidates": "addresses", "spacingMeters": 200, "listCount": 5, "openCount": 2},
    }
    expected = call(demo, "site.search", given)
    found = offline.site_search(sector_code="food.bakery", polygon=shape, own_stores=own, asked_places=asked, **words)
    assert found["gain"].tolist() == [place["gain"] for place in expected["places"]]
    assert found.geometry.x.tolist() == [place["lng"] for place in expected["places"]]
    assert found["reached_residents"].tolist() == [place["reached"]["residents"] for place in expected["places"]]
    assert found.hl.answer["set"] == expected["set"] and found.hl.answer["asked"] == expected["asked"]
    assert found.crs == "OGC:CRS84" and found.hl.explain("gain").unit == f"{expected['currency']} per year"
    assert online.site_search.quote(sector_code="food.bakery", polygon=shape).credits == 100
    other = online.site_search(sector_code="food.bakery", polygon=shape, own_stores=own, asked_places=asked, max_credits=100, **words)
    pd.testing.assert_frame_equal(pd.DataFrame(other), pd.DataFrame(found), check_exact=True)


def test_a_search_that_cannot_be_made_says_why(offline: hl.Client, online: hl.Client) -> None:
    with pytest.raises(hl.QuestionError, match="sector_code"):
        offline.site_search(minutes=10)
    with pytest.raises(hl.HinterlandError, match="sectorCode"):
        online.site_search(minutes=10, max_credits=100)
    with pytest.raises(TypeError, match="max_credits"):
        online.site_search(sector_code="food.bakery")
    with pytest.raises(hl.PriceError):
        online.site_search(sector_code="food.bakery", max_credits=99)
