"""Colors of layers when they are loaded: classes of the first figure of people, and outlines by their limit."""

from qgis.core import (
    QgsCategorizedSymbolRenderer,
    QgsClassificationQuantile,
    QgsGraduatedSymbolRenderer,
    QgsProcessingLayerPostProcessorInterface,
    QgsRendererCategory,
    QgsStyle,
    QgsSymbol,
)


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
    renderer = QgsGraduatedSymbolRenderer(figure)
    renderer.setClassificationMethod(QgsClassificationQuantile())
    renderer.setSourceSymbol(QgsSymbol.defaultSymbol(layer.geometryType()))
    renderer.updateClasses(layer, 5)
    renderer.updateColorRamp(ramp)
    layer.setRenderer(renderer)


def style_later(context, target, columns, fields):
    """Keeps the styler alive until QGIS calls it; returns it."""
    figure = None
    if columns is not None:
        numbers = [name for name, (kind, _) in columns.items() if kind in (int, float)]
        figure = next((name for name in reversed(numbers) if name.startswith("residents_")), numbers[0] if numbers else None)
        if figure is None or fields.indexOf(figure) < 0:
            return None
    if not context.willLoadLayerOnCompletion(target):
        return None
    styler = Styler(figure)
    context.layerToLoadOnCompletionDetails(target).setPostProcessor(styler)
    return styler
