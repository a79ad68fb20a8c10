"""The field's words as members of an action's input."""

from __future__ import annotations

import json
import re
from typing import Any

import geopandas as gpd
import pandas as pd
import shapely

from ._errors import QuestionError
from ._frames import rows_of
from ._words import departure_of, mode_of, numbers_of


def camel(name: str) -> str:
    """"snap_limit_meters" is "snapLimitMeters"."""
    return re.sub(r"_([a-z0-9])", lambda match: match.group(1).upper(), name)


def members_of(action: str, words: dict[str, Any]) -> dict[str, Any]:
    """Turns words such as minutes=[5, 10] and departure=datetime into members of the input of an action."""
    members: dict[str, Any] = {}
    for word, value in words.items():
        if value is None:
            continue
        if word == "minutes" and action not in MINUTES_AS_THEY_ARE:
            members["bandSeconds"] = [_whole(minute * 60, "minutes") for minute in numbers_of(word, value)]
        elif word == "kilometers":
            members["bandMeters"] = [_whole(kilometer * 1000, "kilometers") for kilometer in numbers_of(word, value)]
        elif word == "radius_kilometers":
            members["radiusMeters"] = [_whole(kilometer * 1000, "radius_kilometers") for kilometer in numbers_of(word, value)]
        elif word == "departure":
            members["departure"] = departure_of(value)
        elif word == "mode":
            members["mode"] = mode_of(value)
        elif word in _LISTS and not isinstance(value, dict | str):
            members[camel(word)] = _stores(value)
        elif word in ("polygon", "outside_polygon") and not isinstance(value, dict):
            members[camel(word)] = _polygon(value)
        elif word in ("model", "earlier") and isinstance(value, pd.DataFrame):
            members[word] = value.hl.model
        else:
            members[camel(word)] = list(value) if isinstance(value, tuple | set) else value
    return members


def member_name(action: str, word: str) -> str:
    """The member of the input that a word stands for."""
    own = {"minutes": "minutes" if action in MINUTES_AS_THEY_ARE else "bandSeconds", "kilometers": "bandMeters", "radius_kilometers": "radiusMeters"}
    return own.get(word) or camel(word)


#: Actions whose limit is one number of minutes.
MINUTES_AS_THEY_ARE = ("network.coverage", "analysis.brand_coverage", "site.search")
#: Members that are lists of places.
_LISTS = ("own_stores", "candidates", "planned_points", "places", "destinations", "asked_places")


def _whole(value: float, word: str) -> int:
    rounded = round(value)
    if abs(rounded - value) > 1e-9 * max(1.0, abs(value)):
        raise QuestionError(f"{word} must be whole seconds or meters; {value:g} is not.")
    return rounded


def _stores(value: Any) -> list[dict[str, Any]]:
    rows = rows_of(value)
    if any(not rows.has_place(row) for row in range(len(rows))):
        raise ValueError("Every store needs a place; drop the rows without one first.")
    if rows.lat is None or rows.lng is None:
        return []
    areas = rows.frame["square_meters"].tolist() if "square_meters" in rows.frame else None
    stores: list[dict[str, Any]] = [{"id": rows.ids[i], "lat": float(rows.lat[i]), "lng": float(rows.lng[i])} for i in range(len(rows))]
    for i, store in enumerate(stores):
        if areas is not None and not pd.isna(areas[i]):
            store["squareMeters"] = float(areas[i])
    return stores


def _polygon(value: Any) -> dict[str, Any]:
    """A shape of shapely in longitude and latitude, or the shapes of a frame in any CRS as one."""
    if isinstance(value, gpd.GeoDataFrame | gpd.GeoSeries):
        if value.crs is None:
            raise ValueError("The polygons have no CRS. Say which one their coordinates are in: frame.set_crs(…).")
        value = value.to_crs("OGC:CRS84").geometry.union_all()
    return json.loads(shapely.to_geojson(value))
