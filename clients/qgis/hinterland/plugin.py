from qgis.core import QgsApplication

from .provider import HinterlandProvider


class HinterlandPlugin:
    def __init__(self):
        self.provider = None

    def initProcessing(self):  # noqa: N802
        self.provider = HinterlandProvider()
        QgsApplication.processingRegistry().addProvider(self.provider)

    def initGui(self):  # noqa: N802
        self.initProcessing()

    def unload(self):
        QgsApplication.processingRegistry().removeProvider(self.provider)
