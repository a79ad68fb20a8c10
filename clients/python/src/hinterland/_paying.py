"""
Charged calls, one for each question: nothing is charged that was not agreed to, nothing is charged twice, and nothing that was paid is
lost. The package and the plugin of QGIS have this file in common; it needs the standard library of Python 3.9 alone.
"""

from __future__ import annotations

import hashlib
import json
import threading
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from typing import Any, Optional

#: Seconds between two looks at whether the user wants to stop.
_LOOK_SECONDS = 0.2


@dataclass
class Paid:
    """What became of the questions, by their numbers."""

    #: Answers as the service gave them.
    answers: dict[int, Any] = field(default_factory=dict)
    #: Refusals that are the question's own: such a question costs nothing.
    refused: dict[int, Exception] = field(default_factory=dict)
    #: Questions that were sent and have no answer: they may be charged, and asked again they cost nothing more.
    broken: set[int] = field(default_factory=set)
    #: What ended the work before its last question; None where all were asked.
    error: Optional[BaseException] = None
    #: Idempotency keys of the questions that were charged.
    keys: set[str] = field(default_factory=set)


def keys_of(action: str, bodies: Sequence[Mapping[str, Any]], data: Any) -> list[str]:
    """
    An idempotency key for each question, which follows from the question and the version of the data: whoever repeats it has the answer, and
    pays nothing again. Equal questions of one call are told by their number.
    """
    seen: Counter[str] = Counter()
    keys = []
    for body in bodies:
        text = json.dumps([action, body, data], sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        seen[text] += 1
        keys.append("q-" + hashlib.sha256(f"{seen[text]} {text}".encode()).hexdigest()[:48])
    return keys


def pay(
    keys: Sequence[str],
    price: Callable[[int], int],
    agree: Callable[[int], None],
    execute: Callable[[int, int, str, threading.Event], Any],
    is_of_the_row: Callable[[Exception], bool],
    *,
    parallel: int = 4,
    paid: Collection[str] = (),
    is_stopped: Callable[[], bool] = lambda: False,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Paid:
    """
    Asks each question once. `price(i)` is the price of a question, `agree(credits)` throws where all together cost too much, and
    `execute(i, credits, key, stop)` is the charged call, which gives up its repetitions where `stop` is set. Throws what happens before
    the first answer; what happens later, a KeyboardInterrupt too, is in what is returned, with all that came.
    """
    out = Paid()
    prices: dict[int, int] = {}

    def ask_price(number: int, stop: threading.Event) -> None:  # noqa: ARG001
        try:
            prices[number] = price(number)
        except Exception as error:
            if not is_of_the_row(error):
                raise
            out.refused[number] = error

    failed = _each(range(len(keys)), ask_price, parallel, is_stopped, lambda done: None)
    if failed is not None:
        raise failed
    agree(sum(credits for number, credits in prices.items() if keys[number] not in paid))
    sent: set[int] = set()

    def ask(number: int, stop: threading.Event) -> None:
        sent.add(number)
        try:
            out.answers[number] = execute(number, prices[number], keys[number], stop)
            out.keys.add(keys[number])
        except Exception as error:
            if is_of_the_row(error):
                out.refused[number] = error
                return
            # A problem that the service answered with is no charge.
            if 400 <= (getattr(error, "fields", None) or {}).get("status", 0) < 500:
                sent.discard(number)
            raise

    known = len(out.refused)
    out.error = _each(sorted(prices), ask, parallel, is_stopped, lambda done: progress(known + done, len(keys)))
    out.broken = sent - set(out.answers) - set(out.refused)
    if out.error is not None and not out.answers:
        raise out.error
    return out


class Stopped(Exception):
    """The user has stopped the work."""


def _each(
    numbers: Sequence[int],
    work: Callable[[int, threading.Event], None],
    parallel: int,
    is_stopped: Callable[[], bool],
    progress: Callable[[int], None],
) -> BaseException | None:
    """Works on the numbers in threads until one throws, the user stops it or Ctrl-C does. What is under work then ends; returns the reason."""
    stop = threading.Event()
    error: BaseException | None = None
    waiting = iter(numbers)
    running: set[Future[None]] = set()
    done = 0
    with ThreadPoolExecutor(parallel) as pool:
        try:
            while error is None:
                # As many as there are threads: none waits in a queue that an end would have to empty.
                while len(running) < parallel and (number := next(waiting, None)) is not None:
                    running.add(pool.submit(work, number, stop))
                if not running:
                    break
                ended, running = wait(running, _LOOK_SECONDS, FIRST_COMPLETED)
                for one in ended:
                    error = error or one.exception()
                    done += 1
                if error is None and ended:
                    progress(done)
                if error is None and is_stopped():
                    error = Stopped("Stopped by the user.")
        except BaseException as thrown:  # noqa: BLE001
            error = thrown
        stop.set()
        # Those under work end: their answers may be charged already. Ctrl-C again gives them up.
        wait(running)
    return error
