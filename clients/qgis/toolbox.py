"""QGIS without a window, with the plugin as its zip has it: for check.py and pictures.py, in one process."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from build import write_plugin  # noqa: E402
from qgis.core import QgsApplication, QgsVectorLayer  # noqa: E402

HERE = Path(__file__).resolve().parent
COMMAND = [shutil.which("node") or "node", str(HERE.parents[1] / "apps/cli/bin/hinterland.js")]
#: Where Debian, macOS and OSGeo4W have the plugins that QGIS brings.
OF_QGIS = ("/usr/share/qgis/python/plugins", "/Applications/QGIS.app/Contents/Resources/python/plugins")


class Toolbox:
    """The algorithms on a territory."""

    def __init__(self, scratch, territory):
        self.scratch, self.territory = Path(scratch), territory
        os.environ["HINTERLAND_COMMAND"] = " ".join(COMMAND)
        write_plugin(self.scratch)
        sys.path[:0] = [str(self.scratch), *OF_QGIS]
        self._application = QgsApplication([], False, str(self.scratch / "profile"))
        self._application.initQgis()
        from processing.core.Processing import Processing

        Processing.initialize()
        from hinterland.provider import HinterlandProvider

        self.provider = HinterlandProvider()
        QgsApplication.processingRegistry().addProvider(self.provider)

    def run(self, action, **given):
        """Answers of an algorithm as layers, by the names of its outputs; those that are not named are made, too."""
        import processing

        algorithm = QgsApplication.processingRegistry().createAlgorithmById(f"hinterland:{action.replace('.', '_')}")
        sinks = {output.name(): "TEMPORARY_OUTPUT" for output in algorithm.destinationParameterDefinitions()}
        return processing.run(algorithm, {"SOURCE": self.territory, **sinks, **given})

    def layer(self, name, features):
        """A layer of (properties, GeoJSON geometry) in degrees."""
        file = self.scratch / f"{name}.geojson"
        listed = [{"type": "Feature", "properties": properties, "geometry": geometry} for properties, geometry in features]
        file.write_text(json.dumps({"type": "FeatureCollection", "features": listed}))
        layer = QgsVectorLayer(str(file), name, "ogr")
        assert layer.isValid(), name
        return layer

    def call(self, action, members):
        """The same question to `hinterland call`."""
        arguments = [*COMMAND, "call", action, "-", "--territory", self.territory]
        return json.loads(subprocess.run(arguments, input=json.dumps(members), capture_output=True, text=True, check=True).stdout)


def rows_of(layer):
    """The features of a layer by their fields; NULL is None."""
    from qgis.core import NULL

    names = [field.name() for field in layer.fields()]
    return [{name: None if value == NULL else value for name, value in zip(names, feature.attributes())} for feature in layer.getFeatures()]


def point(lng, lat):
    return {"type": "Point", "coordinates": [lng, lat]}


def square(lng, lat, half):
    ring = [[lng - half, lat - half], [lng + half, lat - half], [lng + half, lat + half], [lng - half, lat + half], [lng - half, lat - half]]
    return {"type": "Polygon", "coordinates": [ring]}


def end(code):
    """Ends the program at once: QGIS may crash while it ends, after all is said."""
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)
