"""Runs every algorithm with layers of points, polygons and second layers, and compares figures of each with `hinterland call`. Usage: check.py TERRITORY [STEP]"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from toolbox import HERE, Toolbox, end, point, rows_of, square

PLACES = [("town", -151.7, -36.2), ("hill", -151.69, -36.19), ("port", -151.71, -36.205)]
AT = [{"lat": lat, "lng": lng} for _, lng, lat in PLACES]
ADDRESS = "56 Northern Road, Port Halcyon"
TOWN = square(-151.7, -36.2, 0.01)
TEN = ({"MINUTES": "10"}, {"bandSeconds": [600]})

#: Parameters of each algorithm on the layer of places, members of the same call, a field of the first row, and the way to its figure in the answer.
ON_POINTS = {
    "analysis.isochrone": ({"MINUTES": "5,10"}, {"bandSeconds": [300, 600]}, "residents_10min", lambda r: r["bands"][1]["cumulativeResidents"]),
    "analysis.people_economy": (
        {**TEN[0], "topics": "residents"},
        {**TEN[1], "topics": ["residents"]},
        "residents_total_10min",
        lambda r: r["topics"][0]["figures"]["cumulative_1"]["values"]["total"],
    ),
    "analysis.category_mix": (
        {**TEN[0], "categories": "food.bakery"},
        {**TEN[1], "categories": ["food.bakery"]},
        "food_bakery_parts_stores_10min",
        lambda r: r["categories"][0]["parts"]["cumulative_1"]["stores"],
    ),
    "analysis.markets_sector": (
        {**TEN[0], "sectors": "food.bakery"},
        {**TEN[1], "sectors": ["food.bakery"]},
        "food_bakery_demand_10min",
        lambda r: r["sectors"][0]["figures"]["cumulative_1"]["demand"],
    ),
    "analysis.markets_brands": (
        {**TEN[0], "brands": "Halcyon Fare"},
        {**TEN[1], "brands": ["Halcyon Fare"]},
        "residents_10min",
        lambda r: next(part["residents"] for part in r["parts"] if part["id"] == "cumulative_1"),
    ),
    "analysis.realestate": (*TEN, "listings_10min", lambda r: next(part["listings"] for part in r["parts"] if part["id"] == "cumulative_1")),
    "markets.changes": (*TEN, "totals_openings_10min", lambda r: r["totals"]["cumulative_1"]["openings"]),
    "enrich.point": ({"MINUTES": "5,10", "include": "people"}, {"bandSeconds": [300, 600], "include": ["people"]}, "residents_10min", lambda r: r["catchment"]["residents"]),
    "search.reverse_address": ({}, {}, "pole_distance_meters", lambda r: r["poles"][0]["distanceMeters"]),
    "search.resolve_address": ({"ADDRESS": "address"}, {"query": ADDRESS}, "address_lat", lambda r: r["address"]["lat"]),
    "search.addresses": ({"ADDRESS": "address", "continent": "oceania"}, {"query": ADDRESS, "continent": "oceania"}, "address_lat", lambda r: r["addresses"][0]["lat"]),
    "network.coverage": ({"minutes": 8}, {"minutes": 8}, "reached", lambda r: r["stores"][0]["reached"]),
    "network.matrix": ({"mode": "walk"}, {"mode": "walk"}, "destinations_1_minutes", lambda r: r["origins"][0]["destinations"][1]["minutes"]),
    "network.nearest": (
        {"sectorCode": "food.bakery", "mode": "walk"},
        {"sectorCode": "food.bakery", "mode": "walk"},
        "nearest_2_meters",
        lambda r: r["origins"][0]["nearest"][1]["meters"],
    ),
    "analysis.brand_coverage": (
        {"brand": "Halcyon Fare", "minutes": 8},
        {"brand": "Halcyon Fare", "minutes": 8},
        "reached",
        lambda r: next(row["reached"] for row in r["ownPoints"] if row["id"] == 0),
    ),
    "site.rank": ({"sectorCode": "food.bakery"}, {"sectorCode": "food.bakery"}, "net_new", lambda r: next(row["netNew"] for row in r["candidates"] if row["id"] == 0)),
    "analysis.site_comparison": (*TEN, "residents_10min", lambda r: next(row["values"][0] for table in r["tables"] for row in table["rows"] if row["id"] == "residents_1")),
}


class Check:
    def __init__(self, toolbox):
        self.toolbox = toolbox
        self.actions = {action["id"]: action for action in json.loads((HERE / "hinterland/actions.json").read_text())}
        self.places = toolbox.layer("places", [({"name": name, "address": ADDRESS, "sales": 1e6, "area": 400}, point(lng, lat)) for name, lng, lat in PLACES])
        self.town = toolbox.layer("town", [({"code": "none"}, TOWN)])
        self.run, self.call = toolbox.run, toolbox.call
        self.seen = set()

    def points(self, action_id):
        """Each algorithm answers a layer of points with the figures of the command line, and its lists are layers."""
        given, members, field, figure = ON_POINTS[action_id]
        action = self.actions[action_id]
        out = self.run(action_id, INPUT=self.places, **given)
        rows = rows_of(out["OUTPUT"])
        assert [row["name"] for row in rows] == [name for name, _, _ in PLACES], rows
        assert {row["status"] for row in rows} == {"ok"}, [row["problem"] for row in rows]
        if action["outlines"]:
            assert out["OUTLINES"].featureCount() == 2 * len(PLACES)
        if action["shape"] == "table":
            members = {**members, action["list"]: [{"id": i, **place} for i, place in enumerate(AT)]}
        elif action["shape"] == "origins":
            members = {**members, "origins": AT[:1]}
        elif action["shape"] == "point":
            members = {**members, **AT[0]}
        same(rows[0][field], figure(self.call(action_id, members)), field)
        self._lists(action, out)

    def polygons(self, action_id):
        """A polygon is an area, and so is a row with the code of one."""
        given, members, _, _ = ON_POINTS[action_id]
        asked = {name: value for name, value in given.items() if name != "MINUTES"}
        (row,) = rows_of(self.run(action_id, INPUT=self.town, **asked)["OUTPUT"])
        assert row["status"] == "ok", row["problem"]
        constants = {name: value for name, value in members.items() if name != "bandSeconds"}
        answer = self.call(action_id, {**constants, "polygon": TOWN})
        if action_id == "analysis.people_economy":
            same(row["residents_total_polygon"], answer["topics"][0]["figures"]["polygon"]["values"]["total"], "residents_total_polygon")
        code = self.call("areas.list", {"kind": "postcode", "limit": 1})["areas"][0]["code"]
        by_code = self.toolbox.layer("codes", [({"code": code}, point(0, 0))])
        (row,) = rows_of(self.run(action_id, INPUT=by_code, AREAS="code", **asked)["OUTPUT"])
        assert row["status"] == "ok", row["problem"]

    def matrix(self):
        """A second layer has the destinations, and a third the pairs."""
        to = self.toolbox.layer("to", [({"name": "a"}, point(-151.695, -36.195)), ({"name": "b"}, point(-151.705, -36.2))])
        out = self.run("network.matrix", INPUT=self.places, destinations=to, destinations_name="name", mode="walk")
        pairs = rows_of(out["ORIGINS_DESTINATIONS"])
        destinations = [{"id": "0", "lat": -36.195, "lng": -151.695}, {"id": "1", "lat": -36.2, "lng": -151.705}]
        answer = self.call("network.matrix", {"origins": [{"id": str(i), **place} for i, place in enumerate(AT)], "destinations": destinations, "mode": "walk"})
        expected = [one["minutes"] for origin in answer["origins"] for one in origin["destinations"]]
        assert [row["minutes"] for row in pairs] == expected, pairs
        assert [(row["of_origins"], row["id"]) for row in pairs] == [(str(i), f"destinations-{j}") for i in range(3) for j in range(2)], pairs
        at(out["ORIGINS_DESTINATIONS"], 1, -151.705, -36.2)
        (row, *_) = rows_of(self.run("network.nearest", INPUT=self.places, destinations=to, destinations_name="name", mode="walk")["OUTPUT"])
        assert row["nearest_1_name"] in ("a", "b"), row

    def plans(self):
        """What a network should close and open, and the areas that it does not reach, lie where they are."""
        candidates = self.toolbox.layer("candidates", [({}, point(-151.66, -36.23)), ({}, point(-151.705, -36.195))])
        given = {"minutes": 3, "closeCount": 1, "openCount": 1}
        out = self.run("network.coverage", INPUT=self.places, candidates=candidates, snapLimitMeters=1600, **given)
        stores = [{"id": i, **place} for i, place in enumerate(AT)]
        others = [{"id": f"candidates-{i}", "lat": lat, "lng": lng} for i, (lng, lat) in enumerate([(-151.66, -36.23), (-151.705, -36.195)])]
        answer = self.call("network.coverage", {**given, "stores": stores, "candidates": others, "snapLimitMeters": 1600})
        (closed,) = rows_of(out["CLOSURE_PLAN"])
        (step,) = answer["closurePlan"]
        assert (closed["id"], closed["lost"]) == (str(step["id"]), step["lost"]), closed
        at(out["CLOSURE_PLAN"], 0, AT[step["id"]]["lng"], AT[step["id"]]["lat"])
        (opened,) = rows_of(out["OPENING_PLAN"])
        (step,) = answer["openingPlan"]
        assert (opened["id"], opened["gained"]) == (step["id"], step["gained"]), opened
        place = next(one for one in others if one["id"] == step["id"])
        at(out["OPENING_PLAN"], 0, place["lng"], place["lat"])
        spots = rows_of(out["WHITE_SPOTS"])
        assert [(row["code"], row["unreached"]) for row in spots] == [(one["code"], one["unreached"]) for one in answer["whiteSpots"]] and spots, spots
        areas = [feature.geometry().area() for feature in out["WHITE_SPOTS"].getFeatures()]
        assert min(areas) > 0, areas

    def search(self):
        """Polygons are where a place is searched; own stores and polygons that are left out are further layers."""
        here = square(-151.7, -36.2, 0.03)
        left_out = square(-151.7, -36.2, 0.004)
        layers = {"INPUT": self.toolbox.layer("here", [({}, here)]), "ownStores": self.places, "outsidePolygon": self.toolbox.layer("left", [({}, left_out)])}
        out = self.run("site.search", sectorCode="food.bakery", ownStores_squareMeters="area", listCount=3, **layers)
        own = [{"id": f"ownStores-{i}", "squareMeters": 400, **place} for i, place in enumerate(AT)]
        members = {"sectorCode": "food.bakery", "polygon": here, "ownStores": own, "outsidePolygon": {"type": "MultiPolygon", "coordinates": [left_out["coordinates"]]}, "listCount": 3}
        places = self.call("site.search", members)["places"]
        assert [row["gain"] for row in rows_of(out["PLACES"])] == [one["gain"] for one in places] and places, places
        at(out["PLACES"], 0, places[0]["lng"], places[0]["lat"])
        (row,) = rows_of(out["OUTPUT"])
        assert row["status"] == "ok", row
        whole = self.run("site.search", sectorCode="food.bakery", listCount=2)
        assert whole["PLACES"].featureCount() == 2
        chosen = self.run("site.search", sectorCode="food.bakery", places=self.places, listCount=3, apartMeters=0)
        assert chosen["PLACES"].featureCount() == len(PLACES)
        self.seen.add("site.search")

    def calibrate(self):
        """Fields of the layer say the sales; each store has what a model says that never saw it."""
        stores = [({"sales": 4e5 + 5e4 * i, "area": 150 + 20 * i}, point(-151.73 + 0.008 * (i % 6), -36.22 + 0.012 * (i // 6))) for i in range(18)]
        layer = self.toolbox.layer("stores", stores)
        rows = rows_of(self.run("market.calibrate", INPUT=layer, sectorCode="food.bakery", FIELD_sales="sales", FIELD_squareMeters="area")["OUTPUT"])
        given = [
            {"id": i, "lat": shape["coordinates"][1], "lng": shape["coordinates"][0], "sales": said["sales"], "squareMeters": said["area"]}
            for i, (said, shape) in enumerate(stores)
        ]
        found = {one["id"]: one["predicted"] for one in self.call("market.calibrate", {"sectorCode": "food.bakery", "stores": given})["stores"]}
        assert [row.get("predicted") for row in rows] == [found.get(i) for i in range(len(rows))] and len(found) > 9, rows
        self.seen.add("market.calibrate")

    def areas(self):
        """Areas of the territory are polygons, all of a kind."""
        layer = self.run("areas.list", kind="postcode")["AREAS"]
        answer = self.call("areas.list", {"kind": "postcode", "limit": 500})
        assert layer.featureCount() == answer["total"] > 10
        assert min(feature.geometry().area() for feature in layer.getFeatures()) > 0
        self.seen.add("areas.list")

    def rows_at_fault(self):
        """Of a question of all features, two without a road: they have their problem, the others their figures."""
        features = [({"name": name}, point(lng, lat)) for name, lng, lat in PLACES]
        for place in (1, 3):
            features.insert(place, ({"name": "sea"}, point(-150.0, -37.9)))
        rows = rows_of(self.run("network.coverage", INPUT=self.toolbox.layer("sea", features), minutes=8)["OUTPUT"])
        assert [row["status"] for row in rows] == ["ok", "refused", "ok", "refused", "ok"], rows
        assert [row["reached"] is None for row in rows] == [False, True, False, True, False], rows

    def wrong_words(self):
        """A wrong limit is a sentence, and so is a polygon where points are meant (D13)."""
        for given, expected in (
            ({"INPUT": self.places, "MINUTES": "5;ten"}, "MINUTES takes numbers such as 5,10,15; not 5;ten"),
            ({"INPUT": self.places, "MINUTES": "10,5"}, None),
        ):
            try:
                rows = rows_of(self.run("analysis.isochrone", **given)["OUTPUT"])
                assert expected is None and {row["status"] for row in rows} == {"refused"}, rows
            except Exception as error:
                if expected is None or expected not in str(error):
                    raise
        for row in rows_of(self.run("network.coverage", INPUT=self.places, minutes=8)["OUTPUT"]):
            assert row["status"] == "ok", row

    def said_in_languages(self):
        """Name, group, help and icon of each algorithm, in five languages."""
        from qgis.core import QgsApplication
        from qgis.PyQt.QtCore import QLocale

        found = {}
        for tag in ("en", "de", "fr", "es", "it"):
            QgsApplication.setLocale(QLocale(tag))
            for action in self.actions.values():
                algorithm = QgsApplication.processingRegistry().createAlgorithmById(f"hinterland:{action['id'].replace('.', '_')}")
                labels = [definition.description() for definition in algorithm.parameterDefinitions()]
                assert Path(algorithm.svgIconPath()).exists() and not algorithm.icon().isNull(), action["id"]
                found[tag, action["id"]] = (algorithm.displayName(), algorithm.group(), algorithm.shortHelpString(), labels)
                assert all(label[:1] == label[:1].upper() for label in labels), labels
        QgsApplication.setLocale(QLocale("en"))
        for action_id in self.actions:
            for part in range(3):
                texts = {tag: found[tag, action_id][part] for tag in ("en", "de", "fr", "es", "it")}
                assert len(set(texts.values())) == 5 and all(texts.values()), texts

    def by_the_program(self):
        """qgis_process takes the plugin as QGIS installs it."""
        plugins = self.toolbox.scratch / "profile/profiles/default/python/plugins"
        plugins.mkdir(parents=True, exist_ok=True)
        shutil.copytree(self.toolbox.scratch / "hinterland", plugins / "hinterland", dirs_exist_ok=True)
        runtime = self.toolbox.scratch / "run"
        runtime.mkdir(mode=0o700)
        environment = {**os.environ, "QGIS_CUSTOM_CONFIG_PATH": str(self.toolbox.scratch / "profile"), "XDG_RUNTIME_DIR": str(runtime), "PATH": "/usr/bin:/bin"}
        # The wrapper of Debian gives the program an option that it does not know.
        program = next(path for path in map(shutil.which, ("qgis_process.bin", "qgis_process")) if path)
        # It may crash when it ends, after it has enabled the plugin.
        subprocess.run([program, "plugins", "enable", "hinterland"], env=environment, capture_output=True, check=False)
        out = self.toolbox.scratch / "program.geojson"
        given = [f"--INPUT={self.toolbox.scratch}/places.geojson", f"--SOURCE={self.toolbox.territory}", "--MINUTES=10", f"--OUTPUT={out}"]
        ran = subprocess.run([program, "run", "hinterland:analysis_isochrone", *given], env=environment, capture_output=True, text=True, timeout=600)
        assert out.exists(), (ran.stdout + ran.stderr)[-600:]
        assert [one["properties"]["status"] for one in json.loads(out.read_text())["features"]] == ["ok"] * len(PLACES)

    def _lists(self, action, out):
        """Every item of a layer of places or areas has its geometry."""
        for layer in action["layers"]:
            found = out.get("_".join(snake(part) for part in layer["path"].split(".")).upper())
            if found is not None:
                bare = [feature for feature in found.getFeatures() if feature.geometry().isNull()]
                assert layer["kind"] == "row" or not bare, layer
        self.seen.add(action["id"])


def snake(name):
    return "".join(f"_{letter}" if letter.isupper() else letter for letter in name)


def same(found, expected, name):
    assert found is not None and abs(found - expected) <= 1e-9 * abs(expected), f"{name} is {found}, not {expected}"


def at(layer, row, lng, lat):
    place = list(layer.getFeatures())[row].geometry().asPoint()
    assert abs(place.x() - lng) < 1e-6 and abs(place.y() - lat) < 1e-6, (place.x(), place.y(), lng, lat)


def main(territory, chosen=""):
    scratch = tempfile.mkdtemp(prefix="hinterland-qgis-")
    check = Check(Toolbox(scratch, territory))
    steps = [
        *((f"{action_id}, points", lambda action_id=action_id: check.points(action_id)) for action_id in ON_POINTS),
        *((f"{one['id']}, polygons", lambda action_id=one["id"]: check.polygons(action_id)) for one in check.actions.values() if one["areas"] and one["shape"] == "origins"),
        *((name, getattr(check, name)) for name in ("matrix", "plans", "search", "calibrate", "areas", "rows_at_fault", "wrong_words", "said_in_languages", "by_the_program")),
        ("every algorithm was run", lambda: same(len(check.seen), len(check.actions), "number of algorithms that were run")),
    ]
    failed = 0
    steps = [(name, step) for name, step in steps if chosen in name]
    for name, step in steps:
        try:
            step()
            print(f"ok {name}", flush=True)
        except Exception as error:  # noqa: BLE001
            failed += 1
            print(f"FAILED {name}: {type(error).__name__}: {str(error)[-900:]}", flush=True)
    print(f"{len(steps) - failed} passed, {failed} failed")
    shutil.rmtree(scratch, ignore_errors=True)
    return 1 if failed else 0


if __name__ == "__main__":
    end(main(*sys.argv[1:]))
