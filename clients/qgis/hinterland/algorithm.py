import os
import re
from pathlib import Path

from qgis.core import (
    NULL,
    QgsApplication,
    QgsAuthMethodConfig,
    QgsFeature,
    QgsField,
    QgsFields,
    QgsProcessing,
    QgsProcessingAlgorithm,
    QgsProcessingException,
    QgsProcessingOutputLayerDefinition,
    QgsProcessingParameterAuthConfig,
    QgsProcessingParameterDefinition,
    QgsProcessingParameterFeatureSink,
    QgsProcessingParameterFeatureSource,
    QgsProcessingParameterField,
    QgsProcessingParameterNumber,
    QgsProcessingParameterString,
    QgsWkbTypes,
)
from qgis.PyQt.QtCore import QVariant
from qgis.PyQt.QtGui import QIcon

from .layers import DEGREES, Asked, Columns, ListLayer, free, located, polygons
from .members import BANDS, fields_of, input_of, layers_of, parameters_of
from .source import Refused, Stopped, Unasked, open_source
from .style import style_later
from .texts import say, title

ICONS = Path(__file__).parent / "icons"
#: Areas of one call, and by how much their outlines may move.
PAGE, SIMPLIFY_METERS = 500, 20


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
        return title(self.action["title"])

    def group(self):
        return say(self.action["group"])

    def groupId(self):  # noqa: N802
        return self.action["group"]

    def icon(self):
        return QIcon(self.svgIconPath())

    def svgIconPath(self):  # noqa: N802
        return str(ICONS / f"{self.name()}.svg")

    def tags(self):
        return [self.action["id"], *(say(tag) for tag in self.action["tags"])]

    def shortHelpString(self):  # noqa: N802
        usual = [definition for definition in self.parameterDefinitions() if not definition.flags() & QgsProcessingParameterDefinition.FlagAdvanced]
        said = [f"<p><b>{definition.description()}</b><br>{definition.help()}</p>" for definition in usual if definition.help()]
        return "".join([f"<p>{say(self.action['about'])}</p>", *said])

    def initAlgorithm(self, configuration=None):  # noqa: N802, ARG002
        shape = self.action["shape"]
        if shape != "none":
            self.addParameter(self._input())
        if shape == "query":
            self.addParameter(QgsProcessingParameterField("ADDRESS", title("Field with the address"), parentLayerParameterName="INPUT"))
        if self.action["areas"]:
            label = title("Field with the code of an area, in place of the geometry")
            self.addParameter(QgsProcessingParameterField("AREAS", label, parentLayerParameterName="INPUT", optional=True))
        for parameter in parameters_of(self.action):
            self.addParameter(parameter)
        source = os.environ.get("HINTERLAND_SOURCE", "http://127.0.0.1:8080")
        self.addParameter(QgsProcessingParameterString("SOURCE", title("Address of a service, or folder of a territory"), defaultValue=source))
        # A key in a text would be in the log and the history of each run.
        self.addParameter(QgsProcessingParameterAuthConfig("AUTH", title("Authentication with the API key of the service as password"), optional=True))
        self.addParameter(QgsProcessingParameterNumber("MAX_CREDITS", title("The most that it may charge, credits"), defaultValue=0, minValue=0))
        if shape != "none":
            self.addParameter(QgsProcessingParameterFeatureSink("OUTPUT", self.displayName()))
        if self.action["outlines"]:
            self._add_sink("OUTLINES", title("Outlines"), QgsProcessing.TypeVectorPolygon)
        for layer in self.action["layers"]:
            kind = QgsProcessing.TypeVectorPolygon if layer["kind"] == "area" else QgsProcessing.TypeVectorPoint
            self._add_sink(_sink_of(layer["path"]), title(layer["title"]), kind)

    def _input(self):
        shape = self.action["shape"]
        if shape == "query":
            return QgsProcessingParameterFeatureSource("INPUT", title("Layer with addresses"), [QgsProcessing.TypeVector])
        if shape == "area":
            label = title("Areas to search; none: the whole territory")
            return QgsProcessingParameterFeatureSource("INPUT", label, [QgsProcessing.TypeVectorPolygon], optional=True)
        kinds = [QgsProcessing.TypeVectorPoint, *([QgsProcessing.TypeVector] if self.action["areas"] else [])]
        return QgsProcessingParameterFeatureSource("INPUT", title("Places"), kinds)

    def _add_sink(self, name, label, kind):
        self.addParameter(QgsProcessingParameterFeatureSink(name, label, kind, optional=True, createByDefault=True))

    def processAlgorithm(self, parameters, context, feedback):  # noqa: N802
        asked = self._asked("INPUT", parameters, context, ("polygon",) if self.action["shape"] == "area" else ("point", "polygon") if self.action["areas"] else ("point",))
        wanted = [layer for layer in self.action["layers"] if parameters.get(_sink_of(layer["path"]))]
        max_credits = self.parameterAsDouble(parameters, "MAX_CREDITS", context)
        key = _key(self.parameterAsString(parameters, "AUTH", context))
        source = open_source(self.parameterAsString(parameters, "SOURCE", context), key, max_credits, feedback)
        source.lists = [layer["path"] for layer in wanted]
        geometries = {}
        try:
            constants = {**input_of(self.action, self._values(parameters, context)), **self._constants(parameters, context, geometries)}
            answers = self._answers(source, asked, constants, parameters, context, feedback)
            out = {}
            if self.action["shape"] != "none":
                out["OUTPUT"] = self._write(parameters, context, asked, answers)
            if self.action["outlines"]:
                out["OUTLINES"] = self._write_outlines(parameters, context, answers)
            if self.action["shape"] == "table":
                geometries.update({str(row): place for row, place in enumerate(asked.places) if not isinstance(place, Refused)})
            for layer in wanted:
                target = self._write_list(layer, parameters, context, answers, geometries, source)
                if target is not None:
                    out[_sink_of(layer["path"])] = target
        except Stopped:
            raise QgsProcessingException("Canceled before an answer came. Run again it is charged once at most.") from None
        except (RuntimeError, OSError, ValueError) as error:
            raise QgsProcessingException(str(error)) from error
        return out

    def _asked(self, name, parameters, context, kinds):
        layer = self.parameterAsSource(parameters, name, context) if parameters.get(name) else None
        return None if layer is None else Asked(layer, context, kinds)

    def _fields(self, prefix, layer, schema, parameters, context):
        """Names of fields by those of the members that they say."""
        named = {definition.name(): self.parameterAsString(parameters, definition.name(), context) for definition in fields_of(prefix, layer, schema)}
        return {name[len(prefix) :]: field for name, field in named.items() if field}

    def _constants(self, parameters, context, geometries):
        """Members that further layers say; the places of their items go into `geometries`."""
        members = {"geometry": True} if self.action["outlines"] or self.action["shape"] == "none" else {}
        for name, schema in layers_of(self.action):
            is_area = schema["role"] == "area"
            asked = self._asked(name, parameters, context, ("polygon",) if is_area else ("point",))
            if asked is None:
                continue
            if is_area:
                members[name] = asked.polygon()
                continue
            members[name] = asked.items(self._fields(f"{name}_", name, schema, parameters, context), f"{name}-")
            geometries.update({item["id"]: item for item in members[name]})
            if self.action["shape"] == "area" and name == "places":
                members["candidates"] = "places"
        return members

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
                values[name] = self.parameterAsDouble(parameters, name, context)
            elif kind == "point":
                point = self.parameterAsPoint(parameters, name, context, DEGREES)
                values[name] = {"lat": point.y(), "lng": point.x()}
            elif kind == "extent":
                box = self.parameterAsExtent(parameters, name, context, DEGREES)
                values[name] = {"west": box.xMinimum(), "south": box.yMinimum(), "east": box.xMaximum(), "north": box.yMaximum()}
            elif kind == "string":
                values[name] = self.parameterAsString(parameters, name, context)
        return values

    def _answers(self, source, asked, constants, parameters, context, feedback):
        """An answer or a Refused for each feature; of a question without features one."""
        if self.action["shape"] == "table":
            list_name = self.action["list"]
            fields = self._fields("FIELD_", "INPUT", self.action["members"][list_name], parameters, context)
            return self._table(source, asked, fields, constants)
        if self.action["shape"] == "none":
            return [_pages(lambda offset: source.ask(self.action["id"], {**constants, "limit": PAGE, "offset": offset}))]
        if asked is None:
            return list(source.answer(self.action["id"], [constants]))
        return self._rows(source, asked, constants, parameters, context, feedback)

    def _rows(self, source, asked, constants, parameters, context, feedback):
        shape = self.action["shape"]
        address = self.parameterAsString(parameters, "ADDRESS", context) if shape == "query" else None
        areas = self.parameterAsString(parameters, "AREAS", context) if self.action["areas"] else None
        answers = [None] * len(asked.features)
        rows, inputs = [], []
        for row, (feature, place) in enumerate(zip(asked.features, asked.places)):
            if address is not None:
                text = feature[address]
                inputs.append({**constants, "query": "" if text is None or text == NULL else str(text)})
            elif areas and feature[areas] != NULL:
                inputs.append({**_without_limits(constants, shape), "areas": [str(feature[areas])]})
            elif isinstance(place, Refused):
                answers[row] = place
                continue
            elif "polygon" in place:
                inputs.append({**_without_limits(constants, shape), **place})
            else:
                inputs.append({**constants, **(place if shape == "point" else {"origins": [place]})})
            rows.append(row)
        for done, (row, answer) in enumerate(zip(rows, source.answer(self.action["id"], inputs))):
            answers[row] = answer
            feedback.setProgress(100 * (done + 1) / len(rows))
        return answers

    def _table(self, source, asked, fields, constants):
        """One question of all rows that have a place. A row that the problem names is taken out, and the others asked again."""
        list_name = self.action["list"]
        answers = [place if isinstance(place, Refused) else None for place in asked.places]
        while True:
            rows = [row for row, answer in enumerate(answers) if answer is None]
            items = [{**asked.item(row, fields), "id": row} for row in rows]
            (answer,) = source.answer(self.action["id"], [{**constants, list_name: items}], list_name)
            if not isinstance(answer, Refused):
                # Lists may also have stores of the data, whose ids are texts.
                by_id = {str(row["id"]): {"figures": row["figures"], "about": answer["about"]} for row in answer["rows"]}
                done = [by_id.get(str(row), {"figures": {}, "about": {}}) if known is None else known for row, known in enumerate(answers)]
                # What the answer has beside its rows stands with the first that is asked.
                done[rows[0]] = {**done[rows[0]], "lists": answer.get("lists", {})}
                return done
            found = [re.match(rf"#/{list_name}/(\d+)", pointer) for pointer in answer.pointers]
            named = {int(match.group(1)) for match in found if match}
            if not named or len(named) == len(rows) or max(named) >= len(rows):
                raise RuntimeError(str(answer))
            for item in named:
                answers[rows[item]] = answer

    def _write(self, parameters, context, asked, answers):
        columns = Columns([(answer["figures"], answer["about"]) for answer in answers if not isinstance(answer, Refused)])
        fields = QgsFields() if asked is None else QgsFields(asked.layer.fields())
        taken = {field.name() for field in fields}
        for name in ("status", "problem"):
            fields.append(QgsField(free(name, taken), QVariant.String))
        columns.add_to(fields)
        kind, crs = (QgsWkbTypes.NoGeometry, DEGREES) if asked is None else (asked.layer.wkbType(), asked.layer.sourceCrs())
        sink, target = self.parameterAsSink(parameters, "OUTPUT", context, fields, kind, crs)
        for feature, answer in zip([QgsFeature()] if asked is None else asked.features, answers):
            figures = {} if isinstance(answer, Refused) else answer["figures"]
            out = QgsFeature(fields)
            out.setGeometry(feature.geometry())
            state = ["not_asked" if isinstance(answer, Unasked) else "refused", str(answer)] if isinstance(answer, Refused) else ["ok", None]
            out.setAttributes([*feature.attributes(), *state, *columns.values(figures)])
            sink.addFeature(out)
        self.styles.append(style_later(context, target, columns.kinds, fields))
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
                out.setGeometry(polygons(shape))
                out.setAttributes([row, name])
                sink.addFeature(out)
        self.styles.append(style_later(context, target, None, fields))
        return target

    def _write_list(self, layer, parameters, context, answers, geometries, source):
        """A list of the answers as a layer; None where it has no item and nobody named a file for it."""
        found = [(row, answer.get("lists", {}).get(layer["path"])) for row, answer in enumerate(answers) if not isinstance(answer, Refused)]
        written = ListLayer(layer["kind"], [(row, one["rows"], one["about"]) for row, one in found if one is not None], self.action["shape"] not in ("table", "none"))
        name = _sink_of(layer["path"])
        if not written.items and _is_temporary(parameters[name]):
            return None
        shapes = {}
        if layer["kind"] == "area" and not any(item.get("geometry") for _, item in written.items):
            shapes = _shapes(source, {(item["figures"].get("kind"), item["code"]) for _, item in written.items})
        fields = written.fields()
        sink, target = self.parameterAsSink(parameters, name, context, fields, written.type, DEGREES)

        def geometry_of(item):
            shape = shapes.get(item.get("code"))
            return polygons(shape) if shape is not None else located(geometries.get(str(item.get("id")), {}))

        for feature in written.features(geometry_of):
            sink.addFeature(feature)
        if layer["kind"] != "row":
            self.styles.append(style_later(context, target, written.kinds, fields))
        return target


def _sink_of(path):
    """The name of the parameter of a list: COMBINED_PLAN_OPENING for combinedPlan.opening."""
    return re.sub(r"(?<=[a-z0-9])([A-Z])", r"_\1", path).replace(".", "_").upper()


def _is_temporary(value):
    named = value.sink.staticValue() if isinstance(value, QgsProcessingOutputLayerDefinition) else value
    return str(named) in ("TEMPORARY_OUTPUT", "memory:")


def _without_limits(constants, shape):
    """Without limits, which are those of points."""
    return constants if shape == "area" else {name: value for name, value in constants.items() if name not in BANDS and name != "radiusMeters"}


def _pages(ask):
    """All pages of a list of areas as one answer."""
    answer = ask(0)
    areas = answer["lists"]["areas"]
    while len(areas["rows"]) < answer["figures"].get("total", 0):
        page = ask(len(areas["rows"]))["lists"]["areas"]["rows"]
        if not page:
            break
        areas["rows"].extend(page)
    return answer


def _shapes(source, wanted):
    """Polygons of areas by their codes, which are free; `wanted` are their kinds and codes."""
    shapes = {}
    source.lists = ["areas"]
    for kind in sorted({kind for kind, _ in wanted if kind}):
        constants = {"kind": kind, "geometry": True, "simplifyMeters": SIMPLIFY_METERS, "limit": PAGE}
        answer = _pages(lambda offset: source.ask("areas.list", {**constants, "offset": offset}))
        shapes.update({item["code"]: item["geometry"] for item in answer["lists"]["areas"]["rows"] if item.get("geometry")})
    return shapes


def _key(configuration):
    """The API key that an authentication configuration of QGIS keeps, as its password; without one that of HINTERLAND_KEY."""
    if not configuration:
        return os.environ.get("HINTERLAND_KEY", "")
    config = QgsAuthMethodConfig()
    QgsApplication.authManager().loadAuthenticationConfig(configuration, config, True)
    return config.config("password")
