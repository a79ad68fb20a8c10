"""`frame.hl`: what the columns mean, figures one below the other, a map."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import geopandas as gpd
import pandas as pd

from ._map import map_html
from ._search import flat
from ._words import snake

_OUTLINE = re.compile(r"outline_(?P<limit>\d+(?:\.\d+)?)(?P<unit>min|s|km|m)$")
#: Said of a number that has none.
NO_UNIT = "none"
#: Of a number of which the answer does not say it.
UNKNOWN = "unknown"
_LIMIT = re.compile(r"_(\d+(?:to\d+)?(?:min|s|km|m))$")


@dataclass(frozen=True)
class Explanation:
    """What a column holds, and where it comes from. What is None does not apply, or the answer does not say it."""

    column: str
    title: str
    #: "none" for texts, truth values, shapes, and numbers without one such as a rank.
    unit: str
    #: Of a share: what it is a part of.
    base: str | None
    #: How the figure is made: "sum", "from_sums", "grouped_median", "modelled" and so on.
    method: str | None
    #: Whether a model made it, and nobody counted it.
    modelled: bool
    topic: str | None
    vintage: str | None
    #: How far the vintages of a topic compare with those of other places.
    comparability: str | None
    #: Of modelled spend: half of such figures lie within this share of published ones, 0..1.
    typical_error: float | None
    #: Mean share of the people whose figures were taken from the area around, 0..1, where the answer says it.
    share_imputed: float | None
    #: The member of the answer, as the reference of the API has it.
    member: str | None
    #: How the places were reached: mode, traffic, direction and so on.
    settings: dict[str, Any]
    data_version: dict[str, str]
    sources: list[dict[str, Any]]

    def __str__(self) -> str:
        names = ", ".join(dict.fromkeys(str(source.get("name", "")) for source in self.sources))
        parts = [self.title, f"in {self.unit}" if self.unit != NO_UNIT else "", f"base: {self.base}" if self.base else ""]
        parts += [f"method: {self.method}" if self.method else "", f"vintage {self.vintage}" if self.vintage else ""]
        if self.modelled:
            parts.append("modelled" if self.typical_error is None else f"modelled, typically within ±{self.typical_error:.0%} of published figures")
        if self.share_imputed is not None:
            parts.append(f"{self.share_imputed:.1%} imputed")
        return f"{self.column}: {'; '.join(part for part in parts if part)}. Sources: {names or 'see the territory'}."


@pd.api.extensions.register_dataframe_accessor("hl")
class HinterlandAccessor:
    def __init__(self, frame: pd.DataFrame) -> None:
        self._frame = frame

    @property
    def metadata(self) -> dict[str, Any]:
        """Action, method, data versions and sources of the answers in the frame."""
        found: dict[str, Any] = self._frame.attrs.get("hinterland", {})
        return found

    @property
    def answer(self) -> dict[str, Any]:
        """The whole answer of a question about all rows: coverage, matrix, rank_sites, compare_sites, brand_coverage, market_calibrate, site_search."""
        found: dict[str, Any] = self.metadata.get("answer", {})
        return found

    def table(self, name: str) -> pd.DataFrame:
        """
        A list of the whole answer as a frame, by its name or a path: table("white_spots"), table("closure_plan"), table("tables.people.rows").
        Members of members have both names: optimum_kind. Items of lists of lists are found by their id or code, or their number from 0.
        """
        value: Any = self.answer
        for step in name.split("."):
            value = _member(value, step)
            if value is None:
                lists = [snake(one) for one, inner in self.answer.items() if isinstance(inner, list)]
                raise KeyError(f"The answer has no {name}; it has the lists {', '.join(lists)}.")
        items = value if isinstance(value, list) else [value]
        return pd.DataFrame([flat(one) if isinstance(one, dict) else {"value": one} for one in items])

    def outlines(self) -> gpd.GeoDataFrame:
        """
        A row for each place and band, the largest band first, with the columns of its place, `outline`, `limit` and `unit`: for maps, and for files, which take
        one geometry. The frame must be asked with outlines=True.
        """
        found = [(name, match) for name in self._frame.columns if (match := _OUTLINE.search(str(name)))]
        if not found:
            raise KeyError("The frame has no outlines; ask isochrone(…, outlines=True).")
        own = self._frame.drop(columns=[name for name in self._frame.columns if _is_geometry(self._frame[name])])
        parts = []
        for name, match in sorted(found, key=lambda one: -float(one[1].group("limit"))):
            has = self._frame[name].notna().to_numpy()
            part = pd.DataFrame(own[has]).assign(outline=str(name), limit=float(match.group("limit")), unit=match.group("unit"))
            parts.append(gpd.GeoDataFrame(part, geometry=gpd.GeoSeries(self._frame.loc[has, name].to_numpy(), index=part.index, crs="OGC:CRS84")))
        out = gpd.GeoDataFrame(pd.concat(parts), geometry="geometry", crs="OGC:CRS84")
        out.attrs = dict(self._frame.attrs)
        return out

    def pairs(self) -> pd.DataFrame:
        """A row for each origin and destination of a matrix, as from_id and to_id, with minutes, meters and status."""
        origins = self.answer.get("origins")
        if not isinstance(origins, list) or not all("destinations" in one for one in origins):
            raise KeyError("The frame has no matrix; ask matrix(…) first.")
        rows = [{"from_id": str(one["id"]), "to_id": str(to["id"]), **{name: value for name, value in flat(to).items() if name != "id"}} for one in origins for to in one["destinations"]]
        out = pd.DataFrame(rows, columns=None if rows else ["from_id", "to_id", "status", "minutes", "meters"])
        out.attrs = dict(self._frame.attrs)
        return out

    @property
    def model(self) -> dict[str, Any]:
        """The sales model that market_calibrate has learned, for `model=` of rank_sites and compare_sites."""
        if "model" not in self.answer:
            raise KeyError("The frame has no sales model; market_calibrate learns one.")
        found: dict[str, Any] = self.answer["model"]
        return found

    def explain(self, column: str) -> Explanation:
        """What a column means. Throws KeyError for one that is of no answer."""
        about = self.metadata.get("columns", {}).get(column)
        if about is None:
            raise KeyError(f"{column} is no column of an answer; those are {', '.join(self.metadata.get('columns', {}))}.")
        question = self._question_of(column)
        settings = question.get("method")
        return Explanation(
            column=column,
            title=about.get("title", column),
            unit=about.get("unit") or (UNKNOWN if self._is_number(column) else NO_UNIT),
            base=about.get("base"),
            method=about.get("method"),
            modelled="modelled" in (about.get("method"), about.get("comparability")),
            topic=about.get("topic"),
            vintage=about.get("vintage"),
            comparability=about.get("comparability"),
            typical_error=float(about["error"]) if "error" in about else None,
            share_imputed=self._imputed(column, about),
            member=about.get("member"),
            settings=settings if isinstance(settings, dict) else {},
            data_version=question.get("dataVersion", {}),
            sources=question.get("sources", []),
        )

    def _is_number(self, column: str) -> bool:
        kind = self._frame[column].dtype
        return bool(pd.api.types.is_numeric_dtype(kind)) and not pd.api.types.is_bool_dtype(kind)

    def tidy(self) -> pd.DataFrame:
        """A row for each figure of each row: its row, figure, limit, unit and value. Empty figures are left out."""
        columns = self.metadata.get("columns", {})
        names = [name for name in columns if name in self._frame.columns and not name.startswith("outline_")]
        kinds = self._frame.dtypes
        numbers = [name for name in names if pd.api.types.is_numeric_dtype(kinds[name])]
        bare = pd.DataFrame(self._frame[numbers].to_numpy(dtype="float64"), columns=numbers)
        long = bare.reset_index(names="row").melt(id_vars="row", var_name="column", value_name="value").dropna(subset=["value"])
        limits = long["column"].str.extract(_LIMIT, expand=False)
        return pd.DataFrame(
            {
                "row": self._frame.index.take(long["row"].to_numpy()),
                "figure": [_LIMIT.sub("", str(name)) for name in long["column"]],
                "limit": limits.to_numpy(),
                "title": [columns[name].get("title", "") for name in long["column"]],
                "unit": ["" if (unit := columns[name].get("unit", NO_UNIT)) == NO_UNIT else unit for name in long["column"]],
                "value": long["value"].to_numpy(),
            }
        )

    def map(self, column: str | None = None, path: str | Path | None = None) -> Any:
        """A map as one HTML file without a request to anywhere; colored by a column. In notebooks it is shown."""
        text = map_html(self._frame, column, self.metadata)
        if path is not None:
            Path(path).write_text(text, encoding="utf-8")
        return Page(text)

    def _question_of(self, column: str) -> dict[str, Any]:
        """What holds for the answer that a column came with; a frame may have several, by their prefixes."""
        of = self.metadata.get("of", {}).get(column, "")
        found: dict[str, Any] = self.metadata.get("questions", {}).get(of, self.metadata)
        return found

    def _imputed(self, column: str, about: dict[str, str]) -> float | None:
        """The mean of the imputed shares of the column's topic in the same band or area: residents_imputed_share_10min is for all that ends in _10min."""
        topic = about.get("topic")
        columns: dict[str, dict[str, str]] = self.metadata.get("columns", {})
        ends = {
            name: name.rpartition("_imputed_share")[2]
            for name, other in columns.items()
            if topic is not None and other.get("topic") == topic and "_imputed_share" in name
        }
        found = max((name for name, end in ends.items() if column.endswith(end)), key=lambda name: len(ends[name]), default=None)
        return None if found is None else float(self._frame[found].mean())


def _member(value: Any, step: str) -> Any:
    """A member by its name in the answer or in snake_case; an item of a list by its id, code or number."""
    if isinstance(value, dict):
        return next((inner for name, inner in value.items() if step in (name, snake(name))), None)
    if isinstance(value, list):
        named = next((one for one in value if isinstance(one, dict) and step in (str(one.get("id")), str(one.get("code")))), None)
        return named if named is not None else value[int(step)] if step.isdigit() and int(step) < len(value) else None
    return None


def _is_geometry(column: Any) -> bool:
    return str(getattr(column, "dtype", "")) == "geometry"


@dataclass(frozen=True)
class Page:
    """A page of HTML that notebooks show in a frame of its own."""

    html: str

    def _repr_html_(self) -> str:
        import html

        return f'<iframe srcdoc="{html.escape(self.html, quote=True)}" width="100%" height="520" style="border:0"></iframe>'
