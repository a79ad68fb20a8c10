"""GeoParquet and Arrow of the service, and frames in Parquet, opened by foreign readers."""

from __future__ import annotations

import json
from pathlib import Path

import duckdb
import geopandas as gpd
import geoparquet_validator
import httpx
import pandas as pd
import pyarrow.parquet as pq

import hinterland as hl
from conftest import Demo

BODY = {"origins": [{"lat": -36.2, "lng": -151.7}], "bandSeconds": [300, 600], "quotedCredits": 3}


def execute(demo: Demo, accept: str) -> httpx.Response:
    headers = {"Authorization": f"Bearer {demo.key}", "Accept": accept}
    response = httpx.post(f"{demo.url}/api/v1/actions/analysis.isochrone/execute", json=BODY, headers=headers, timeout=60)
    assert response.status_code == 200
    return response


def valid(path: Path) -> None:
    """Passes the tests of the format. Those on distribution want statistics for files of many row groups, which GeoPandas does not write either."""
    report = geoparquet_validator.check(str(path))
    assert geoparquet_validator.conformant(report, "core"), report
    assert [test for test in geoparquet_validator.failed(report) if not test.startswith("/conf/distribution/")] == []
    assert sum(outcome["status"] == "pass" for outcome in report["outcomes"]) > 10


def test_geoparquet_opens_with_crs_types_and_figures(demo: Demo, tmp_path: Path) -> None:
    answer = execute(demo, "application/json").json()["result"]
    response = execute(demo, "application/vnd.apache.parquet")
    assert response.headers["content-type"] == "application/vnd.apache.parquet"
    path = tmp_path / "bands.parquet"
    path.write_bytes(response.content)
    bands = gpd.read_parquet(path)
    assert bands.crs == "OGC:CRS84"
    expected = gpd.GeoDataFrame.from_features(answer["geojson"], crs="OGC:CRS84").sort_values("limitSeconds", ignore_index=True)
    bands = bands.sort_values("limitSeconds", ignore_index=True)
    assert bands["limitSeconds"].tolist() == [300.0, 600.0]
    assert bands.geometry.geom_equals(expected.geometry).all()
    assert bands.geometry.is_valid.all()
    metadata = pq.read_metadata(path).metadata
    geo = json.loads(metadata[b"geo"])
    assert geo["version"] == "1.1.0"
    assert geo["columns"]["geometry"]["bbox"] == list(bands.total_bounds)
    assert json.loads(metadata[b"hinterland.dataVersion"]) == answer["dataVersion"]
    valid(path)
    rows = duckdb.sql(f"select layer, limitSeconds from '{path}' order by limitSeconds").fetchall()
    assert rows == [("300 s", 300.0), ("600 s", 600.0)]
    types = {name: kind for name, kind, *_ in duckdb.sql(f"describe select * from '{path}'").fetchall()}
    assert (types["layer"], types["limitSeconds"], types["cumulativeResidents"]) == ("VARCHAR", "DOUBLE", "DOUBLE")
    # Before its second release DuckDB needs an extension to read shapes as such.
    assert types["geometry"] == ("GEOMETRY('OGC:CRS84')" if int(duckdb.__version__.split(".")[0]) >= 2 else types["geometry"])
    kept = dict(duckdb.sql(f"select decode(key), decode(value) from parquet_kv_metadata('{path}')").fetchall())
    assert json.loads(kept["hinterland.dataVersion"]) == answer["dataVersion"]
    assert json.loads(kept["hinterland.method"]) == answer["method"]


def test_attributes_are_kept_through_parquet(offline: hl.Client, tmp_path: Path) -> None:
    for frame, read in (
        (pd.DataFrame({"lat": [-36.2], "lng": [-151.7]}), pd.read_parquet),
        (gpd.GeoDataFrame(geometry=gpd.points_from_xy([-151.7], [-36.2]), crs=4326), gpd.read_parquet),
    ):
        out = offline.isochrone(frame, minutes=[5, 10])
        out.to_parquet(tmp_path / "out.parquet")
        if isinstance(out, gpd.GeoDataFrame):
            valid(tmp_path / "out.parquet")
        if isinstance(out, gpd.GeoDataFrame) and tuple(map(int, gpd.__version__.split(".")[:2])) < (1, 2):
            continue
        again = read(tmp_path / "out.parquet")
        assert again.attrs["hinterland"] == out.attrs["hinterland"]
        assert again.hl.explain("residents_10min").title == "Residents"


def test_columns_are_explained_and_tidy(offline: hl.Client) -> None:
    frame = pd.DataFrame({"lat": [-36.2, None], "lng": [-151.7, 0]}, index=["a", "b"])
    out = offline.people_economy(frame, minutes=[5, 10], topics=["residents", "age_classes"])
    explained = out.hl.explain("residents_male_10min")
    assert (explained.unit, explained.base, explained.vintage, explained.share_imputed) == ("persons", "total", "2021", 0.0)
    assert explained.sources and explained.data_version["sociodemo"] == "2021"
    tidy = out.hl.tidy()
    row = tidy[(tidy.figure == "age_classes_aged_0_14") & (tidy.limit == "10min")]
    assert row["value"].tolist() == out["age_classes_aged_0_14_10min"].dropna().tolist()
    assert set(tidy["row"]) == {"a"}
