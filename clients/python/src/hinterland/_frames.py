"""Frames as rows of questions, and answers as columns of the same frame."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
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

    def __len__(self) -> int:
        return len(self.frame)

    def has_place(self, row: int) -> bool:
        return self.lat is not None and self.lng is not None and not (np.isnan(self.lat[row]) or np.isnan(self.lng[row]))

    def texts(self, column: str) -> list[str | None]:
        """Values of a column as texts; None for what is missing."""
        return [None if _is_missing(value) else str(value) for value in self.frame[column]]


def rows_of(data: Places) -> Rows:
    """Reads a GeoDataFrame, GeoSeries, DataFrame with lat and lng or addresses, or a list of points, mappings or addresses."""
    frame = _frame(data)
    lat, lng = _places(frame)
    labels = [str(label) for label in frame.index]
    are_ids = len(set(labels)) == len(labels) and not any(label in ("", "nan", "None", "NaT", "<NA>") for label in labels)
    ids = labels if are_ids else [str(i) for i in range(len(frame))]
    return Rows(frame, lat, lng, ids)


def _frame(data: Places) -> pd.DataFrame:
    if isinstance(data, pd.DataFrame):
        return data
    if isinstance(data, gpd.GeoSeries):
        return gpd.GeoDataFrame(geometry=data)
    if isinstance(data, Mapping):
        return pd.DataFrame([dict(data)])
    if isinstance(data, shapely.Point):
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
        "Give a GeoDataFrame, a DataFrame with lat and lng or address, or a list of points, mappings or addresses. "
        "Plain pairs of numbers are refused: nobody sees which one is the latitude."
    )


def _places(frame: pd.DataFrame) -> tuple[np.ndarray[Any, Any] | None, np.ndarray[Any, Any] | None]:
    if isinstance(frame, gpd.GeoDataFrame) and frame.active_geometry_name is not None:
        shapes = frame.geometry
        if shapes.crs is None:
            raise ValueError("The GeoDataFrame has no CRS. Say which one its coordinates are in: frame.set_crs(…).")
        degrees = shapes.to_crs("OGC:CRS84").to_numpy()
        are_points = np.array([shape is not None and shape.geom_type == "Point" and not shape.is_empty for shape in degrees], dtype=bool)
        lng = np.full(len(frame), np.nan)
        lat = np.full(len(frame), np.nan)
        for row in np.flatnonzero(are_points):
            lng[row], lat[row] = degrees[row].x, degrees[row].y
        outside = ~(np.isfinite(lat) & np.isfinite(lng))
        lat[outside] = lng[outside] = np.nan
        return lat, lng
    lat_name, lng_name = _named(frame, _LAT), _named(frame, _LNG)
    if lat_name is None or lng_name is None:
        return None, None
    return _numbers(frame, lat_name), _numbers(frame, lng_name)


def _named(frame: pd.DataFrame, names: Sequence[str]) -> int | None:
    lowered = [str(column).lower() for column in frame.columns]
    return next((lowered.index(name) for name in names if name in lowered), None)


def _numbers(frame: pd.DataFrame, column: int) -> np.ndarray[Any, Any]:
    values = frame.iloc[:, column]
    numbers = np.full(len(values), np.nan)
    for row, value in enumerate(values):
        if isinstance(value, bool | np.bool_) or _is_missing(value):
            continue
        try:
            number = float(value)
        except (TypeError, ValueError):
            continue
        numbers[row] = number if np.isfinite(number) else np.nan
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
            answers.about.setdefault(field.name, about_of(field))
    answers.metadata.update(metadata_of(table.schema))


def figure(answers: Answers, name: str) -> list[Any]:
    return answers.figures.setdefault(name, [None] * len(answers.status))


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


def answered(rows: Rows, answers: Answers) -> pd.DataFrame:
    """The frame with the columns of its answers: as many rows, the same index, the same columns before them."""
    frame = rows.frame
    _mark_left_out(rows, answers)
    names = sorted((name for name, values in answers.figures.items() if any(value is not None for value in values)), key=natural)
    taken = {str(column) for column in frame.columns}
    columns: dict[str, Any] = {"status": answers.status, "problem": answers.problem}
    columns = {_free(name, taken): pd.array(values, dtype=object) for name, values in columns.items()}
    about: dict[str, dict[str, str]] = {}
    for name in names:
        own = _free(name, taken)
        columns[own] = _series(name, answers.figures[name])
        about[own] = answers.about.get(name, {})
    added = pd.DataFrame(columns, index=pd.RangeIndex(len(frame)))
    bare = frame.reset_index(drop=True)
    out = pd.concat([bare, added], axis=1)
    out.index = frame.index
    if isinstance(frame, gpd.GeoDataFrame) and frame.active_geometry_name is not None:
        out = gpd.GeoDataFrame(out, geometry=frame.active_geometry_name, crs=frame.crs)
    out.attrs = {**frame.attrs, "hinterland": {**answers.metadata, "columns": about}}
    return out


def _mark_left_out(rows: Rows, answers: Answers) -> None:
    """Rows that the whole answer left out have its reason as their problem."""
    reasons = {str(one["id"]): one["reason"] for one in (answers.metadata.get("answer") or {}).get("leftOut", [])}
    for row, name in enumerate(rows.ids):
        if name in reasons and answers.status[row] == "ok":
            answers.status[row], answers.problem[row] = "refused", f"left_out: {reasons[name]}"


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
