"""Runs every algorithm by qgis_process, and compares a figure of each with `hinterland call`. Usage: check.py TERRITORY."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from build import write_plugin

HERE = Path(__file__).resolve().parent
COMMAND = [shutil.which("node") or "node", str(HERE.parents[1] / "apps/cli/bin/hinterland.js")]
PLACES = [("town", -151.7, -36.2), ("hill", -151.69, -36.19), ("port", -151.71, -36.205)]
ADDRESS = "56 Northern Road, Port Halcyon"

#: Parameters of each algorithm, members of the same call, a field of the layer, and the way to its figure in the answer.
CHECKS = {
    "analysis.isochrone": ({"MINUTES": "5,10"}, {"bandSeconds": [300, 600]}, "residents_10min", lambda r: r["bands"][1]["cumulativeResidents"]),
    "analysis.people_economy": (
        {"MINUTES": "10", "topics": "residents"},
        {"bandSeconds": [600], "topics": ["residents"]},
        "residents_total_10min",
        lambda r: r["topics"][0]["figures"]["cumulative_1"]["values"]["total"],
    ),
    "analysis.category_mix": (
        {"MINUTES": "10", "categories": "food.bakery"},
        {"bandSeconds": [600], "categories": ["food.bakery"]},
        "food_bakery_parts_stores_10min",
        lambda r: r["categories"][0]["parts"]["cumulative_1"]["stores"],
    ),
    "analysis.markets_sector": (
        {"MINUTES": "10", "sectors": "food.bakery"},
        {"bandSeconds": [600], "sectors": ["food.bakery"]},
        "food_bakery_demand_10min",
        lambda r: r["sectors"][0]["figures"]["cumulative_1"]["demand"],
    ),
    "markets.changes": ({"MINUTES": "10"}, {"bandSeconds": [600]}, "totals_openings_10min", lambda r: r["totals"]["cumulative_1"]["openings"]),
    "analysis.realestate": ({"MINUTES": "10"}, {"bandSeconds": [600]}, None, None),
    "enrich.point": (
        {"MINUTES": "5,10", "include": "people"},
        {"bandSeconds": [300, 600], "include": ["people"]},
        "residents_10min",
        lambda r: r["catchment"]["residents"],
    ),
    "search.reverse_address": ({}, {}, "pole_distance_meters", lambda r: r["poles"][0]["distanceMeters"]),
    "search.resolve_address": ({"ADDRESS": "address"}, {"query": ADDRESS}, "address_lat", lambda r: r["address"]["lat"]),
    "network.coverage": ({"minutes": 8}, {"minutes": 8}, "reached", lambda r: r["stores"][0]["reached"]),
    "network.matrix": ({"mode": "walk"}, {"mode": "walk"}, "destinations_1_minutes", lambda r: r["origins"][0]["destinations"][1]["minutes"]),
    "network.nearest": (
        {"sectorCode": "food.bakery", "mode": "walk"},
        {"sectorCode": "food.bakery", "mode": "walk"},
        "nearest_2_meters",
        lambda r: r["origins"][0]["nearest"][1]["meters"],
    ),
    "analysis.markets_brands": (
        {"MINUTES": "10", "brands": "Halcyon Fare"},
        {"bandSeconds": [600], "brands": ["Halcyon Fare"]},
        None,
        None,
    ),
    "analysis.brand_coverage": (
        {"brand": "Halcyon Fare", "minutes": 8},
        {"brand": "Halcyon Fare", "minutes": 8},
        "reached",
        lambda r: next(row["reached"] for row in r["ownPoints"] if row["id"] == 0),
    ),
    "search.addresses": (
        {"ADDRESS": "address", "continent": "oceania"},
        {"query": ADDRESS, "continent": "oceania"},
        None,
        None,
    ),
    "site.rank": (
        {"sectorCode": "food.bakery"},
        {"sectorCode": "food.bakery"},
        "net_new",
        lambda r: next(row["netNew"] for row in r["candidates"] if row["id"] == 0),
    ),
    "analysis.site_comparison": ({"MINUTES": "10"}, {"bandSeconds": [600]}, None, None),
}


def main(territory):
    actions = {action["id"]: action for action in json.loads((HERE / "hinterland/actions.json").read_text())}
    scratch = Path(tempfile.mkdtemp(prefix="hinterland-qgis-"))
    failed = []
    try:
        environment = prepared(scratch, territory)
        for action_id, check in CHECKS.items():
            try:
                compare(actions[action_id], check, scratch, environment, territory)
                print(f"ok {action_id}", flush=True)
            except Exception as error:  # noqa: BLE001
                failed.append(action_id)
                print(f"FAILED {action_id}: {error}", flush=True)
        try:
            row_at_fault(scratch, environment, territory)
            print("ok a row at fault", flush=True)
        except Exception as error:  # noqa: BLE001
            failed.append("a row at fault")
            print(f"FAILED a row at fault: {error}", flush=True)
        try:
            areas(scratch, environment, territory)
            print("ok d13 areas, a wrong limit, and polygons where points are meant", flush=True)
        except Exception as error:  # noqa: BLE001
            failed.append("areas")
            print(f"FAILED areas: {error}", flush=True)
        print(f"{len(CHECKS) + 2 - len(failed)} passed, {len(failed)} failed")
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    return 1 if failed else 0


def prepared(scratch, territory, places=PLACES):
    """A profile of QGIS with the plugin, the layer of places, and one of the middle one alone."""
    plugins = scratch / "profile/profiles/default/python/plugins"
    plugins.mkdir(parents=True)
    write_plugin(plugins)
    (scratch / "run").mkdir(mode=0o700)
    environment = {
        **os.environ,
        "QT_QPA_PLATFORM": "offscreen",
        "QGIS_CUSTOM_CONFIG_PATH": str(scratch / "profile"),
        "XDG_RUNTIME_DIR": str(scratch / "run"),
        "HINTERLAND_COMMAND": " ".join(COMMAND),
        # The Python in QGIS is that of the system: another one in the PATH would lend it a library that lacks QGIS.
        "PATH": "/usr/bin:/bin",
    }
    # It may crash when it ends, after it has enabled the plugin.
    subprocess.run([program(), "plugins", "enable", "hinterland"], env=environment, capture_output=True, check=False)
    features = [
        {"type": "Feature", "properties": {"name": name, "address": ADDRESS}, "geometry": {"type": "Point", "coordinates": [lng, lat]}}
        for name, lng, lat in places
    ]
    for name, some in (("places", features), ("place", features[len(features) // 2 :][:1])):
        (scratch / f"{name}.geojson").write_text(json.dumps({"type": "FeatureCollection", "features": some}))
    return environment


def compare(action, check, scratch, environment, territory):
    parameters, members, field, figure = check
    out = scratch / f"{action['id']}.geojson"
    given = {"INPUT": scratch / "places.geojson", "SOURCE": territory, "OUTPUT": out, **parameters}
    if action["outlines"]:
        given["OUTLINES"] = scratch / "outlines.geojson"
    arguments = [f"--{name}={value}" for name, value in given.items()]
    algorithm = f"hinterland:{action['id'].replace('.', '_')}"
    ran = subprocess.run([program(), "run", algorithm, *arguments], env=environment, capture_output=True, text=True, timeout=300)
    if not out.exists():
        raise AssertionError(f"no layer: {(ran.stdout + ran.stderr)[-600:]}")
    rows = [feature["properties"] for feature in json.loads(out.read_text())["features"]]
    assert [row["name"] for row in rows] == [name for name, _, _ in PLACES], rows
    assert {row["status"] for row in rows} == {"ok"}, [row["problem"] for row in rows]
    if action["outlines"]:
        outlines = json.loads((scratch / "outlines.geojson").read_text())["features"]
        assert len(outlines) == 2 * len(PLACES), len(outlines)
    if field is None:
        return
    places = [{"lat": lat, "lng": lng} for _, lng, lat in PLACES]
    if action["shape"] == "table":
        members = {**members, action["list"]: [{"id": i, **place} for i, place in enumerate(places)]}
    elif action["shape"] == "origins":
        members = {**members, "origins": places[:1]}
    elif action["shape"] == "point":
        members = {**members, **places[0]}
    called = subprocess.run([*COMMAND, "call", action["id"], "-", "--territory", territory], input=json.dumps(members), capture_output=True, text=True, check=True)
    expected = figure(json.loads(called.stdout))
    assert abs(rows[0][field] - expected) <= 1e-9 * abs(expected), f"{field} is {rows[0][field]}, not {expected}"


def row_at_fault(scratch, environment, territory):
    """Of a question of all features, two without a road: they have their problem, the others their figures."""
    out = scratch / "row-at-fault.geojson"
    places = json.loads((scratch / "places.geojson").read_text())
    for at in (1, 3):
        places["features"].insert(at, {"type": "Feature", "properties": {"name": "sea"}, "geometry": {"type": "Point", "coordinates": [-150.0, -37.9]}})
    (scratch / "sea.geojson").write_text(json.dumps(places))
    given = {"INPUT": scratch / "sea.geojson", "SOURCE": territory, "OUTPUT": out, "minutes": 8}
    arguments = [f"--{name}={value}" for name, value in given.items()]
    ran = subprocess.run([program(), "run", "hinterland:network_coverage", *arguments], env=environment, capture_output=True, text=True, timeout=300)
    if not out.exists():
        raise AssertionError(f"no layer: {(ran.stdout + ran.stderr)[-600:]}")
    rows = [feature["properties"] for feature in json.loads(out.read_text())["features"]]
    assert [row["status"] for row in rows] == ["ok", "refused", "ok", "refused", "ok"], rows
    assert [row["reached"] is None for row in rows] == [False, True, False, True, False], rows


def areas(scratch, environment, territory):
    """D13: a polygon is an area to people_economy, as `hinterland call` has it, and no place to isochrone; a wrong limit is a sentence."""
    ring = [[-151.71, -36.21], [-151.69, -36.21], [-151.69, -36.19], [-151.71, -36.19], [-151.71, -36.21]]
    shape = {"type": "Polygon", "coordinates": [ring]}
    layer = {"type": "FeatureCollection", "features": [{"type": "Feature", "properties": {}, "geometry": shape}]}
    (scratch / "areas.geojson").write_text(json.dumps(layer))

    def run(algorithm, **given):
        out = scratch / f"areas-{algorithm}.geojson"
        given = {"INPUT": scratch / "areas.geojson", "SOURCE": territory, "OUTPUT": out, **given}
        arguments = [f"--{name}={value}" for name, value in given.items()]
        ran = subprocess.run([program(), "run", f"hinterland:{algorithm}", *arguments], env=environment, capture_output=True, text=True, timeout=300)
        rows = [feature["properties"] for feature in json.loads(out.read_text())["features"]] if out.exists() else []
        return rows, ran.stdout + ran.stderr

    (row,), _ = run("analysis_people_economy", topics="residents", MINUTES="10")
    given = json.dumps({"polygon": shape, "topics": ["residents"]})
    called = subprocess.run([*COMMAND, "call", "analysis.people_economy", "-", "--territory", territory], input=given, capture_output=True, text=True, check=True)
    expected = json.loads(called.stdout)["topics"][0]["figures"]["polygon"]["values"]["total"]
    assert abs(row["residents_total_polygon"] - expected) <= 1e-9 * expected, row
    places = scratch / "places.geojson"
    _, said = run("analysis_isochrone", INPUT=places, MINUTES="5;ten")
    assert "MINUTES takes numbers such as 5,10,15; not 5;ten" in said and "Traceback" not in said, said[-600:]


def program():
    # The wrapper of Debian gives the program an option that it does not know.
    return next(path for path in map(shutil.which, ("qgis_process.bin", "qgis_process")) if path)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
