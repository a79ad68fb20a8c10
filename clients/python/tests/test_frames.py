"""Frames as people know them, areas as rows, and the whole answer in the frame: the cases of the review by their names."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from typing import Any

import geopandas as gpd
import pandas as pd
import pyarrow as pa
import pytest
import shapely

import hinterland as hl
from hinterland import _parts
from conftest import Demo, call

PLACES = pd.DataFrame({"lat": [-36.2, -36.19], "lng": [-151.7, -151.69]}, index=[5, 6])
SHAPES = [shapely.Point(-151.7, -36.2).buffer(0.02), shapely.Point(-151.69, -36.19).buffer(0.01)]


def test_d4_a_second_run_replaces_the_first_and_a_prefix_sets_it_beside(offline: hl.Client) -> None:
    car = offline.isochrone(PLACES, minutes=[10])
    walk = offline.isochrone(car, minutes=[10], mode="walk")
    fresh = offline.isochrone(PLACES, minutes=[10], mode="walk")
    pd.testing.assert_frame_equal(walk, fresh, check_exact=True)
    both = offline.isochrone(car, minutes=[10], mode="walk", prefix="walk_")
    assert both["residents_10min"].tolist() == car["residents_10min"].tolist()
    assert both["walk_residents_10min"].tolist() == fresh["residents_10min"].tolist()
    for name in ("residents_10min", "walk_residents_10min"):
        assert both.hl.explain(name).data_version == car.hl.explain("residents_10min").data_version
    # And again: the second question is replaced, the first one stays.
    again = offline.isochrone(both, minutes=[5], mode="walk", prefix="walk_")
    assert "walk_residents_10min" not in again and "walk_residents_5min" in again and "residents_10min" in again


def test_d5_a_series_is_aligned_by_its_labels(offline: hl.Client) -> None:
    out = offline.isochrone(PLACES, minutes=[30], mode=pd.Series(["car", "walk"], index=[6, 5]))
    expected = [offline.isochrone(PLACES.loc[[row]], minutes=[30], mode=mode)["residents_30min"].iloc[0] for row, mode in ((5, "walk"), (6, "car"))]
    assert out["residents_30min"].tolist() == expected
    with pytest.raises(hl.QuestionError, match="no label in common with the frame: its index begins with"):
        offline.isochrone(PLACES, minutes=[30], mode=pd.Series(["car", "walk"]))


@pytest.mark.parametrize("moment", [pd.Timestamp("2026-12-01 08:00", tz="Asia/Tokyo"), dt.datetime(2026, 12, 1, 8, tzinfo=dt.timezone.utc)])
def test_d6_a_departure_with_a_zone_is_refused_and_says_what_to_write(offline: hl.Client, moment: dt.datetime) -> None:
    with pytest.raises(hl.QuestionError, match="has a time zone .* local time there"):
        offline.isochrone(PLACES, minutes=[30], mode="transit", departure=moment)


def test_d6_moments_by_text_and_by_row(offline: hl.Client) -> None:
    plain = offline.isochrone(PLACES, minutes=[30], mode="transit", departure=dt.datetime(2026, 12, 1, 8))
    text = offline.isochrone(PLACES, minutes=[30], mode="transit", departure="2026-12-01T08:00")
    rows = offline.isochrone(PLACES, minutes=[30], mode="transit", departure=pd.Series(pd.to_datetime(["2026-12-01T08:00"] * 2), index=[5, 6]))
    assert plain["status"].tolist() == ["ok", "ok"]
    assert text["residents_30min"].tolist() == rows["residents_30min"].tolist() == plain["residents_30min"].tolist()
    with pytest.raises(hl.QuestionError, match="departure is a moment such as"):
        offline.isochrone(PLACES, minutes=[30], mode="transit", departure="tomorrow")


def test_d7_polygons_are_rows_in_any_crs(demo: Demo, offline: hl.Client, online: hl.Client) -> None:
    districts = gpd.GeoDataFrame({"name": ["a", "b"]}, geometry=SHAPES, crs=4326, index=["x", "y"])
    out = offline.people_economy(districts, topics=["residents"])
    expected = [
        call(demo, "analysis.people_economy", {"polygon": shapely.geometry.mapping(shape), "topics": ["residents"]})["topics"][0]["figures"] for shape in SHAPES
    ]
    name = "residents_total_polygon"
    assert out[name].tolist() == [figures["polygon"]["values"]["total"] for figures in expected]
    assert out.index.tolist() == ["x", "y"] and out.crs == districts.crs
    other = online.people_economy(districts, topics=["residents"], max_credits=100)
    assert other[name].tolist() == out[name].tolist()
    meters = offline.people_economy(districts.to_crs(3857), topics=["residents"])
    assert meters[name].tolist() == pytest.approx(out[name].tolist(), rel=1e-6)


def test_d7_areas_as_constants_and_as_rows(offline: hl.Client) -> None:
    codes = [area["code"] for area in offline.call("areas.list", {"level": 4, "limit": 3})["areas"]]
    rows = offline.people_economy(areas=pd.Series(codes), topics=["residents"])
    assert rows["status"].tolist() == ["ok"] * len(codes)
    name = "residents_total_area_1"
    one = offline.people_economy(areas=codes[:1], topics=["residents"])
    assert one[name].iloc[0] == rows[name].iloc[0]
    shape = offline.people_economy(polygon=SHAPES[0], topics=["residents"])
    assert shape["status"].tolist() == ["ok"]
    with pytest.raises(hl.QuestionError, match="polygon says which territory is meant, and so do the rows"):
        offline.people_economy(PLACES, polygon=SHAPES[0])
    with pytest.raises(TypeError, match="Give the places"):
        offline.isochrone(minutes=5)
    refused = offline.isochrone(gpd.GeoSeries(SHAPES, crs=4326), minutes=[5])
    assert refused["problem"].str.contains("isochrone asks about points, and the geometry is a polygon").all()


TABLES: dict[str, dict[str, Any]] = {
    "coverage": {"minutes": 8, "close_count": 1},
    "matrix": {},
    "rank_sites": {"sector_code": "food.bakery"},
    "compare_sites": {"minutes": [10], "sector_code": "food.bakery"},
    "brand_coverage": {"brand": "Halcyon Fare", "minutes": 8},
}


@pytest.mark.parametrize("function", TABLES)
def test_d7b_every_member_of_the_answer_is_in_the_frame(demo: Demo, offline: hl.Client, online: hl.Client, function: str) -> None:
    ask = getattr(offline, function)
    out = ask(PLACES, **TABLES[function])
    given = {"network.coverage": {"minutes": 8, "closeCount": 1}, "site.rank": {"sectorCode": "food.bakery"}}
    given["analysis.site_comparison"] = {"bandSeconds": [600], "sectorCode": "food.bakery"}
    given["analysis.brand_coverage"] = {"brand": "Halcyon Fare", "minutes": 8}
    items = [{"id": str(label), "lat": row.lat, "lng": row.lng} for label, row in PLACES.iterrows()]
    expected = call(demo, ask.action, {**given.get(ask.action, {}), ask.list_name: items})
    assert out.hl.answer == expected
    paid = getattr(online, function)(PLACES, max_credits=200, **TABLES[function]).hl.answer
    assert {name: value for name, value in paid.items() if name not in ("charged", "creditsCharged")} == expected
    # Every list of objects is a frame, with a row for each of its items.
    for name, value in expected.items():
        if isinstance(value, list) and value and isinstance(value[0], dict):
            assert len(out.hl.table(name)) == len(value)


def test_d7b_compared_figures_are_columns(demo: Demo, offline: hl.Client, online: hl.Client) -> None:
    out = offline.compare_sites(PLACES, minutes=[5, 10], sector_code="food.bakery")
    rows = {row["id"]: row["values"] for table in out.hl.answer["tables"] for row in table["rows"]}
    assert len(rows) > 10
    assert out["residents_5min"].tolist() == rows["residents_1"] and out["residents_10min"].tolist() == rows["residents_2"]
    assert out["families"].tolist() == rows["families"] and out["demand"].tolist() == rows["demand"]
    assert out.hl.explain("demand").title == "yearly spend on bakeries within 10 minutes"
    assert out.hl.explain("demand").unit == "XMD per year"
    other = online.compare_sites(PLACES, minutes=[5, 10], sector_code="food.bakery", max_credits=200)
    pd.testing.assert_frame_equal(other, out, check_exact=True)


def test_outlines_are_a_row_for_each_place_and_band_and_a_file(offline: hl.Client, tmp_path: Path) -> None:
    out = offline.isochrone(PLACES, minutes=[5, 10], outlines=True).hl.outlines()
    assert out["limit"].tolist() == [10.0, 10.0, 5.0, 5.0] and out.index.tolist() == [5, 6, 5, 6]
    assert out.geometry.iloc[0].area > out.geometry.iloc[2].area
    out.to_file(tmp_path / "outlines.gpkg")
    assert len(gpd.read_file(tmp_path / "outlines.gpkg")) == 4
    with pytest.raises(KeyError, match="outlines=True"):
        offline.isochrone(PLACES, minutes=[5]).hl.outlines()


def test_a_matrix_is_long_by_from_id_and_to_id(offline: hl.Client) -> None:
    out = offline.matrix(PLACES)
    pairs = out.hl.pairs()
    assert pairs[["from_id", "to_id"]].values.tolist() == [["5", "5"], ["5", "6"], ["6", "5"], ["6", "6"]]
    assert pairs.set_index(["from_id", "to_id"])["minutes"].loc[("5", "6")] == out["destinations_6_minutes"].loc[5]


def test_a_matrix_of_any_size_is_asked_in_parts(offline: hl.Client, online: hl.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    places = pd.DataFrame({"lat": [-36.2 + i / 1000 for i in range(7)], "lng": [-151.7] * 7}, index=list("abcdefg"))
    places.loc["d"] = [-37.9, -150.0]
    whole = offline.matrix(places)
    monkeypatch.setattr(_parts, "PAIRS", 12)
    monkeypatch.setattr(_parts, "DESTINATIONS", 4)
    asked: list[tuple[int, int]] = []
    told: list[tuple[int, int]] = []
    sound = type(offline.backend).answer

    def counted(backend: Any, question: Any, cost: float | None) -> Any:
        asked.append((len(question.rows), len(question.constants.get("destinations", []))))
        return sound(backend, question, cost)

    monkeypatch.setattr(type(offline.backend), "answer", counted)
    parts = offline.matrix(places, progress=lambda done, total: told.append((done, total)))
    assert asked == [(3, 0), (3, 0), (1, 0), *[(3, 4), (3, 2)] * 2] and told[-1] == (7, 7)
    assert parts["status"].tolist() == whole["status"].tolist() == ["ok", "ok", "ok", "refused", "ok", "ok", "ok"]
    assert parts["problem"].tolist() == whole["problem"].tolist()
    pd.testing.assert_frame_equal(parts.hl.pairs(), whole.hl.pairs())
    assert parts["reached_count"].dropna().tolist() == whole["reached_count"].dropna().tolist()
    assert parts.hl.answer["pairCount"] == 36
    # An origin costs once for every part of the destinations.
    price = online.matrix.quote(places)
    assert (price.credits, price.calls, price.refused) == (12, 4, 1)
    with pytest.raises(hl.PriceError, match="12 credits"):
        online.matrix(places, max_credits=11)
    paid = online.matrix(places, max_credits=12)
    pd.testing.assert_frame_equal(paid.hl.pairs(), whole.hl.pairs())


def test_what_ends_a_matrix_in_parts_keeps_the_parts_that_came(offline: hl.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    places = pd.DataFrame({"lat": [-36.2 + i / 1000 for i in range(6)], "lng": [-151.7] * 6})
    monkeypatch.setattr(_parts, "PAIRS", 12)
    sound = type(offline.backend).answer

    def failing(backend: Any, question: Any, cost: float | None) -> Any:
        if "destinations" in question.constants and 4.5e-3 > question.rows.lat[0] + 36.2 > 3.5e-3:
            raise hl.HinterlandError("no_connection", "The line broke.")
        return sound(backend, question, cost)

    monkeypatch.setattr(type(offline.backend), "answer", failing)
    with pytest.warns(hl.IncompleteWarning, match="2 of 6 rows have no answer"):
        out = offline.matrix(places)
    assert out["status"].tolist() == ["ok"] * 4 + ["not_asked"] * 2
    assert len(out.hl.pairs()) == 24


def test_tables_of_arrow_and_columns_that_are_wanted(offline: hl.Client) -> None:
    out = offline.enrich(pa.Table.from_pandas(PLACES, preserve_index=False), minutes=[5], include=["people"], columns=["residents_*"])
    assert out["residents_5min"].tolist() == offline.enrich(PLACES, minutes=[5], include=["people"])["residents_5min"].tolist()
    assert all(name.startswith("residents_") for name in out.hl.metadata["columns"])
    polars = pytest.importorskip("polars", reason="polars is absent")
    assert offline.isochrone(polars.DataFrame({"lat": [-36.2], "lng": [-151.7]}), minutes=5)["status"].tolist() == ["ok"]


def test_words_of_peers_and_limits_in_any_order(offline: hl.Client) -> None:
    walk = offline.isochrone(PLACES, minutes=[10, 5], mode="foot-walking")
    assert walk["residents_5min"].tolist() == offline.isochrone(PLACES, minutes=(5, 10), mode="walk")["residents_5min"].tolist()
    with pytest.raises(hl.QuestionError, match="no places: give it columns lat and lng"):
        offline.isochrone(pd.DataFrame({"x": [1.0], "y": [2.0]}), minutes=[5])
    with pytest.raises(hl.QuestionError, match="give minutes, kilometers or radius_kilometers"):
        offline.isochrone(PLACES)


def test_d10_an_address_that_was_not_found_says_so(offline: hl.Client) -> None:
    out = offline.isochrone(["56 Northern Road, Port Halcyon", "nowhere 99"], minutes=[10])
    assert out["status"].tolist() == ["ok", "refused"]
    assert out["problem"].iloc[1] == "validation_error: The address 'nowhere 99' was not found."


def test_modelled_spend_is_explained_with_its_error() -> None:
    frame = pd.DataFrame({"net_new": [1.0], "stores": [2.0]})
    modelled = {"title": "Net new", "unit": "CHF a year", "comparability": "modelled", "error": "0.135"}
    frame.attrs["hinterland"] = {"columns": {"net_new": modelled, "stores": {"title": "Stores"}}}
    explained = frame.hl.explain("net_new")
    assert (explained.modelled, explained.typical_error) == (True, 0.135)
    assert "modelled, typically within ±14% of published figures" in str(explained)
    counted = frame.hl.explain("stores")
    assert (counted.modelled, counted.typical_error) == (False, None)
    assert "modelled" not in str(counted)
