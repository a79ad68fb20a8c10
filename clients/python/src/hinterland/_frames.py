"""Frames as rows of questions, and answers as columns of the same frame."""

from __future__ import annotations

import fnmatch
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import geopandas as gpd
import numpy as np
import pandas as pd
import pyarrow as pa
import shapely

#: Everything that has one place, or one address, per row.
Places = Any

_LAT = ("lat", "latitude")
_LNG = ("lng", "lon", "long", "longitude")
NO_PLACE = "validation_error: The row has no place; give latitude and longitude in degrees."


@dataclass(frozen=True)
class Rows:
    """The rows of a frame: their places, where they have any, and their ids."""

    frame: pd.DataFrame
    lat: np.ndarray[Any, Any] | None
    lng: np.ndarray[Any, Any] | None
    #: One for each row, none twice: labels of the index if they are such, else positions.
    ids: list[str]
    #: Why a row has no place, where that is more than that its cells are empty.
    faults: dict[int, str] = field(default_factory=dict)
    #: Polygons of rows that are areas, as GeoJSON in longitude and latitude.
    shapes: dict[int, dict[str, Any]] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.frame)

    def has_place(self, row: int) -> bool:
        return self.lat is not None and self.lng is not None and not (np.isnan(self.lat[row]) or np.isnan(self.lng[row]))

    def fault(self, row: int) -> str:
        """Why a row without a place has none."""
        return f"validation_error: {self.faults[row]}" if row in self.faults else NO_PLACE

    def texts(self, column: str) -> list[str | None]:
        """Values of a column as texts; None for what is missing."""
        return [None if _is_missing(value) else str(value) for value in self.frame[column]]


def rows_of(data: Places) -> Rows:
    """Reads a GeoDataFrame, GeoSeries, DataFrame with lat and lng or addresses, or a list of points, mappings or addresses."""
    frame = _frame(data)
    faults: dict[int, str] = {}
    shapes: dict[int, dict[str, Any]] = {}
    lat, lng = _places(frame, faults, shapes)
    labels = [str(label) for label in frame.index]
    are_ids = len(set(labels)) == len(labels) and not any(label in ("", "nan", "None", "NaT", "<NA>") for label in labels)
    ids = labels if are_ids else [str(i) for i in range(len(frame))]
    return Rows(frame, lat, lng, ids, faults, shapes)


def _frame(data: Places) -> pd.DataFrame:
    if isinstance(data, pd.DataFrame):
        return data
    if isinstance(data, gpd.GeoSeries):
        return gpd.GeoDataFrame(geometry=data)
    if isinstance(data, Mapping):
        return pd.DataFrame([dict(data)])
    # pyarrow.Table, polars.DataFrame, relations of DuckDB: whatever hands out Arrow.
    if hasattr(data, "__arrow_c_stream__"):
        return pa.table(data).to_pandas()
    if isinstance(data, shapely.Geometry):
        data = [data]
    if isinstance(data, Sequence) and not isinstance(data, str | bytes):
        items = list(data)
        if all(isinstance(item, shapely.Geometry) for item in items) and items:
            return gpd.GeoDataFrame(geometry=items, crs="OGC:CRS84")
        if all(isinstance(item, str) for item in items) and items:
            return pd.DataFrame({"address": items})
        if all(isinstance(item, Mapping) for item in items):
            return pd.DataFrame([dict(item) for item in items])
    raise TypeError(
        "Give a GeoDataFrame, a DataFrame (pandas, polars, Arrow) with lat and lng or address, or a list of points, mappings or addresses. "
        "Plain pairs of numbers are refused: nobody sees which one is the latitude."
    )


def _places(
    frame: pd.DataFrame, faults: dict[int, str], shapes: dict[int, dict[str, Any]]
) -> tuple[np.ndarray[Any, Any] | None, np.ndarray[Any, Any] | None]:
    if isinstance(frame, gpd.GeoDataFrame) and frame.active_geometry_name is not None:
        geometry = frame.geometry
        if geometry.crs is None:
            raise ValueError("The GeoDataFrame has no CRS. Say which one its coordinates are in: frame.set_crs(…).")
        degrees = geometry.to_crs("OGC:CRS84").to_numpy()
        lng = np.full(len(frame), np.nan)
        lat = np.full(len(frame), np.nan)
        for row, shape in enumerate(degrees):
            if shape is None or shape.is_empty:
                continue
            if shape.geom_type == "MultiPoint" and len(shape.geoms) == 1:
                shape = shape.geoms[0]
            if shape.geom_type == "Point":
                lng[row], lat[row] = (shape.x, shape.y) if np.isfinite(shape.x) and np.isfinite(shape.y) else (np.nan, np.nan)
            elif shape.geom_type in ("Polygon", "MultiPolygon"):
                shapes[row] = json.loads(shapely.to_geojson(shape))
            else:
                faults[row] = f"The geometry is a {shape.geom_type}; give a point, or a polygon to functions that take areas."
        return lat, lng
    lat_name, lng_name = _named(frame, _LAT), _named(frame, _LNG)
    if lat_name is None or lng_name is None:
        return None, None
    return _numbers(frame, lat_name, faults), _numbers(frame, lng_name, faults)


def _named(frame: pd.DataFrame, names: Sequence[str]) -> int | None:
    lowered = [str(column).lower() for column in frame.columns]
    return next((lowered.index(name) for name in names if name in lowered), None)


def _numbers(frame: pd.DataFrame, column: int, faults: dict[int, str]) -> np.ndarray[Any, Any]:
    values = frame.iloc[:, column]
    numbers = np.full(len(values), np.nan)
    for row, value in enumerate(values):
        if _is_missing(value) or (isinstance(value, str) and value.strip() == ""):
            continue
        try:
            number = float("nan") if isinstance(value, bool | np.bool_) else float(value)
        except (TypeError, ValueError):
            number = float("nan")
        if np.isfinite(number):
            numbers[row] = number
        else:
            faults.setdefault(row, f"{frame.columns[column]} is {str(value)[:40]!r}, which is no number; give degrees with a point, such as -36.2.")
    return numbers


def _is_missing(value: Any) -> bool:
    return value is None or value is pd.NA or value is pd.NaT or (isinstance(value, float) and np.isnan(value))


@dataclass
class Answers:
    """Answers of rows: their statuses and problems, and a value or None for each figure."""

    status: list[str]
    problem: list[str | None]
    figures: dict[str, list[Any]]
    about: dict[str, dict[str, str]]
    metadata: dict[str, Any]


def empty_answers(rows: int) -> Answers:
    return Answers(["refused"] * rows, [NO_PLACE] * rows, {}, {}, {})


def place_row(answers: Answers, row: int, table: pa.Table, at: int = 0) -> None:
    """Puts a row of a table of figures where it belongs."""
    answers.status[row], answers.problem[row] = "ok", None
    for field, column in zip(table.schema, table.columns, strict=True):
        if field.name == "id":
            continue
        value = column[at].as_py()
        if value is not None:
            figure(answers, field.name)[row] = value
            if field.name not in answers.about:
                answers.about[field.name] = about_of(field)
    answers.metadata.update(metadata_of(table.schema))


def place_figures(answers: Answers, row: int, figures: dict[str, Any]) -> bool:
    """The same of figures by their names, without what is known of them; whether that is known of all of them."""
    if any(value is not None and name not in answers.about for name, value in figures.items()):
        return False
    answers.status[row], answers.problem[row] = "ok", None
    for name, value in figures.items():
        if value is not None:
            # Numbers are floats, as columns have them.
            figure(answers, name)[row] = float(value) if type(value) is int else value
    return True


def figure(answers: Answers, name: str) -> list[Any]:
    found = answers.figures.get(name)
    if found is None:
        found = answers.figures[name] = [None] * len(answers.status)
    return found


def about_of(field: pa.Field) -> dict[str, str]:
    return {key.decode(): value.decode() for key, value in (field.metadata or {}).items() if not key.startswith(b"ARROW:")}


def metadata_of(schema: pa.Schema) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in (schema.metadata or {}).items():
        text = value.decode()
        found[key.decode()] = json.loads(text) if text[:1] in "[{" else text
    return found


def natural(name: str) -> list[tuple[int, int | str]]:
    """Sorts residents_5min before residents_10min."""
    return [(0, int(part)) if part.isdigit() else (1, part) for part in re.split(r"(\d+)", name)]


def answered(rows: Rows, answers: Answers, prefix: str = "", wanted: Sequence[str] | None = None) -> pd.DataFrame:
    """
    The frame with the columns of its answers: as many rows, the same index, the same columns before them. Columns of an earlier answer with
    the same prefix are replaced; those with another one, and their meanings, stay.
    """
    before = rows.frame.attrs.get("hinterland", {})
    own = [name for name, of in before.get("of", {}).items() if of == prefix]
    frame = rows.frame.drop(columns=[name for name in own if name in rows.frame.columns])
    _mark_left_out(rows, answers)
    names = sorted(
        (name for name, values in answers.figures.items() if any(value is not None for value in values) and _is_wanted(name, wanted)), key=natural
    )
    taken = {str(column) for column in frame.columns}
    columns: dict[str, Any] = {}
    about: dict[str, dict[str, str]] = {}
    for name, values in (("status", answers.status), ("problem", answers.problem)):
        columns[_free(prefix + name, taken)] = pd.array(values, dtype=object)
    for name in names:
        free = _free(prefix + name, taken)
        columns[free] = _series(name, answers.figures[name])
        about[free] = answers.about.get(name, {})
    added = pd.DataFrame(columns, index=pd.RangeIndex(len(frame)))
    bare = frame.reset_index(drop=True)
    out = pd.concat([bare, added], axis=1)
    out.index = frame.index
    if isinstance(frame, gpd.GeoDataFrame) and frame.active_geometry_name is not None:
        out = gpd.GeoDataFrame(out, geometry=frame.active_geometry_name, crs=frame.crs)
    kept = {name: one for name, one in before.get("columns", {}).items() if name in frame.columns}
    of = {name: one for name, one in before.get("of", {}).items() if name in frame.columns}
    questions = {one: about for one, about in before.get("questions", {}).items() if one != prefix and one in of.values()}
    metadata = {**answers.metadata, "columns": {**kept, **about}, "of": {**of, **dict.fromkeys(columns, prefix)}}
    common = {name: value for name, value in answers.metadata.items() if name not in ("answer", "paid")}
    out.attrs = {**frame.attrs, "hinterland": Meanings({**metadata, "questions": {**questions, prefix: common}})}
    return out


class Meanings(dict[str, Any]):
    """What the columns of a frame mean, which nobody changes: pandas copies attributes in depth with every column that is looked at."""

    def __deepcopy__(self, memo: Any) -> Meanings:
        return self


def _mark_left_out(rows: Rows, answers: Answers) -> None:
    """Rows that the whole answer left out have its reason as their problem."""
    reasons = {str(one["id"]): one["reason"] for one in (answers.metadata.get("answer") or {}).get("leftOut") or [] if "reason" in one}
    for row, name in enumerate(rows.ids):
        if name in reasons and answers.status[row] == "ok":
            answers.status[row], answers.problem[row] = "refused", f"left_out: {reasons[name]}"


def _is_wanted(name: str, wanted: Sequence[str] | None) -> bool:
    return wanted is None or any(fnmatch.fnmatchcase(name, pattern) for pattern in wanted)


def _free(name: str, taken: set[str]) -> str:
    while name in taken:
        name = f"hl_{name}"
    return name


def _series(name: str, values: list[Any]) -> Any:
    if name.startswith("outline_"):
        return gpd.GeoSeries([None if value is None else shapely.from_wkb(value) for value in values], crs="OGC:CRS84")
    kinds = {type(value) for value in values if value is not None}
    if kinds <= {float, int}:
        return pd.array([np.nan if value is None else float(value) for value in values], dtype="float64")
    return pd.array(values, dtype="boolean" if kinds == {bool} else object)
