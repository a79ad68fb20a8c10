"""The words of the functions: what is said in them is checked here, and faults that the API names in its own words are told in these."""

from __future__ import annotations

import datetime as dt
import math
import re
from collections.abc import Iterable
from typing import Any, Literal

import numpy as np
import pandas as pd

from ._errors import HinterlandError, QuestionError

#: A mode by any of its names: the four of the API, then those of r5py, openrouteservice, OSRM, ArcGIS and Google.
Mode = Literal[
    "car", "walk", "bicycle", "transit",
    "drive", "driving", "driving-car", "auto", "automobile", "driving time", "foot", "foot-walking", "walking", "pedestrian", "walking time",
    "bike", "cycling", "cycling-regular", "biking", "public_transport", "public transport", "pt", "public_transit",
]  # fmt: skip
MODES = ("car", "walk", "bicycle", "transit")
_MODES_OF_PEERS = {
    **dict.fromkeys(("drive", "driving", "driving-car", "auto", "automobile", "driving time"), "car"),
    **dict.fromkeys(("foot", "foot-walking", "walking", "pedestrian", "walking time"), "walk"),
    **dict.fromkeys(("bike", "cycling", "cycling-regular", "biking"), "bicycle"),
    **dict.fromkeys(("public_transport", "public transport", "pt", "public_transit"), "transit"),
}


def numbers_of(word: str, value: Any) -> list[float]:
    """One number or several, rising and each once. Throws QuestionError for anything else."""
    given = list(value) if isinstance(value, Iterable) and not isinstance(value, str | bytes | dict) else [value]
    numbers = [float(one) for one in given if isinstance(one, int | float | np.number) and not isinstance(one, bool)]
    if len(numbers) != len(given) or not numbers or not all(math.isfinite(one) and one > 0 for one in numbers):
        raise QuestionError(f"{word} takes a number above 0 or several, such as {word}=10 or {word}=[5, 10]; not {value!r}.")
    return sorted(set(numbers))


def mode_of(value: Any) -> Any:
    """A mode by any of its names."""
    if not isinstance(value, str):
        return value
    known = value.strip().lower()
    found = _MODES_OF_PEERS.get(known, known)
    if found not in MODES:
        raise QuestionError(f"mode is one of {', '.join(MODES)}; not {value!r}.")
    return found


def departure_of(value: Any) -> Any:
    """A moment as the hour that begins with it, on its day; a dict as it is. The clock is that of the territory."""
    if isinstance(value, str):
        try:
            value = dt.datetime.fromisoformat(value)
        except ValueError:
            raise QuestionError(
                f"departure is a moment such as datetime(2026, 12, 1, 8) or '2026-12-01T08:00', or a dict with day, from and to; not {value!r}."
            ) from None
    if isinstance(value, np.datetime64):
        value = pd.Timestamp(value)
    if not isinstance(value, dt.datetime):
        return value
    if value.tzinfo is not None:
        raise QuestionError(
            f"departure has a time zone ({value.tzinfo}), and the clock is that of the territory. Say the local time there: "
            "departure.astimezone(ZoneInfo('Pacific/Auckland')).replace(tzinfo=None), with the zone of the territory."
        )
    until = value + dt.timedelta(hours=1)
    to = "24:00" if until.date() > value.date() else until.strftime("%H:%M")
    return {"day": value.strftime("%Y-%m-%d"), "from": value.strftime("%H:%M"), "to": to}


def refused(problem: str) -> HinterlandError:
    """The error of a question that the worker refuses for all rows."""
    code, _, detail = problem.partition(": ")
    return QuestionError(in_words(detail)) if code == "validation_error" else HinterlandError("refused", problem)


#: Members of the API with a word of their own, and what their unit is divided by.
_WORDS = {"bandSeconds": ("minutes", 60.0, "s", "minutes"), "bandMeters": ("kilometers", 1000.0, "m", "kilometers"), "radiusMeters": ("radius_kilometers", 1000.0, "m", "kilometers")}


def in_words(text: str) -> str:
    """A sentence of the API in the words of the functions: minutes for bandSeconds, snap_limit_meters for snapLimitMeters."""
    for member, (word, factor, unit, long) in _WORDS.items():
        if member in text:
            amount = re.compile(r"(\d[\d,]*(?:\.\d+)?)(?= ?(?:to|and) \d[\d,]* (?:%s|%s)\b| (?:%s|%s)\b)" % (unit, _LONG[unit], unit, _LONG[unit]))
            text = amount.sub(lambda match: f"{float(match.group(1).replace(',', '')) / factor:g}", text)  # noqa: B023
            text = re.sub(r"(?<=\d) (?:%s|%s)\b" % (unit, _LONG[unit]), f" {long}", text)
            text = text.replace(member, word)
    text = re.sub(r"#/((?:[A-Za-z0-9_]+/?)+)", lambda match: match.group(1).replace("/", "."), text)
    return re.sub(r"\b([a-z]+(?:[A-Z][a-z0-9]*)+)\b", lambda match: snake(match.group(1)), text)


_LONG = {"s": "seconds", "m": "meters"}


def snake(name: str) -> str:
    """"snapLimitMeters" is "snap_limit_meters"."""
    return re.sub(r"(?<=[a-z0-9])([A-Z])", lambda match: f"_{match.group(1).lower()}", name)
