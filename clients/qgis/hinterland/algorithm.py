import json
import os
import re

from qgis.core import (
    QgsApplication,
    QgsAuthMethodConfig,
    QgsCoordinateReferenceSystem,
    QgsCoordinateTransform,
    QgsFeature,
    QgsField,
    QgsFields,
    QgsGeometry,
    QgsProcessing,
    QgsProcessingAlgorithm,
    QgsProcessingException,
    QgsProcessingParameterAuthConfig,
    QgsProcessingParameterFeatureSink,
    QgsProcessingParameterFeatureSource,
    QgsProcessingParameterField,
    QgsProcessingParameterNumber,
    QgsProcessingParameterString,
    QgsWkbTypes,
)
from qgis.PyQt.QtCore import QVariant

from .members import BANDS, input_of, parameters_of
from .source import Refused, Stopped, Unasked, open_source
from .style import style_later

DEGREES = QgsCoordinateReferenceSystem("OGC:CRS84")


class ActionAlgorithm(QgsProcessingAlgorithm):
    """An action: each feature of the layer is a question, or all of them together are one."""

    def __init__(self, action):
        super().__init__()
        self.action = action
        self.styles = []

    def createInstance(self):  # noqa: N802
        return ActionAlgorithm(self.action)

    def name(self):
        return self.action["id"].replace(".", "_")

    def displayName(self):  # noqa: N802
        return self.action["title"]

    def shortHelpString(self):  # noqa: N802
        return self.action["description"]

    def initAlgorithm(self, configuration=None):  # noqa: N802, ARG002
        kinds = [QgsProcessing.TypeVector] if self.action["shape"] == "query" else [QgsProcessing.TypeVectorPoint]
        if self._takes_areas():
            kinds.append(QgsProcessing.TypeVectorPolygon)
        self.addParameter(QgsProcessingParameterFeatureSource("INPUT", "Places", kinds))
        if self.action["shape"] == "query":
            self.addParameter(QgsProcessingParameterField("ADDRESS", "Field with the address", parentLayerParameterName="INPUT"))
        for parameter in parameters_of(self.action):
            if not (self.action["shape"] == "query" and parameter.name() == "query"):
                self.addParameter(parameter)
        source = os.environ.get("HINTERLAND_SOURCE", "http://127.0.0.1:8080")
        self.addParameter(QgsProcessingParameterString("SOURCE", "Address of a service, or folder of a territory", defaultValue=source))
        # A key in a text would be in the log and the history of each run.
        self.addParameter(QgsProcessingParameterAuthConfig("AUTH", "Authentication with the API key of the service as password", optional=True))
        self.addParameter(QgsProcessingParameterNumber("MAX_CREDITS", "The most that it may charge", defaultValue=0, minValue=0))
        self.addParameter(QgsProcessingParameterFeatureSink("OUTPUT", self.action["title"]))
        if self.action["outlines"]:
            sink = QgsProcessingParameterFeatureSink("OUTLINES", "Outlines", QgsProcessing.TypeVectorPolygon, optional=True, createByDefault=True)
            self.addParameter(sink)

    def processAlgorithm(self, parameters, context, feedback):  # noqa: N802
        layer = self.parameterAsSource(parameters, "INPUT", context)
        features = list(layer.getFeatures())
        to_degrees = QgsCoordinateTransform(layer.sourceCrs(), DEGREES, context.transformContext())
        places = [_place(feature, to_degrees, self._takes_areas()) for feature in features]
        try:
            constants = input_of(self.action, self._values(parameters, context))
        except ValueError as error:
            raise QgsProcessingException(str(error)) from error
        if self.action["outlines"]:
            constants["geometry"] = True
        max_credits = self.parameterAsDouble(parameters, "MAX_CREDITS", context)
        key = _key(self.parameterAsString(parameters, "AUTH", context))
        source = open_source(self.parameterAsString(parameters, "SOURCE", context), key, max_credits, feedback)
        try:
            if self.action["shape"] == "table":
                answers = self._table(source, places, constants)
            else:
                answers = self._rows(source, features, places, constants, parameters, context, feedback)
        except Stopped:
            raise QgsProcessingException("Canceled before an answer came. Run again it is charged once at most.") from None
        except (RuntimeError, OSError) as error:
            raise QgsProcessingException(str(error)) from error
        out = {"OUTPUT": self._write(parameters, context, layer, features, answers)}
        if self.action["outlines"]:
            out["OUTLINES"] = self._write_outlines(parameters, context, answers)
        return out

    def _takes_areas(self):
        """Whether a feature may be the territory that is meant, in place of a point."""
        return self.action["shape"] == "origins" and "polygon" in self.action["members"]

    def _values(self, parameters, context):
        values = {}
        for definition in self.parameterDefinitions():
            name = definition.name()
            if parameters.get(name) is None:
                continue
            kind = definition.type()
            if kind == "enum":
                values[name] = self.parameterAsEnumString(parameters, name, context)
            elif kind == "boolean":
                values[name] = self.parameterAsBool(parameters, name, context)
            elif kind == "number":
                number = self.parameterAsDouble(parameters, name, context)
                values[name] = int(number) if number == int(number) else number
            else:
                values[name] = self.parameterAsString(parameters, name, context)
        return values

    def _rows(self, source, features, places, constants, parameters, context, feedback):
        shape = self.action["shape"]
        answers = [None] * len(features)
        rows, inputs = [], []
        for row, (feature, place) in enumerate(zip(features, places)):
            if shape == "query":
                text = feature[self.parameterAsString(parameters, "ADDRESS", context)]
                inputs.append({**constants, "query": "" if text is None else str(text)})
            elif isinstance(place, Refused):
                answers[row] = place
                continue
            elif "polygon" in place:
                # Limits are those of points.
                inputs.append({**{name: value for name, value in constants.items() if name not in BANDS and name != "radiusMeters"}, **place})
            else:
                inputs.append({**constants, **(place if shape == "point" else {"origins": [place]})})
            rows.append(row)
        for done, (row, answer) in enumerate(zip(rows, source.answer(self.action["id"], inputs))):
            answers[row] = answer
            feedback.setProgress(100 * (done + 1) / len(rows))
        return answers

    def _table(self, source, places, constants):
        """One question of all rows that have a place. A row that the problem names is taken out, and the others asked again."""
        list_name = self.action["list"]
        answers = [place if isinstance(place, Refused) else None for place in places]
        while True:
            rows = [row for row, answer in enumerate(answers) if answer is None]
            items = [{"id": row, **places[row]} for row in rows]
            (answer,) = source.answer(self.action["id"], [{**constants, list_name: items}], list_name)
            if not isinstance(answer, Refused):
                # Lists may also have stores of the data, whose ids are texts.
                by_id = {str(row["id"]): {"figures": row["figures"], "about": answer["about"]} for row in answer["rows"]}
                return [by_id.get(str(row), {"figures": {}, "about": {}}) if known is None else known for row, known in enumerate(answers)]
            found = [re.match(rf"#/{list_name}/(\d+)", pointer) for pointer in answer.pointers]
            named = {int(match.group(1)) for match in found if match}
            if not named or len(named) == len(rows) or max(named) >= len(rows):
                raise RuntimeError(str(answer))
            for item in named:
                answers[rows[item]] = answer

    def _write(self, parameters, context, layer, features, answers):
        columns = {}
        for answer in answers:
            if not isinstance(answer, Refused):
                for name, value in answer["figures"].items():
                    if value is not None:
                        columns.setdefault(name, (type(value), answer["about"].get(name, {})))
        fields = QgsFields(layer.fields())
        taken = {field.name() for field in fields}
        for name in ("status", "problem"):
            fields.append(QgsField(_free(name, taken), QVariant.String))
        for name, (kind, about) in columns.items():
            field = QgsField(_free(name, taken), QVariant.Bool if kind is bool else QVariant.String if kind is str else QVariant.Double)
            unit = about.get("unit", "none")
            field.setAlias(about.get("title", "") + ("" if unit == "none" else f", {unit}"))
            fields.append(field)
        sink, target = self.parameterAsSink(parameters, "OUTPUT", context, fields, layer.wkbType(), layer.sourceCrs())
        for feature, answer in zip(features, answers):
            figures = {} if isinstance(answer, Refused) else answer["figures"]
            out = QgsFeature(fields)
            out.setGeometry(feature.geometry())
            values = [_cell(figures.get(name), kind) for name, (kind, _) in columns.items()]
            state = ["not_asked" if isinstance(answer, Unasked) else "refused", str(answer)] if isinstance(answer, Refused) else ["ok", None]
            out.setAttributes([*feature.attributes(), *state, *values])
            sink.addFeature(out)
        self.styles.append(style_later(context, target, columns, fields))
        return target

    def _write_outlines(self, parameters, context, answers):
        fields = QgsFields()
        fields.append(QgsField("row", QVariant.Int))
        fields.append(QgsField("outline", QVariant.String))
        sink, target = self.parameterAsSink(parameters, "OUTLINES", context, fields, QgsWkbTypes.MultiPolygon, DEGREES)
        if sink is None:
            return None
        for row, answer in enumerate(answers):
            # The largest first, so that the smaller ones lie on it.
            for name, shape in reversed([] if isinstance(answer, Refused) else list(answer["outlines"].items())):
                out = QgsFeature(fields)
                out.setGeometry(_polygons(shape))
                out.setAttributes([row, name])
                sink.addFeature(out)
        self.styles.append(style_later(context, target, None, fields))
        return target


def _key(configuration):
    """The API key that an authentication configuration of QGIS keeps, as its password; without one that of HINTERLAND_KEY."""
    if not configuration:
        return os.environ.get("HINTERLAND_KEY", "")
    config = QgsAuthMethodConfig()
    QgsApplication.authManager().loadAuthenticationConfig(configuration, config, True)
    return config.config("password")


def _place(feature, to_degrees, takes_areas):
    """The point or the polygon of a feature in degrees; Refused where it has none that the action takes."""
    geometry = QgsGeometry(feature.geometry())
    if geometry.isNull() or geometry.isEmpty() or geometry.transform(to_degrees) != 0:
        return Refused("validation_error: The row has no place.")
    if geometry.type() == QgsWkbTypes.PolygonGeometry and takes_areas:
        return {"polygon": json.loads(geometry.asJson(7))}
    if geometry.type() != QgsWkbTypes.PointGeometry or (geometry.isMultipart() and len(geometry.asMultiPoint()) != 1):
        return Refused("validation_error: The geometry is no point. Take centroids of the layer first.")
    point = geometry.asMultiPoint()[0] if geometry.isMultipart() else geometry.asPoint()
    return {"lat": point.y(), "lng": point.x()}


def _polygons(shape):
    from qgis.core import QgsPointXY

    polygons = [shape["coordinates"]] if shape["type"] == "Polygon" else shape["coordinates"]
    return QgsGeometry.fromMultiPolygonXY([[[QgsPointXY(x, y) for x, y in ring] for ring in rings] for rings in polygons])


def _cell(value, kind):
    """A value of the type of its field, or NULL."""
    if value is None or (isinstance(value, str) != (kind is str)):
        return None if value is None or kind is not str else str(value)
    return float(value) if kind in (int, float) else value


def _free(name, taken):
    while name in taken:
        name = f"hl_{name}"
    taken.add(name)
    return name
