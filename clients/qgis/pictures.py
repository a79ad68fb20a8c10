"""Renders layers in QGIS as the algorithms style them, and checks what is drawn. Usage: pictures.py TERRITORY FOLDER, without a display."""

import shutil
import sys
import tempfile
from pathlib import Path

from toolbox import Toolbox, end, point, square  # noqa: I001 (before QGIS, which it finds)
from qgis.core import NULL, QgsMapRendererParallelJob, QgsMapSettings, QgsRectangle, QgsWkbTypes
from qgis.PyQt.QtCore import QSize
from qgis.PyQt.QtGui import QColor, QImage

WIDTH, HEIGHT = 960, 720
#: A street grid around the capital of the demo, dense enough that its classes are seen.
PLACES = [({"name": f"p{i}"}, point(-151.75 + 0.012 * (i % 9), -36.235 + 0.012 * (i // 9))) for i in range(54)]
#: Parameters of each layer, its output, how many classes of color it has at least, and the figure that they are of; None for outlines.
LAYERS = {
    "isochrones": ("analysis.isochrone", {"MINUTES": "3,6,9", "mode": "car"}, "OUTLINES", 3, None),
    # One more for places without a road.
    "residents": ("enrich.point", {"MINUTES": "5", "include": "people"}, "OUTPUT", 6, "residents_5min"),
    "coverage": ("network.coverage", {"minutes": "3"}, "OUTPUT", 4, "reached"),
    "areas-nobody-reaches": ("network.coverage", {"minutes": "3"}, "WHITE_SPOTS", 4, "unreached"),
    "postcodes": ("areas.list", {"kind": "postcode"}, "AREAS", 5, "residents"),
    "best-places": ("site.search", {"sectorCode": "food.bakery", "listCount": 20, "apartMeters": 200}, "PLACES", 5, "gain"),
}


def main(territory, folder):
    Path(folder).mkdir(parents=True, exist_ok=True)
    scratch = tempfile.mkdtemp(prefix="hinterland-qgis-")
    toolbox = Toolbox(scratch, territory)
    from hinterland.style import style

    places = toolbox.layer("places", PLACES)
    # One place: outlines of many lie on each other.
    place = toolbox.layer("place", PLACES[27:28])
    town = toolbox.layer("town", [({}, square(-151.7, -36.2, 0.06))])
    failed = 0
    for name, (action, parameters, output, classes, figure) in LAYERS.items():
        asked = {"areas.list": {}, "site.search": {"INPUT": town}}.get(action, {"INPUT": place if figure is None else places})
        layer = toolbox.run(action, **asked, **parameters)[output]
        style(layer, figure)
        image = drawn(layer)
        image.save(str(Path(folder) / f"{name}.png"))
        faults = faults_of(layer, image, classes, figure)
        failed += bool(faults)
        print(f"FAILED {name}: {'; '.join(faults)}" if faults else f"ok {name}", flush=True)
    shutil.rmtree(scratch, ignore_errors=True)
    return 1 if failed else 0


def drawn(layer):
    settings = QgsMapSettings()
    settings.setLayers([layer])
    settings.setDestinationCrs(layer.crs())
    settings.setOutputSize(QSize(WIDTH, HEIGHT))
    settings.setBackgroundColor(QColor("white"))
    extent = QgsRectangle(layer.extent())
    extent.scale(1.1)
    settings.setExtent(extent)
    job = QgsMapRendererParallelJob(settings)
    job.start()
    job.waitForFinished()
    return job.renderedImage().convertToFormat(QImage.Format_RGB32)


def faults_of(layer, image, classes, figure):
    """What a person would miss: a class without a color of its own, or one that is nowhere on the picture."""
    renderer = layer.renderer()
    items = renderer.categories() if hasattr(renderer, "categories") else renderer.rootRule().children()
    faults = [] if len(items) >= classes else [f"{len(items)} classes, not {classes}"]
    colors = [item.symbol().color().name() for item in items]
    if len(set(colors)) < len(colors):
        faults.append(f"classes share a color: {colors}")
    seen = {}
    for y in range(0, HEIGHT, 2):
        for x in range(0, WIDTH, 2):
            color = image.pixelColor(x, y).name()
            seen[color] = seen.get(color, 0) + 1
    # Points have the color of their class; shapes lie on each other, and let the ground through.
    if layer.geometryType() == QgsWkbTypes.PointGeometry:
        # The last rule is for features without a figure.
        has_gaps = any(feature[figure] is None or feature[figure] == NULL for feature in layer.getFeatures())
        missing = [color for color in colors[: None if has_gaps else -1] if color not in seen]
        return [*faults, f"not on the picture: {missing}"] if missing else faults
    common = [color for color, pixels in seen.items() if pixels >= 200]
    return faults if len(common) > classes else [*faults, f"{len(common)} colors on the picture, for {classes} classes and the ground"]


if __name__ == "__main__":
    end(main(*sys.argv[1:]))
