"""The search for the best places of an area: a question without rows, whose answer is a frame of places."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import geopandas as gpd
import pandas as pd

from ._backend import Backend
from ._frames import Meanings, Places
from ._members import members_of
from ._quote import Quote


@dataclass(frozen=True)
class SearchFunction:
    """Site search as a function: what is looked for, and where, go in; the best places come out, best first."""

    _backend: Backend
    action: str = "site.search"

    def __call__(
        self,
        *,
        sector_code: str | None = None,
        measure: str | None = None,
        minutes: float | None = None,
        mode: str | None = None,
        polygon: Any = None,
        areas: Sequence[str] | None = None,
        places: Places = None,
        own_stores: Places = None,
        asked_places: Places = None,
        max_credits: float | None = None,
        **members: Any,
    ) -> gpd.GeoDataFrame:
        """
        Looks for the most net new spend on a sector, or for the most people of a measure within `minutes` whom no own store reaches. `polygon` is a shape
        of shapely in degrees, or a GeoDataFrame in any CRS. Further members are those of the action in snake_case. The points have `rank`, `gain`, `score`,
        `address` and so on; `frame.hl.answer` has what else the search says: the best set, the places that were asked about, the method.
        """
        if self._backend.charges and max_credits is None:
            raise TypeError(f"{self.action} costs credits: say max_credits=…, or ask .quote(…) for the price first.")
        words = {"sector_code": sector_code, "measure": measure, "minutes": minutes, "mode": mode, "polygon": polygon, "areas": areas}
        lists = {"places": places, "own_stores": own_stores, "asked_places": asked_places}
        return places_of(self._backend.ask(self.action, self._input({**words, **lists, **members}), max_credits))

    def quote(self, **words: Any) -> Quote:
        """Returns the price of a search with the same words; nothing is charged."""
        return self._backend.quote_one(self.action, self._input(words))

    def _input(self, words: dict[str, Any]) -> dict[str, Any]:
        where = {} if words.get("places") is None else {"candidates": "places"}
        return members_of(self.action, {**where, **words})


def places_of(answer: Mapping[str, Any], list_name: str = "places") -> gpd.GeoDataFrame:
    """The items of a list of an answer as points, in its order; members of members have both names: reached_residents."""
    items = [flat(item) for item in answer.get(list_name) or []]
    frame = pd.DataFrame(items)
    lat, lng = (frame[name].to_numpy(dtype="float64") if len(frame) > 0 else [] for name in ("lat", "lng"))
    out = gpd.GeoDataFrame(frame, geometry=gpd.points_from_xy(lng, lat), crs="OGC:CRS84")
    about = {name: {"title": re.sub("_", " ", str(name)).capitalize(), **_unit(str(name), answer)} for name in frame.columns}
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


def _unit(name: str, answer: Mapping[str, Any]) -> dict[str, str]:
    if name in ("gain", "captured", "new_to_market") or name.startswith("taken_from_"):
        unit = str(answer.get("gainUnit", ""))
        return {"unit": f"{answer['currency']}/year" if unit == "currency_per_year" else unit}
    return {"unit": "min"} if name.endswith("minutes") else {"unit": "m²"} if name == "square_meters" else {}
