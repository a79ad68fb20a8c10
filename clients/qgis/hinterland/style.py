"""Colors of layers when they are loaded: classes of the first figure of people, and outlines by their limit."""

from qgis.core import (
    QgsCategorizedSymbolRenderer,
    QgsGraduatedSymbolRenderer,
    QgsProcessingLayerPostProcessorInterface,
    QgsRendererCategory,
    QgsRendererRange,
    QgsRuleBasedRenderer,
    QgsStyle,
    QgsSymbol,
)
from qgis.PyQt.QtGui import QColor

from .texts import say

CLASSES = 5


class Styler(QgsProcessingLayerPostProcessorInterface):
    def __init__(self, figure):
        super().__init__()
        self.figure = figure

    def postProcessLayer(self, layer, context, feedback):  # noqa: N802, ARG002
        style(layer, self.figure)


def style(layer, figure):
    """Colors points by classes of a figure, polygons by their outline."""
    ramp = QgsStyle.defaultStyle().colorRamp("Viridis")
    if figure is None:
        values = sorted(layer.uniqueValues(layer.fields().indexOf("outline")), key=lambda name: (len(name), name))
        categories = []
        for i, value in enumerate(values):
            symbol = QgsSymbol.defaultSymbol(layer.geometryType())
            symbol.setColor(ramp.color(1 - i / max(1, len(values) - 1) if len(values) > 1 else 0.5))
            symbol.setOpacity(0.45)
            categories.append(QgsRendererCategory(value, symbol, value))
        layer.setRenderer(QgsCategorizedSymbolRenderer("outline", categories))
        return
    ranges = []
    limits = limits_of(layer, figure)
    for i, (low, high) in enumerate(zip(limits, limits[1:] or limits)):
        symbol = QgsSymbol.defaultSymbol(layer.geometryType())
        symbol.setColor(ramp.color(i / max(1, len(limits) - 2)))
        ranges.append(QgsRendererRange(low, high, symbol, f"{low:,.6g} to {high:,.6g}"))
    layer.setRenderer(with_others(QgsGraduatedSymbolRenderer(figure, ranges), layer))


def limits_of(layer, figure):
    """Limits of at most five classes with about as many features each. Those without a figure count in none: QGIS would take them for zeros."""
    values = sorted(value for value in (feature[figure] for feature in layer.getFeatures()) if isinstance(value, (int, float)))
    return sorted({values[round(i * (len(values) - 1) / CLASSES)] for i in range(CLASSES + 1)}) if values else []


def with_others(renderer, layer):
    """The same classes, and a gray mark for features that have no figure: none is invisible."""
    rules = QgsRuleBasedRenderer.convertFromRenderer(renderer)
    symbol = QgsSymbol.defaultSymbol(layer.geometryType())
    symbol.setColor(QColor("#d0d0d0"))
    rules.rootRule().appendChild(QgsRuleBasedRenderer.Rule(symbol, label=say("no answer"), elseRule=True))
    return rules


def style_later(context, target, columns, fields):
    """Keeps the styler alive until QGIS calls it; returns it."""
    figure = None
    if columns is not None:
        numbers = [name for name, kind in columns.items() if kind in (int, float)]
        figure = next((name for name in reversed(numbers) if name.startswith("residents_")), numbers[0] if numbers else None)
        if figure is None or fields.indexOf(figure) < 0:
            return None
    if not context.willLoadLayerOnCompletion(target):
        return None
    styler = Styler(figure)
    context.layerToLoadOnCompletionDetails(target).setPostProcessor(styler)
    return styler
