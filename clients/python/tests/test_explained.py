"""What every column of every function means, on the demo: nothing has to be guessed from a name."""

from __future__ import annotations

from typing import Any

import pandas as pd
import pytest
import shapely

import hinterland as hl
from hinterland._functions import Functions
from hinterland._variables import _of, meaning
from test_sales import STORES

PLACES = pd.DataFrame({"lat": [-36.2, -36.19, -36.205], "lng": [-151.7, -151.69, -151.71]}, index=["a", "b", "c"])
ADDRESSES = pd.DataFrame({"address": ["56 Northern Road, Port Halcyon"]})
TOWN = shapely.Point(-151.7, -36.2).buffer(0.01)
#: A question for each function; two where another one has other columns.
QUESTIONS: list[tuple[str, Any, dict[str, Any]]] = [
    ("isochrone", PLACES, {"minutes": [5, 10], "outlines": True}),
    ("isochrone", PLACES, {"minutes": 5, "compare_modes": True}),
    ("people_economy", PLACES, {"minutes": [5, 10]}),
    ("people_economy", [TOWN], {}),
    ("markets", PLACES, {"minutes": [5, 10], "sectors": ["food.bakery", "food.supermarket"]}),
    ("category_mix", PLACES, {"radius_kilometers": 1.5, "categories": ["food.bakery"]}),
    ("brands", PLACES, {"minutes": [5], "brands": ["Halcyon Fare"]}),
    ("changes", PLACES, {"minutes": [10]}),
    ("realestate", PLACES, {"minutes": [10]}),
    ("nearest", PLACES, {"sector_code": "food.bakery", "count": 2}),
    ("nearest", PLACES, {"destinations": PLACES}),
    ("enrich", PLACES, {"minutes": [5, 10], "include": ["people", "sectors", "brands", "realestate"], "sectors": ["food.bakery"], "brands": ["Halcyon Fare"]}),
    ("resolve", ADDRESSES, {}),
    ("search", ADDRESSES, {}),
    ("reverse", PLACES, {}),
    ("coverage", PLACES, {"minutes": 8}),
    ("matrix", PLACES, {"destinations": PLACES}),
    ("rank_sites", PLACES, {"sector_code": "food.bakery"}),
    ("compare_sites", PLACES, {"minutes": [10], "sector_code": "food.bakery"}),
    ("brand_coverage", PLACES, {"brand": "Halcyon Fare", "minutes": 8}),
    ("market_calibrate", STORES[["lat", "lng"]], {"sector_code": "food.supermarket", "sales": STORES.turnover, "square_meters": STORES.area}),
    ("site_search", None, {"sector_code": "food.bakery", "polygon": TOWN, "list_count": 3}),
    ("site_search", None, {"measure": "aged_65_plus", "minutes": 8, "polygon": TOWN, "list_count": 3}),
]
#: Units of what is a part of something.
OF_PARTS = ("fraction", "%", "% per year", "per 100", "per 10000", "stores per 10000")


def test_there_is_a_question_for_every_function() -> None:
    assert {name for name, _, _ in QUESTIONS} == {name for name in vars(Functions) if not name.startswith("_")}


@pytest.mark.parametrize(("function", "data", "words"), QUESTIONS, ids=[f"{i}-{name}" for i, (name, _, _) in enumerate(QUESTIONS)])
def test_every_column_says_what_it_is(offline: hl.Client, function: str, data: Any, words: dict[str, Any]) -> None:
    ask = getattr(offline, function)
    out = ask(**words) if data is None else ask(data, **words)
    columns = out.hl.metadata["columns"]
    explained = {name: out.hl.explain(name) for name in columns}
    assert len(explained) > 3
    assert [name for name, one in explained.items() if one.unit == "unknown" or not one.title] == []
    numbers = [name for name in columns if pd.api.types.is_numeric_dtype(out[name]) and not pd.api.types.is_bool_dtype(out[name])]
    texts = [name for name in columns if name not in numbers and out[name].notna().any()]
    assert [name for name in texts if explained[name].unit != "none"] == []
    assert [name for name in numbers if explained[name].unit in OF_PARTS and explained[name].base is None] == []
    topics = [one for one in explained.values() if one.topic is not None]
    assert [one.column for one in topics if one.vintage is None or one.share_imputed is None or one.comparability is None] == []
    assert all(one.modelled == (one.method == "modelled") for one in explained.values())
    assert all(one.settings.get("mode") == "car" for one in explained.values() if function in ("isochrone", "people_economy") and "minutes" in words)
    # The catalogue knows each of them, and says the same.
    unknown = [name for name in columns if not name.startswith("outline_") and not meaning(ask.action, name)]
    assert unknown == []
    said = {name: meaning(ask.action, name) for name in columns if not name.startswith("outline_")}
    other = [name for name in said if _plain(said[name].get("unit", "none")) != _plain(explained[name].unit) and "{" not in said[name].get("unit", "")]
    assert other == []


def _plain(unit: str) -> str:
    return unit.replace("XMD", "currency")


def test_modelled_figures_say_so(offline: hl.Client) -> None:
    out = offline.rank_sites(PLACES, sector_code="food.bakery")
    one = out.hl.explain("net_new")
    assert (one.unit, one.method, one.modelled) == ("XMD per year", "modelled", True)
    rank = out.hl.explain("rank")
    assert (rank.unit, rank.modelled) == ("none", False)
    assert str(rank) == "rank: Rank. Sources: Maravea, a fictional country made by seeded code, Maravea, fictional listings and sales."


def test_variables_are_found_by_words(offline: hl.Client) -> None:
    every = offline.variables()
    assert list(every.columns[:4]) == ["function", "action", "columns", "name"]
    assert set(every["function"]) == {name for name in vars(Functions) if not name.startswith("_")}
    assert not every.duplicated(["function", "name"]).any()
    found = offline.variables("Income MEDIAN household currency", function="people_economy")
    assert found["name"].tolist() == ["income_median_household_{limit}"]
    assert found.loc[0, ["columns", "topic", "unit", "method"]].tolist() == ["income_median_household_*", "Income", "currency per year", "grouped_median"]
    assert len(offline.variables("median income")) > 1
    assert len(offline.variables("no such thing")) == 0
    with pytest.raises(ValueError, match="no function isochrones; there are isochrone, people_economy"):
        offline.variables(function="isochrones")
    # Patterns are those of columns=.
    name = found["name"].iloc[0]
    out = offline.people_economy(PLACES[:1], minutes=[10], topics=["income"], columns=list(found["columns"].iloc[:1]))
    assert name.replace("{limit}", "10min") in out.columns
    assert all(any(pattern.fullmatch(column) for pattern, _ in _of("analysis.people_economy")) for column in out.hl.metadata["columns"])
