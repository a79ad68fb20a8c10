"""Layers as places and areas of a question, and parts of an answer as layers."""

import json

from qgis.core import (
    QgsCoordinateReferenceSystem,
    QgsCoordinateTransform,
    QgsFeature,
    QgsField,
    QgsFields,
    QgsGeometry,
    QgsPointXY,
    QgsWkbTypes,
)
from qgis.PyQt.QtCore import QDate, QDateTime, QVariant

from .source import Refused
from .texts import title

DEGREES = QgsCoordinateReferenceSystem("OGC:CRS84")


class Asked:
    """The features of a layer, each with its place in degrees, or a Refused where it has none."""

    def __init__(self, layer, context, kinds):
        self.layer = layer
        self.features = list(layer.getFeatures())
        to_degrees = QgsCoordinateTransform(layer.sourceCrs(), DEGREES, context.transformContext())
        self.places = [_place(feature, to_degrees, kinds) for feature in self.features]

    def items(self, fields, prefix=""):
        """The places as items of a list; `fields` are the names of fields by those of members. Throws ValueError for a feature without a place."""
        return [{**self.item(row, fields), "id": f"{prefix}{row}"} for row in range(len(self.places))]

    def item(self, row, fields):
        place = self.places[row]
        if isinstance(place, Refused):
            raise ValueError(f"Feature {self.features[row].id()} of {self.layer.sourceName()}: {place}")
        said = {name: _value(self.features[row][field]) for name, field in fields.items()}
        return {**{name: value for name, value in said.items() if value is not None}, **place}

    def polygon(self):
        """All polygons as one. Throws ValueError where a feature has none."""
        return {"type": "MultiPolygon", "coordinates": [ring for row in range(len(self.places)) for ring in _rings(self.item(row, {})["polygon"])]}


def _rings(shape):
    return [shape["coordinates"]] if shape["type"] == "Polygon" else shape["coordinates"]


def _value(value):
    """A value of a field as JSON has it; None for none."""
    if value is None or (isinstance(value, QVariant) and value.isNull()):
        return None
    return value.toString("yyyy-MM-dd") if isinstance(value, (QDate, QDateTime)) else value


def _place(feature, to_degrees, kinds):
    """The point or the polygon of a feature in degrees; Refused where it has none of the kinds that the action takes."""
    geometry = QgsGeometry(feature.geometry())
    if geometry.isNull() or geometry.isEmpty() or geometry.transform(to_degrees) != 0:
        return Refused("validation_error: The row has no place.")
    if geometry.type() == QgsWkbTypes.PolygonGeometry and "polygon" in kinds:
        return {"polygon": json.loads(geometry.asJson(7))}
    if "point" not in kinds:
        return Refused("validation_error: The geometry is no polygon.")
    if geometry.type() != QgsWkbTypes.PointGeometry or (geometry.isMultipart() and len(geometry.asMultiPoint()) != 1):
        return Refused("validation_error: The geometry is no point. Take centroids of the layer first.")
    point = geometry.asMultiPoint()[0] if geometry.isMultipart() else geometry.asPoint()
    return {"lat": point.y(), "lng": point.x()}


class Columns:
    """Figures of many answers as fields of a layer. A figure that no answer has is no field."""

    def __init__(self, found):
        self.kinds = {}
        about = {}
        for figures, said in found:
            for name, value in figures.items():
                if value is not None:
                    self.kinds.setdefault(name, type(value))
                    about.setdefault(name, said.get(name, {}))
        self._about = about

    def add_to(self, fields):
        """Appends a field for each, with title and unit as its alias."""
        taken = {field.name() for field in fields}
        for name, kind in self.kinds.items():
            field = QgsField(free(name, taken), QVariant.Bool if kind is bool else QVariant.String if kind is str else QVariant.Double)
            unit = self._about[name].get("unit", "none")
            field.setAlias(title(self._about[name].get("title", "")) + ("" if unit == "none" else f", {unit}"))
            fields.append(field)

    def values(self, figures):
        return [_cell(figures.get(name), kind) for name, kind in self.kinds.items()]


def _cell(value, kind):
    """A value of the type of its field, or NULL."""
    if value is None or (isinstance(value, str) != (kind is str)):
        return None if value is None or kind is not str else str(value)
    return float(value) if kind in (int, float) else value


def free(name, taken):
    """A name that no field has yet."""
    while name in taken:
        name = f"hl_{name}"
    taken.add(name)
    return name


def polygons(shape):
    """GeoJSON as a geometry of QGIS."""
    return QgsGeometry.fromMultiPolygonXY([[[QgsPointXY(x, y) for x, y, *_ in ring] for ring in rings] for rings in _rings(shape)])


class ListLayer:
    """The items of a list of an answer, or of many answers, as features."""

    def __init__(self, kind, answers, has_rows):
        self.kind, self._has_rows = kind, has_rows
        #: Row of the question, and an item of its answer.
        self.items = [(row, item) for row, rows, _ in answers for item in rows]
        self._columns = Columns([(item["figures"], about) for _, rows, about in answers for item in rows])
        self._around = list(dict.fromkeys(name for _, item in self.items for name in item["within"]))
        self._key = next((name for name in ("id", "code") if any(name in item for _, item in self.items)), None)

    @property
    def kinds(self):
        return self._columns.kinds

    @property
    def type(self):
        return QgsWkbTypes.MultiPolygon if self.kind == "area" else QgsWkbTypes.Point

    def fields(self):
        out = QgsFields()
        if self._has_rows:
            out.append(QgsField("row", QVariant.Int))
        for name in self._around:
            out.append(QgsField(f"of_{name}", QVariant.String))
        if self._key is not None:
            out.append(QgsField(self._key, QVariant.String))
        self._columns.add_to(out)
        return out

    def features(self, geometry_of):
        """Features; `geometry_of` has the geometry of an item without a place of its own, or None."""
        fields = self.fields()
        for row, item in self.items:
            out = QgsFeature(fields)
            geometry = located(item) or geometry_of(item)
            if geometry is not None:
                out.setGeometry(geometry)
            key = [] if self._key is None else [None if item.get(self._key) is None else str(item[self._key])]
            around = [None if name not in item["within"] else str(item["within"][name]) for name in self._around]
            out.setAttributes([*([row] if self._has_rows else []), *around, *key, *self._columns.values(item["figures"])])
            yield out


def located(item):
    """The geometry of an item that has a place or a polygon; None where it has neither."""
    if item.get("geometry") is not None:
        return polygons(item["geometry"])
    if item.get("lat") is None or item.get("lng") is None:
        return None
    return QgsGeometry.fromPointXY(QgsPointXY(item["lng"], item["lat"]))
