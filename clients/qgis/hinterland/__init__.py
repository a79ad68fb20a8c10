"""Answers of Hinterland as Processing algorithms of QGIS."""


def classFactory(iface):  # noqa: N802, ARG001 (the name that QGIS calls)
    from .plugin import HinterlandPlugin

    return HinterlandPlugin()
