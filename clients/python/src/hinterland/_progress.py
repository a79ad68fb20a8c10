"""How far a call is: a bar in terminals and notebooks, or a function of the caller's."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import IO

#: A call that is over by then shows nothing.
_SHOWN_AFTER_SECONDS = 1.0
_WIDTH = 30


@contextmanager
def shown(progress: Callable[[int, int], None] | bool | None, title: str) -> Iterator[Callable[[int, int], None] | None]:
    """What is to be called with the rows that are done, and all. None shows a bar where somebody looks: in a terminal or a notebook."""
    if callable(progress):
        yield progress
        return
    if progress is False or (progress is None and not (_is_notebook() or sys.stderr.isatty())) or os.environ.get("HINTERLAND_PROGRESS") == "0":
        yield None
        return
    bar = Bar(title, sys.stderr)
    try:
        yield bar
    finally:
        bar.close()


class Bar:
    """One line that is written anew: title, bar, rows, and the time that is left."""

    def __init__(self, title: str, out: IO[str], clock: Callable[[], float] = time.monotonic) -> None:
        self._title, self._out, self._clock = title, out, clock
        self._began = clock()
        self._said = ""

    def __call__(self, done: int, total: int) -> None:
        passed = self._clock() - self._began
        if passed < _SHOWN_AFTER_SECONDS or total == 0:
            return
        filled = round(_WIDTH * done / total)
        left = f", {_duration(passed * (total - done) / done)} left" if 0 < done < total else ""
        line = f"{self._title} {'█' * filled}{'░' * (_WIDTH - filled)} {done:,} of {total:,}{left}"
        self._out.write("\r" + line.ljust(len(self._said)))
        self._out.flush()
        self._said = line

    def close(self) -> None:
        if self._said:
            self._out.write("\n")
            self._out.flush()


def _duration(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"


def _is_notebook() -> bool:
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    return type(shell).__name__ == "ZMQInteractiveShell"
