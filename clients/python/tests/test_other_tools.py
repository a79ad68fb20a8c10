"""What people write in other tools, and what gives the same here: every line of from-other-tools.md runs."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from conftest import Demo

PAGE = Path(__file__).resolve().parents[1] / "from-other-tools.md"
#: Tool, what is written there, and the code that stands first in the last column.
LINES = re.findall(r"^\| ([^|]+) \| (.+) \| `(demo\.[^`]+|\[demo\.[^`]+)`[^|]*\|$", PAGE.read_text(encoding="utf-8"), re.M)


@pytest.fixture(scope="module")
def names(demo: Demo) -> dict[str, Any]:
    block = re.search(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.S)
    assert block is not None
    found: dict[str, Any] = {}
    exec(block.group(1).replace("var/territories/demo", demo.folder), found)
    return found


def test_every_line_of_the_page_is_run() -> None:
    rows = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("| ")][1:]
    assert len(LINES) == len(rows) - 1 >= 15


@pytest.mark.parametrize(("tool", "there", "here"), LINES)
def test_it_gives_rows(names: dict[str, Any], tool: str, there: str, here: str) -> None:
    found = eval(here, dict(names))
    for frame in found if isinstance(found, list) else [found]:
        assert isinstance(frame, pd.DataFrame) and len(frame) > 0, (tool, there)
        if "status" in frame.columns:
            assert set(frame["status"]) <= {"ok", "reached", "not_reached"}, frame
