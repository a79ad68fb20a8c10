"""Members of an action's input as parameters of an algorithm, and back."""

import json

from qgis.core import (
    QgsProcessingParameterBoolean,
    QgsProcessingParameterDefinition,
    QgsProcessingParameterEnum,
    QgsProcessingParameterNumber,
    QgsProcessingParameterString,
)

#: Roles of members that places of the layer stand for, as the schemas of actions say them.
PLACES = ("place", "places")
#: A list of places that is asked beside those of the layer.
BESIDE = ("destinations",)
#: Members whose words are others: limits are minutes, kilometers.
BANDS = {"bandSeconds": ("MINUTES", "Minutes, such as 5,10,15", 60), "bandMeters": ("KILOMETERS", "Kilometers by road, such as 1,3", 1000)}
#: Chosen by the algorithm itself.
HIDDEN = ("geometry", "ownData", "areas", "polygon")


def is_of_layer(name, schema):
    """Whether places of the layer stand for a member."""
    return schema.get("role") in PLACES and name not in BESIDE


def parameters_of(action):
    """Parameters for the members of an action; the usual ones first, all others as advanced ones."""
    for name, schema in action["members"].items():
        if is_of_layer(name, schema) or name in HIDDEN:
            continue
        required = name in action["required"]
        if name in BANDS:
            parameter = QgsProcessingParameterString(BANDS[name][0], BANDS[name][1], optional=True, defaultValue="10" if name == "bandSeconds" else None)
        else:
            parameter = _parameter(name, schema, required)
        advanced = not required and name not in ("bandSeconds", "mode", "sectors", "categories", "brands", "topics", "include", "minutes", "query")
        if advanced:
            parameter.setFlags(parameter.flags() | QgsProcessingParameterDefinition.FlagAdvanced)
        parameter.setHelp(schema.get("description", ""))
        yield parameter


def _parameter(name, schema, required):
    title = schema.get("title", name)
    kind = schema.get("type")
    if "enum" in schema:
        return QgsProcessingParameterEnum(name, title, options=schema["enum"], usesStaticStrings=True, optional=not required)
    if kind == "boolean":
        return QgsProcessingParameterBoolean(name, title, optional=True, defaultValue=None)
    if kind in ("integer", "number"):
        types = QgsProcessingParameterNumber
        number = types.Integer if kind == "integer" else types.Double
        return types(name, title, type=number, optional=not required, defaultValue=None)
    return QgsProcessingParameterString(name, title + ("" if kind == "string" else " (list or JSON)"), optional=not required)


def input_of(action, values):
    """The members of the input that the values of the parameters are; `values` by name, None for one that was left out."""
    members = {}
    for name, schema in action["members"].items():
        parameter, _, factor = BANDS.get(name, (name, None, None))
        value = values.get(parameter)
        if value is None or value == "" or is_of_layer(name, schema) or name in HIDDEN:
            continue
        if factor is not None:
            try:
                members[name] = [round(float(part) * factor) for part in str(value).replace(";", ",").split(",") if part.strip()]
            except ValueError:
                raise ValueError(f"{parameter} takes numbers such as 5,10,15; not {value}.") from None
        elif "enum" in schema or schema.get("type") in ("boolean", "integer", "number"):
            members[name] = value
        elif schema.get("type") == "string":
            members[name] = str(value)
        else:
            members[name] = _listed(str(value), schema)
    return members


def _listed(text, schema):
    if text.lstrip()[:1] in ("[", "{"):
        return json.loads(text)
    if schema.get("type") == "array" or text != "auto":
        numbers = schema.get("items", {}).get("type") in ("integer", "number")
        parts = [part.strip() for part in text.split(",")]
        return [float(part) for part in parts] if numbers else parts
    return text
