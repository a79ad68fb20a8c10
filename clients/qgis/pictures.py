"""Renders three layers in QGIS as the algorithms style them, and checks what is drawn. Usage: pictures.py TERRITORY FOLDER, without a display."""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from check import HERE, prepared, program  # noqa: E402
from qgis.core import QgsApplication, QgsMapRendererParallelJob, QgsMapSettings, QgsRectangle, QgsVectorLayer, QgsWkbTypes  # noqa: E402
from qgis.PyQt.QtCore import QSize  # noqa: E402
from qgis.PyQt.QtGui import QColor, QImage  # noqa: E402

sys.path.insert(0, str(HERE))
from hinterland.style import style  # noqa: E402

WIDTH, HEIGHT = 960, 720
#: A street grid around the capital of the demo, dense enough that its classes are seen.
PLACES = [(f"p{i}", -151.75 + 0.012 * (i % 9), -36.235 + 0.012 * (i // 9)) for i in range(54)]
#: Parameters of each layer, how many classes of color it has at least, and the figure that they are of; None for outlines.
LAYERS = {
    "isochrones": ("analysis_isochrone", {"MINUTES": "3,6,9", "mode": "car"}, 3, None),
    # One more for places without a road.
    "residents": ("enrich_point", {"MINUTES": "5", "include": "people"}, 6, "residents_5min"),
    "coverage": ("network_coverage", {"minutes": "3"}, 4, "reached"),
}


def main(territory, folder):
    scratch = Path(tempfile.mkdtemp(prefix="hinterland-qgis-"))
    application = QgsApplication([], False, str(scratch / "drawing"))
    application.initQgis()
    failed = 0
    try:
        environment = prepared(scratch, territory, PLACES)
        for name, (algorithm, parameters, classes, figure) in LAYERS.items():
            layer = answered(scratch, environment, territory, name, algorithm, parameters, outlines=figure is None)
            style(layer, figure)
            image = drawn(layer)
            image.save(str(Path(folder) / f"{name}.png"))
            faults = faults_of(layer, image, classes)
            failed += bool(faults)
            print(f"FAILED {name}: {'; '.join(faults)}" if faults else f"ok {name}", flush=True)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    return 1 if failed else 0


def answered(scratch, environment, territory, name, algorithm, parameters, outlines):
    out = scratch / f"{name}.geojson"
    given = {"INPUT": scratch / "places.geojson", "SOURCE": territory, "OUTPUT": out, **parameters}
    if outlines:
        out = scratch / f"{name}-outlines.geojson"
        # One place: outlines of many lie on each other.
        given = {**given, "INPUT": scratch / "place.geojson", "OUTLINES": out}
    arguments = [f"--{key}={value}" for key, value in given.items()]
    ran = subprocess.run([program(), "run", f"hinterland:{algorithm}", *arguments], env=environment, capture_output=True, text=True, timeout=300)
    layer = QgsVectorLayer(str(out), name, "ogr")
    assert layer.isValid() and layer.featureCount() > 0, f"no layer {name}: {(ran.stdout + ran.stderr)[-600:]}"
    return layer


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


def faults_of(layer, image, classes):
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
        missing = [color for color in colors if color not in seen]
        return [*faults, f"not on the picture: {missing}"] if missing else faults
    common = [color for color, pixels in seen.items() if pixels >= 200]
    return faults if len(common) > classes else [*faults, f"{len(common)} colors on the picture, for {classes} classes and the ground"]


if __name__ == "__main__":
    code = main(*sys.argv[1:])
    sys.stdout.flush()
    # QGIS may crash while it ends, after all is said.
    os._exit(code)
