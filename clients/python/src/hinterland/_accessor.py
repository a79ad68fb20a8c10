"""`frame.hl`: what the columns mean, figures one below the other, a map."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd

from ._map import map_html

_LIMIT = re.compile(r"_(\d+(?:to\d+)?(?:min|s|km|m))$")


@dataclass(frozen=True)
class Explanation:
    """What a column holds, and where it comes from."""

    column: str
    title: str
    unit: str | None
    base: str | None
    method: str | None
    vintage: str | None
    #: Mean share of the figures that was imputed, 0..1, where the answer says it.
    share_imputed: float | None
    data_version: dict[str, str]
    sources: list[dict[str, Any]]

    def __str__(self) -> str:
        names = ", ".join(dict.fromkeys(str(source.get("name", "")) for source in self.sources))
        parts = [self.title, f"in {self.unit}" if self.unit else "", f"base: {self.base}" if self.base else ""]
        parts += [f"method: {self.method}" if self.method else "", f"vintage {self.vintage}" if self.vintage else ""]
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
        """The whole answer, of actions that say more than a row for each row: market_calibrate and site_search."""
        found: dict[str, Any] = self.metadata.get("answer", {})
        return found

    @property
    def model(self) -> dict[str, Any]:
        """The sales model that market_calibrate has learned, for `model=` of rank_sites and compare_sites."""
        if "model" not in self.answer:
            raise KeyError("The frame has no sales model; market_calibrate learns one.")
        found: dict[str, Any] = self.answer["model"]
        return found

    def explain(self, column: str) -> Explanation:
        about = self.metadata.get("columns", {}).get(column)
        if about is None:
            raise KeyError(f"{column} is no column of an answer; those are {', '.join(self.metadata.get('columns', {}))}.")
        return Explanation(
            column=column,
            title=about.get("title", column),
            unit=about.get("unit"),
            base=about.get("base"),
            method=about.get("method"),
            vintage=about.get("vintage"),
            share_imputed=self._imputed(column, about),
            data_version=self.metadata.get("dataVersion", {}),
            sources=self.metadata.get("sources", []),
        )

    def tidy(self) -> pd.DataFrame:
        """A row for each figure of each row: its row, figure, limit, unit and value. Empty figures are left out."""
        columns = self.metadata.get("columns", {})
        names = [name for name in columns if name in self._frame.columns and not name.startswith("outline_")]
        numbers = [name for name in names if pd.api.types.is_numeric_dtype(self._frame[name])]
        bare = pd.DataFrame(self._frame[numbers].to_numpy(dtype="float64"), columns=numbers)
        long = bare.reset_index(names="row").melt(id_vars="row", var_name="column", value_name="value").dropna(subset=["value"])
        limits = long["column"].str.extract(_LIMIT, expand=False)
        return pd.DataFrame(
            {
                "row": self._frame.index.take(long["row"].to_numpy()),
                "figure": [_LIMIT.sub("", str(name)) for name in long["column"]],
                "limit": limits.to_numpy(),
                "title": [columns[name].get("title", "") for name in long["column"]],
                "unit": [columns[name].get("unit", "") for name in long["column"]],
                "value": long["value"].to_numpy(),
            }
        )

    def map(self, column: str | None = None, path: str | Path | None = None) -> Any:
        """A map as one HTML file without a request to anywhere; colored by a column. In notebooks it is shown."""
        text = map_html(self._frame, column, self.metadata)
        if path is not None:
            Path(path).write_text(text, encoding="utf-8")
        return Page(text)

    def _imputed(self, column: str, about: dict[str, str]) -> float | None:
        match = _LIMIT.search(column)
        end = match.group(0) if match else ""
        topic = about.get("topic")
        columns: dict[str, dict[str, str]] = self.metadata.get("columns", {})
        for name, other in columns.items():
            if other.get("topic") == topic and topic is not None and name.endswith(f"_imputed_share{end}"):
                return float(self._frame[name].mean())
        return None


@dataclass(frozen=True)
class Page:
    """A page of HTML that notebooks show in a frame of its own."""

    html: str

    def _repr_html_(self) -> str:
        import html

        return f'<iframe srcdoc="{html.escape(self.html, quote=True)}" width="100%" height="520" style="border:0"></iframe>'
