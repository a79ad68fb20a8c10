"""GeoParquet and Arrow of the service, and frames in Parquet, opened by foreign readers."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import duckdb
import geopandas as gpd
import geoparquet_validator
import httpx
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import hinterland as hl
from conftest import Demo

ARROW = "application/vnd.apache.arrow.stream"
PARQUET = "application/vnd.apache.parquet"
KEYS = ("action", "territory", "dataVersion", "sources", "method")


def sources_on_disk(folder: str) -> list[dict[str, str]]:
    """Of every family of a territory, each once."""
    manifest = json.loads((Path(folder) / "manifest.json").read_text(encoding="utf-8"))
    found: list[dict[str, str]] = []
    for family, about in manifest["families"].items():
        descriptor = json.loads((Path(folder) / family / about["version"] / "family.json").read_text(encoding="utf-8"))
        found += [source for source in descriptor["sources"] if source not in found]
    return found


def says_where_from(demo: Demo, action: str, metadata: dict[str, Any]) -> None:
    """Metadata name action, territory and every source of the folder, with its licence and attribution."""
    assert metadata["action"] == action
    assert (metadata["territory"]["id"], metadata["territory"]["name"]) == ("maravea", "Maravea")
    on_disk = sources_on_disk(demo.folder)
    assert on_disk and all(source["licence"] and source["attribution"] for source in on_disk)
    assert sorted(metadata["sources"], key=str) == sorted(on_disk, key=str)


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
    response = execute(demo, PARQUET)
    assert response.headers["content-type"] == PARQUET
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
    by_duckdb = {key: read(kept[f"hinterland.{key}"]) for key in KEYS}
    by_pyarrow = {key: read(metadata[f"hinterland.{key}".encode()].decode()) for key in KEYS}
    assert by_duckdb == by_pyarrow
    assert (by_duckdb["dataVersion"], by_duckdb["method"]) == (answer["dataVersion"], answer["method"])
    says_where_from(demo, "analysis.isochrone", by_duckdb)


def read(text: str) -> Any:
    return json.loads(text) if text[:1] in "[{" else text


def test_arrow_says_where_its_figures_come_from(demo: Demo) -> None:
    schema = pa.ipc.open_stream(execute(demo, ARROW).content).schema
    metadata = {key: read(schema.metadata[key.encode()].decode()) for key in KEYS}
    answer = execute(demo, "application/json").json()["result"]
    assert (metadata["dataVersion"], metadata["method"]) == (answer["dataVersion"], answer["method"])
    says_where_from(demo, "analysis.isochrone", metadata)


@pytest.mark.parametrize("accept", [ARROW, PARQUET])
def test_a_point_of_a_job_says_where_its_figures_come_from(demo: Demo, online: hl.Client, accept: str) -> None:
    job = online.start_enrich([{"lat": -36.2, "lng": -151.7}], minutes=[5], include=["people"], max_credits=100)
    job.wait(every_seconds=0.2)
    headers = {"Authorization": f"Bearer {demo.key}", "Accept": accept}
    response = httpx.get(f"{demo.url}/api/v1/jobs/{job.id}/results/0", headers=headers, timeout=60)
    assert response.headers["content-type"] == accept
    schema = pa.ipc.open_stream(response.content).schema if accept == ARROW else pq.read_schema(io.BytesIO(response.content))
    kept = {key.decode().removeprefix("hinterland."): read(value.decode()) for key, value in schema.metadata.items() if key.decode() != "ARROW:schema"}
    says_where_from(demo, "enrich.point", kept)


def test_a_frame_has_the_same_sources_from_a_service_as_from_a_folder(demo: Demo, offline: hl.Client, online: hl.Client) -> None:
    frame = pd.DataFrame({"lat": [-36.2], "lng": [-151.7]})
    sides = [offline.isochrone(frame, minutes=[5]), online.isochrone(frame, minutes=[5], max_credits=3)]
    for side in sides:
        says_where_from(demo, "analysis.isochrone", side.hl.metadata)
        assert side.hl.explain("residents_5min").sources == side.hl.metadata["sources"]
    assert sides[0].hl.metadata["sources"] == sides[1].hl.metadata["sources"]


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
    # Families of data have the same source in several vintages; a sentence names it once.
    assert str(explained).count("Maravea, a fictional country made by seeded code") == 1
    tidy = out.hl.tidy()
    row = tidy[(tidy.figure == "age_classes_aged_0_14") & (tidy.limit == "10min")]
    assert row["value"].tolist() == out["age_classes_aged_0_14_10min"].dropna().tolist()
    assert set(tidy["row"]) == {"a"}
