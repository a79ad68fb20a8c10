"""The field's words as members of an action's input."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable
from typing import Any

from ._frames import rows_of


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
            members["bandSeconds"] = [_whole(minute * 60, "minutes") for minute in _list(value)]
        elif word == "kilometers":
            members["bandMeters"] = [_whole(kilometer * 1000, "kilometers") for kilometer in _list(value)]
        elif word == "radius_kilometers":
            members["radiusMeters"] = [_whole(kilometer * 1000, "radius_kilometers") for kilometer in _list(value)]
        elif word == "departure":
            members["departure"] = _departure(value)
        elif word in ("own_stores", "candidates", "planned_points", "stores", "places", "destinations") and not isinstance(value, dict):
            members[camel(word)] = _stores(value)
        else:
            members[camel(word)] = list(value) if isinstance(value, tuple | set) else value
    return members


#: Actions whose limit is one number of minutes.
MINUTES_AS_THEY_ARE = ("network.coverage", "analysis.brand_coverage")


def _list(value: Any) -> list[float]:
    return list(value) if isinstance(value, Iterable) else [value]


def _whole(value: float, word: str) -> int:
    rounded = round(value)
    if abs(rounded - value) > 1e-9 * max(1.0, abs(value)):
        raise ValueError(f"{word} must be whole seconds or meters; {value:g} is not.")
    return rounded


def _departure(value: Any) -> Any:
    """A moment is the hour that begins with it, on its day."""
    if not isinstance(value, dt.datetime):
        return value
    until = value + dt.timedelta(hours=1)
    to = "24:00" if until.date() > value.date() else until.strftime("%H:%M")
    return {"day": value.strftime("%Y-%m-%d"), "from": value.strftime("%H:%M"), "to": to}


def _stores(value: Any) -> list[dict[str, Any]]:
    rows = rows_of(value)
    if any(not rows.has_place(row) for row in range(len(rows))):
        raise ValueError("Every store needs a place; drop the rows without one first.")
    assert rows.lat is not None and rows.lng is not None
    return [{"id": rows.ids[i], "lat": float(rows.lat[i]), "lng": float(rows.lng[i])} for i in range(len(rows))]
