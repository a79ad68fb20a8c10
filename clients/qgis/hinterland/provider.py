import json
from pathlib import Path

from qgis.core import QgsProcessingProvider
from qgis.PyQt.QtGui import QIcon

from .algorithm import ActionAlgorithm

#: Made from the schemas of the actions: see test/e2e/src/qgisActions.test.ts of the project.
ACTIONS = json.loads(Path(__file__).with_name("actions.json").read_text(encoding="utf-8"))


class HinterlandProvider(QgsProcessingProvider):
    def id(self):
        return "hinterland"

    def name(self):
        return "Hinterland"

    def icon(self):
        return QIcon(self.svgIconPath())

    def svgIconPath(self):  # noqa: N802
        return str(Path(__file__).parent / "icons/hinterland.svg")

    def loadAlgorithms(self):  # noqa: N802
        for action in ACTIONS:
            self.addAlgorithm(ActionAlgorithm(action))
