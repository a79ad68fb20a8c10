"""The catalogue of the columns that answers may have, made from answers on the demo territory by test/e2e/src/pythonVariables.test.ts."""

from __future__ import annotations

import functools
import json
import re
from importlib import resources

import pandas as pd

#: What each row of variables.json has.
COLUMNS = ["function", "action", "columns", "name", "title", "topic", "unit", "base", "method"]
_TOKEN = re.compile(r"\\\{\w+\\\}")


@functools.cache
def _all() -> pd.DataFrame:
    text = resources.files(__package__).joinpath("variables.json").read_text(encoding="utf-8")
    return pd.DataFrame(json.loads(text), columns=COLUMNS, dtype=object)


def variables(about: str = "", function: str | None = None) -> pd.DataFrame:
    """The columns in whose names and meanings all words occur. Throws ValueError for a function that is not there."""
    found = _all()
    functions = list(dict.fromkeys(found["function"]))
    if function is not None and function not in functions:
        raise ValueError(f"There is no function {function}; there are {', '.join(functions)}.")
    texts = found[["name", "title", "topic", "unit", "base", "method", "function"]].agg(" ".join, axis=1).str.lower()
    wanted = pd.Series(True, index=found.index) if function is None else found["function"] == function
    for word in about.lower().split():
        wanted &= texts.str.contains(word, regex=False)
    return found[wanted].reset_index(drop=True)


@functools.cache
def _of(action: str) -> list[tuple[re.Pattern[str], dict[str, str]]]:
    """The columns of an action, those with the fewest tokens in their names first, then the longest names."""
    rows = sorted(_all()[_all()["action"] == action].to_dict("records"), key=lambda row: (row["name"].count("{"), -len(row["name"])))
    return [(re.compile(_TOKEN.sub(".+", re.escape(row["name"]))), row) for row in rows]


def meaning(action: str, column: str) -> dict[str, str]:
    """What the catalogue says of a column: its title, and its unit, topic, base and method where it has them; empty for one that is not in it."""
    found = next((row for pattern, row in _of(action) if pattern.fullmatch(column)), {})
    return {name: found[name] for name in ("title", "unit", "topic", "base", "method") if found.get(name)}
