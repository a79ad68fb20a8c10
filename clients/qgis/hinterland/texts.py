"""Words of the algorithms in the language of QGIS. Each text is known by its English, as in the translations of Qt."""

import json
from pathlib import Path

from qgis.core import QgsApplication

#: Made from the texts of the actions and of the plugin: see test/e2e/src/qgisActions.ts of the project.
TEXTS = json.loads(Path(__file__).with_name("texts.json").read_text(encoding="utf-8"))


def say(english):
    """The text in the language of QGIS; English where there is none."""
    return _texts().get(english, english)


def title(english):
    """The text as it begins a line."""
    text = say(english)
    return text[:1].upper() + text[1:]


def value(code):
    """What a choice of the service is called; its code where it has no name."""
    return title(_texts().get(f"={code}", str(code)))


def _texts():
    return TEXTS.get(QgsApplication.locale()[:2], TEXTS["en"])
