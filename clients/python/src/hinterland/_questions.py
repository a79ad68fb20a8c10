"""What a function of a client asks: rows of a frame and words, as a question of the API."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import geopandas as gpd
import pandas as pd

from ._align import aligned, members_by_row
from ._backend import Progress, Question
from ._errors import QuestionError
from ._frames import Places, Rows, answered, rows_of
from ._members import members_of
from ._parts import answer_by_parts, goes_by_parts
from ._progress import shown

if TYPE_CHECKING:
    from ._client import Client


@dataclass(frozen=True)
class Asked:
    """An action, and how rows are put to it."""

    action: str
    #: "origins", "point" or "query" for a call per row; "table" for one call; "area" for one without rows.
    shape: str
    charged: bool
    list_name: str | None = None
    #: Whether rows may be areas: polygons, or codes of areas.
    areas: bool = False

    def answer(
        self,
        client: Client,
        data: Places,
        words: dict[str, Any],
        max_credits: float | None,
        outlines: bool = False,
        columns: Sequence[str] | None = None,
        prefix: str = "",
        progress: Progress | bool | None = None,
    ) -> pd.DataFrame:
        """The frame with its answers; the words are those of the functions."""
        with shown(progress, self.action) as tell:
            question = self.question(client, data, words, outlines, columns, tell)
            ask = answer_by_parts if goes_by_parts(question) else type(client.backend).answer
            return answered(question.rows, ask(client.backend, question, max_credits), prefix, columns)

    def members(self, words: dict[str, Any]) -> dict[str, Any]:
        """The input of a question without rows."""
        where = {} if words.get("places") is None else {"candidates": "places"}
        return members_of(self.action, {**where, **words})

    def question(
        self,
        client: Client,
        data: Places,
        words: dict[str, Any],
        outlines: bool = False,
        wanted: Sequence[str] | None = None,
        progress: Progress | None = None,
    ) -> Question:
        """The question of the rows of a frame. Throws QuestionError for what is wrong whatever the row."""
        rows, words = self._rows(data, words)
        per_row = {name: aligned(name, value, rows.frame.index) for name, value in words.items() if isinstance(value, pd.Series)}
        constants = members_of(self.action, {name: value for name, value in words.items() if name not in per_row})
        if self.action == "analysis.isochrone":
            constants.setdefault("geometry", outlines)
        columns: dict[str, list[Any]] = {}
        for word, values in per_row.items():
            columns.update(members_by_row(self.action, word, values))
        if self.shape == "query" and "query" not in columns and "query" not in constants:
            if "address" not in rows.frame.columns:
                raise ValueError("The frame needs a column address, or say query=frame[…].")
            columns["query"] = rows.texts("address")
        if self.shape in ("origins", "point") and rows.lat is None and len(rows) > 0 and "address" in rows.frame.columns:
            rows = client.located(rows)
        if rows.shapes:
            rows = self._with_shapes(rows, columns)
        if self.shape != "query" and rows.lat is None and len(rows) > 0 and not {"polygon", "areas"} & {*columns, *constants}:
            raise QuestionError(
                f"The frame has no places: give it columns lat and lng in degrees, or address, or a geometry. It has {', '.join(map(str, rows.frame.columns))}."
            )
        patterns = None if wanted is None else tuple(wanted)
        return Question(self.action, self.shape, rows, constants, columns, self.list_name, outlines, self.charged, patterns, progress)

    def _rows(self, data: Places, words: dict[str, Any]) -> tuple[Rows, dict[str, Any]]:
        named = [word for word in ("polygon", "areas") if words.get(word) is not None]
        if data is not None:
            rows = rows_of(data)
            constants = [word for word in named if not isinstance(words[word], pd.Series)]
            if constants:
                raise QuestionError(f"{constants[0]} says which territory is meant, and so do the rows of the frame: give one of them.")
            return rows, words
        if not named:
            raise TypeError("Give the places: a frame, a list of points, mappings or addresses" + ("; or polygon=… or areas=[…]." if self.areas else "."))
        value = words[named[0]]
        if isinstance(value, pd.Series) and not isinstance(value, gpd.GeoSeries):
            return rows_of(pd.DataFrame(index=value.index)), words
        return rows_of(pd.DataFrame(index=pd.RangeIndex(1))), words

    def _with_shapes(self, rows: Rows, columns: dict[str, list[Any]]) -> Rows:
        """Polygons of the frame as areas; where the action asks about points alone they are their rows' faults."""
        if self.areas:
            own = columns.setdefault("polygon", [None] * len(rows))
            for row, shape in rows.shapes.items():
                own[row] = own[row] or shape
            return rows
        name = self.action.rpartition(".")[2]
        said = f"{name} asks about points, and the geometry is a polygon. Take frame.set_geometry(frame.representative_point()), or ask people_economy, markets, category_mix, brands or realestate, which take areas."
        return replace(rows, faults={**rows.faults, **dict.fromkeys(rows.shapes, said)})
