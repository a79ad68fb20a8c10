"""Members of an action's input as parameters of an algorithm, and back."""

import json

from qgis.core import (
    QgsProcessing,
    QgsProcessingParameterBoolean,
    QgsProcessingParameterDefinition,
    QgsProcessingParameterEnum,
    QgsProcessingParameterExtent,
    QgsProcessingParameterFeatureSource,
    QgsProcessingParameterField,
    QgsProcessingParameterNumber,
    QgsProcessingParameterPoint,
    QgsProcessingParameterString,
)

from .texts import say, title, value

#: Roles of members that places of the layer stand for, as the schemas of actions say them.
PLACES = ("place", "places")
#: Members whose words are others: limits are minutes, kilometers.
BANDS = {"bandSeconds": ("MINUTES", "Minutes, such as 5,10,15", 60), "bandMeters": ("KILOMETERS", "Kilometers by road, such as 1,3", 1000)}
#: Members that polygons or a field of the layer stand for.
AREAS = ("areas", "polygon")
#: What is asked most, or the answer lacks.
USUAL = ("bandSeconds", "mode", "sectors", "categories", "brands", "topics", "include", "minutes", "sectorCode", "destinations", "level", "kind", "sales", "measure")


def layers_of(action):
    """Members that are layers of their own beside the one whose features are asked: places, and polygons that are left out."""
    own = ("origins", action["list"]) if action["shape"] != "area" else ()
    for name, schema in action["members"].items():
        if (schema.get("role") == "places" and name not in own) or (schema.get("role") == "area" and name not in AREAS):
            yield name, schema


def parameters_of(action):
    """Parameters for the members of an action, those that are asked seldom as advanced ones."""
    layers = dict(layers_of(action))
    for name, schema in action["members"].items():
        if name in layers:
            yield _shown(_layer(name, schema), name, schema, action)
            yield from fields_of(f"{name}_", name, schema)
        elif schema.get("role") in PLACES:
            # The places of the layer whose features are asked.
            yield from fields_of("FIELD_", "INPUT", schema)
        elif schema.get("role") != "area":
            yield _shown(_parameter(name, schema, name in action["required"]), name, schema, action)


def _shown(parameter, name, schema, action):
    if name not in action["required"] and name not in USUAL:
        parameter.setFlags(parameter.flags() | QgsProcessingParameterDefinition.FlagAdvanced)
    parameter.setHelp(help_of(schema))
    return parameter


def help_of(schema):
    """What a member changes, and what its choices are called."""
    named = [f"{code}: {value(code)}" for code in map(str, schema.get("enum", [])) if value(code).lower() != code.lower()]
    return ". ".join(part.rstrip(".") for part in (say(schema.get("description", "")), "; ".join(named)) if part)


def _layer(name, schema):
    kind = QgsProcessing.TypeVectorPoint if schema["role"] == "places" else QgsProcessing.TypeVectorPolygon
    return QgsProcessingParameterFeatureSource(name, title(schema["label"]), [kind], optional=True)


def fields_of(prefix, layer, schema):
    """Fields of a layer that say more of its places, such as their sales."""
    for name, member in schema.get("fields", {}).items():
        kind = QgsProcessingParameterField.String if member.get("type") == "string" else QgsProcessingParameterField.Numeric
        label = f"{title('Field')}: {title(member['label'])}" + ("" if layer == "INPUT" else f" ({title(schema['label'])})")
        parameter = QgsProcessingParameterField(prefix + name, label, parentLayerParameterName=layer, type=kind, optional=True)
        if name not in USUAL:
            parameter.setFlags(parameter.flags() | QgsProcessingParameterDefinition.FlagAdvanced)
        parameter.setHelp(say(member.get("description", "")))
        yield parameter


def _parameter(name, schema, required):
    label = title(schema["label"])
    kind = schema.get("type")
    if name in BANDS:
        return QgsProcessingParameterString(BANDS[name][0], title(BANDS[name][1]), optional=True, defaultValue="10" if name == "bandSeconds" else None)
    if "enum" in schema:
        return QgsProcessingParameterEnum(name, label, options=[str(code) for code in schema["enum"]], usesStaticStrings=True, optional=not required)
    if kind == "boolean":
        return QgsProcessingParameterBoolean(name, label, optional=True, defaultValue=None)
    if kind == "extent":
        return QgsProcessingParameterExtent(name, label, optional=True)
    if kind == "point":
        return QgsProcessingParameterPoint(name, label, optional=True)
    if kind in ("integer", "number"):
        types = QgsProcessingParameterNumber
        return types(name, label, type=types.Integer if kind == "integer" else types.Double, optional=not required, defaultValue=None)
    return QgsProcessingParameterString(name, label + ("" if kind == "string" else f" ({say('list or JSON')})"), optional=not required)


def input_of(action, values):
    """The members of the input that the values of the parameters are; `values` by name, None for one that was left out."""
    members = {}
    for name, schema in action["members"].items():
        parameter, _, factor = BANDS.get(name, (name, None, None))
        given = values.get(parameter)
        if given is None or given == "" or schema.get("role") in (*PLACES, "area"):
            continue
        if factor is not None:
            try:
                members[name] = [round(float(part) * factor) for part in str(given).replace(";", ",").split(",") if part.strip()]
            except ValueError:
                raise ValueError(f"{parameter} takes numbers such as 5,10,15; not {given}.") from None
        elif schema.get("type") in ("integer", "number"):
            members[name] = int(given) if float(given) == int(float(given)) else float(given)
        elif schema.get("type") in ("boolean", "point", "extent") or "enum" in schema:
            members[name] = given
        elif schema.get("type") == "string":
            members[name] = str(given)
        else:
            members[name] = _listed(str(given), schema)
    return members


def _listed(text, schema):
    if text.lstrip()[:1] in ("[", "{"):
        return json.loads(text)
    if schema.get("type") == "array" or text != "auto":
        numbers = schema.get("items", {}).get("type") in ("integer", "number")
        parts = [part.strip() for part in text.split(",")]
        return [float(part) for part in parts] if numbers else parts
    return text
