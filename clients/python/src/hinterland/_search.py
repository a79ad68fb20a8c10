"""Answers of questions without rows as frames: the best places of an area."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import geopandas as gpd
import pandas as pd

from ._frames import Meanings
from ._variables import meaning


def places_of(answer: Mapping[str, Any], list_name: str = "places") -> gpd.GeoDataFrame:
    """The items of a list of an answer as points, in its order; members of members have both names: reached_residents."""
    items = [flat(item) for item in answer.get(list_name) or []]
    frame = pd.DataFrame(items)
    lat, lng = (frame[name].to_numpy(dtype="float64") if len(frame) > 0 else [] for name in ("lat", "lng"))
    out = gpd.GeoDataFrame(frame, geometry=gpd.points_from_xy(lng, lat), crs="OGC:CRS84")
    about = {str(name): {"title": re.sub("_", " ", str(name)).capitalize(), **_said(str(name), answer)} for name in frame.columns}
    common = {name: answer[name] for name in ("method", "dataVersion", "notes") if name in answer}
    out.attrs = {"hinterland": Meanings({**common, "answer": dict(answer), "columns": about})}
    return out


def flat(item: Mapping[str, Any], before: str = "") -> dict[str, Any]:
    """The members of an item in snake_case, those of members behind the name of theirs: reached_residents."""
    found: dict[str, Any] = {}
    for name, value in item.items():
        own = before + re.sub(r"([A-Z])", lambda match: f"_{match.group(1).lower()}", name)
        if isinstance(value, Mapping):
            found.update(flat(value, f"{own}_"))
        elif not isinstance(value, list):
            found[own] = value
        elif all(not isinstance(one, Mapping | list) for one in value):
            found[own] = ", ".join(map(str, value))
        else:
            found[f"{own}_count"] = len(value)
    return found


def _said(name: str, answer: Mapping[str, Any]) -> dict[str, str]:
    """What the catalogue says of a column, with the units that the answer names: {gainUnit}."""
    said = meaning("site.search", name)
    named = re.sub(r"^\{(\w+)\}$", lambda match: str(answer.get(match.group(1), "")).replace("_", " "), said.get("unit", ""))
    unit = named.replace("currency", str(answer.get("currency", "currency")))
    return {**said, **({"unit": unit} if unit else {})}
