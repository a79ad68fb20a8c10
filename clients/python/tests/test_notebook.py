"""The notebook runs from its first cell to its last, and its figures are those of `hinterland call`."""

from __future__ import annotations

import json
from pathlib import Path

import geopandas as gpd
import nbformat
import pytest
import shapely
from nbclient import NotebookClient

from conftest import COMMAND, Demo, call

NOTEBOOK = Path(__file__).resolve().parents[1] / "notebooks/first-figures.ipynb"
PLACES = [{"lat": -36.2, "lng": -151.7}, {"lat": -36.19, "lng": -151.69}]


def test_the_notebook_shows_the_figures_of_the_command_line(demo: Demo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HINTERLAND_COMMAND", " ".join(COMMAND))
    monkeypatch.setenv("HINTERLAND_TERRITORY", demo.folder)
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    assert all(not cell.get("outputs") for cell in notebook.cells), "the notebook is kept without outputs"
    figures = """
import json
print(json.dumps({
    "residents": near.residents_10min.tolist()[:2],
    "bakeries": near.food_bakery_stores_10min.tolist()[:2],
    "status": near.status.tolist(),
    "net_new": sites.net_new.tolist(),
    "nearest": walks[["nearest_1_minutes", "nearest_1_meters", "nearest_2_minutes"]].values.tolist(),
}))"""
    notebook.cells.append(nbformat.v4.new_code_cell(figures))
    NotebookClient(notebook, timeout=120, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}}).execute()
    shown = json.loads(notebook.cells[-1].outputs[0]["text"])
    assert shown["status"] == ["ok", "ok", "refused"]
    enrich = [
        call(demo, "enrich.point", {**place, "bandSeconds": [300, 600], "include": ["people", "sectors"], "sectors": ["food.bakery"]})
        for place in PLACES
    ]
    assert shown["residents"] == [answer["catchment"]["residents"] for answer in enrich]
    assert shown["bakeries"] == [answer["sectors"]["sectors"][0]["figures"]["cumulative_2"]["stores"] for answer in enrich]
    ranked = call(demo, "site.rank", {"candidates": [{"id": i, **place} for i, place in enumerate(PLACES)], "sectorCode": "food.bakery"})["candidates"]
    assert shown["net_new"] == [row["netNew"] for row in sorted(ranked, key=lambda row: row["id"])]
    nearest = call(demo, "network.nearest", {"origins": PLACES, "sectorCode": "food.bakery", "count": 2, "mode": "walk"})["origins"]
    assert shown["nearest"] == [[row["nearest"][0]["minutes"], row["nearest"][0]["meters"], row["nearest"][1]["minutes"]] for row in nearest]
    assert (tmp_path / "map.html").read_text(encoding="utf-8").count("<circle") == 3


def test_200_sales_districts_become_a_map_and_a_file_in_15_lines(demo: Demo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HINTERLAND_COMMAND", " ".join(COMMAND))
    monkeypatch.setenv("HINTERLAND_TERRITORY", demo.folder)
    notebook = nbformat.read(NOTEBOOK.with_name("sales-districts.ipynb"), as_version=4)
    code = "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "code")
    assert len([line for line in code.splitlines() if line.strip()]) <= 15
    assert all(not cell.get("outputs") for cell in notebook.cells), "the notebook is kept without outputs"
    NotebookClient(notebook, timeout=300, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}}).execute()
    found = gpd.read_parquet(tmp_path / "districts.parquet")
    assert len(found) == 200 and set(found["status"]) <= {"ok", "refused"}
    assert found.loc[found["status"] != "ok", "problem"].notna().all()
    # The figures of three of them, asked one by one.
    populated = found[found["residents_total_polygon"] > 0]
    assert len(populated) > 20
    for row in populated.index[[0, len(populated) // 2, -1]]:
        given = {"polygon": shapely.geometry.mapping(found.geometry[row]), "topics": ["residents"]}
        assert found["residents_total_polygon"][row] == call(demo, "analysis.people_economy", given)["topics"][0]["figures"]["polygon"]["values"]["total"]
    assert (tmp_path / "districts.html").read_text(encoding="utf-8").count("<path") == 200
