"""Values for each row: aligned as pandas does, and as members of the input."""

from __future__ import annotations

from typing import Any

import pandas as pd
import shapely

from ._errors import QuestionError
from ._members import members_of


def aligned(word: str, values: pd.Series[Any], index: pd.Index[Any]) -> list[Any]:
    """
    A value for each row by its label, None where it is missing. Throws QuestionError where labels do not tell which value is whose; values of the
    same index go by position.
    """
    if not values.index.equals(index):
        if not values.index.is_unique or not index.is_unique:
            raise QuestionError(f"{word} has another index than the frame, and labels occur twice: say whose each value is by pd.Series({word}.to_numpy(), index=frame.index).")
        if len(index) > 0 and len(values.index.intersection(index)) == 0:
            raise QuestionError(f"{word} has no label in common with the frame: its index begins with {values.index[:3].tolist()}, that of the frame with {index[:3].tolist()}.")
        values = values.reindex(index)
    missing = values.isna()
    return [None if gone else getattr(value, "item", lambda value=value: value)() for value, gone in zip(values, missing, strict=True)]


def members_by_row(action: str, word: str, values: list[Any]) -> dict[str, list[Any]]:
    """The member of the input that a word is, with a value for each row."""
    found = [{} if value is None else members_of(action, {word: _one(word, value)}) for value in values]
    name = next((name for one in found for name in one), None)
    if name is None:
        return {}
    return {name: [one.get(name) for one in found]}


def _one(word: str, value: Any) -> Any:
    if word == "areas" and not isinstance(value, list | tuple):
        return [str(value)]
    if word == "polygon" and isinstance(value, str):
        return shapely.from_geojson(value) if value.lstrip().startswith("{") else shapely.from_wkt(value)
    return value
