"""One interface for a service and for a territory on this machine."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Any

import pandas as pd

from ._backend import Backend, Progress, Question
from ._frames import Places, answered, rows_of
from ._jobs import Job, start_job
from ._local import LocalBackend
from ._members import members_of
from ._quote import Quote
from ._remote import RemoteBackend
from ._search import SearchFunction
from ._transport import Transport

Numbers = float | Sequence[float]


@dataclass(frozen=True)
class ActionFunction:
    """An action as a function: a frame in, the same frame out with a row for each row, `status`, `problem` and its figures."""

    _client: Client
    action: str
    shape: str
    charged: bool
    list_name: str | None = None
    #: Whether the answer says more than its rows do.
    whole: bool = False

    def __call__(
        self,
        data: Places,
        *,
        minutes: Numbers | None = None,
        kilometers: Numbers | None = None,
        radius_kilometers: Numbers | None = None,
        mode: str | None = None,
        departure: dt.datetime | dict[str, str] | None = None,
        outlines: bool = False,
        max_credits: float | None = None,
        progress: Progress | None = None,
        **members: Any,
    ) -> pd.DataFrame:
        """
        Answers each row. `members` are those of the action's input in snake_case; a Series has one value per row.
        `max_credits` is the most that the call may charge, and must be given where it charges: a dearer one starts nothing.
        """
        if self.charged and self._client.backend.charges and max_credits is None:
            raise TypeError(f"{self.action} costs credits: say max_credits=…, or ask .quote(…) for the price first.")
        words = _words(minutes, kilometers, radius_kilometers, mode, departure, members)
        question = self._question(data, words, outlines, progress)
        return answered(question.rows, self._client.backend.answer(question, max_credits))

    def quote(
        self,
        data: Places,
        *,
        minutes: Numbers | None = None,
        kilometers: Numbers | None = None,
        radius_kilometers: Numbers | None = None,
        mode: str | None = None,
        departure: dt.datetime | dict[str, str] | None = None,
        **members: Any,
    ) -> Quote:
        """Returns the price of the same call; nothing is charged."""
        words = _words(minutes, kilometers, radius_kilometers, mode, departure, members)
        return self._client.backend.quote(self._question(data, words, False, None))

    def _question(self, data: Places, words: dict[str, Any], outlines: bool, progress: Progress | None) -> Question:
        rows = rows_of(data)
        per_row = {name: value for name, value in words.items() if isinstance(value, pd.Series)}
        for name, value in per_row.items():
            if len(value) != len(rows):
                raise ValueError(f"{name} has {len(value)} values for {len(rows)} rows.")
        constants = members_of(self.action, {name: value for name, value in words.items() if name not in per_row})
        if self.action == "analysis.isochrone":
            constants.setdefault("geometry", outlines)
        columns = {next(iter(members_of(self.action, {name: 0}))): _plain(value) for name, value in per_row.items()}
        if self.shape == "query" and "query" not in columns and "query" not in constants:
            if "address" not in rows.frame.columns:
                raise ValueError("The frame needs a column address, or say query=frame[…].")
            columns["query"] = rows.texts("address")
        if self.shape in ("origins", "point") and rows.lat is None and len(rows) > 0 and "address" in rows.frame.columns:
            rows = self._client.located(rows.frame)
        return Question(self.action, self.shape, rows, constants, columns, self.list_name, outlines, self.whole, progress)


class Client:
    """Answers of a service (`connect`) or of a territory on this machine (`local`). Closes what it has started."""

    def __init__(self, backend: Backend) -> None:
        self.backend = backend
        # A call for each row.
        self.isochrone = ActionFunction(self, "analysis.isochrone", "origins", True)
        self.people_economy = ActionFunction(self, "analysis.people_economy", "origins", True)
        self.markets = ActionFunction(self, "analysis.markets_sector", "origins", True)
        self.category_mix = ActionFunction(self, "analysis.category_mix", "origins", True)
        self.brands = ActionFunction(self, "analysis.markets_brands", "origins", True)
        self.realestate = ActionFunction(self, "analysis.realestate", "origins", True)
        self.nearest = ActionFunction(self, "network.nearest", "origins", True)
        self.enrich = ActionFunction(self, "enrich.point", "point", True)
        self.resolve = ActionFunction(self, "search.resolve_address", "query", False)
        self.search = ActionFunction(self, "search.addresses", "query", False)
        self.reverse = ActionFunction(self, "search.reverse_address", "point", False)
        # One call for all rows.
        self.coverage = ActionFunction(self, "network.coverage", "table", True, "stores")
        self.matrix = ActionFunction(self, "network.matrix", "table", True, "origins")
        self.rank_sites = ActionFunction(self, "site.rank", "table", True, "candidates")
        self.compare_sites = ActionFunction(self, "analysis.site_comparison", "table", True, "candidates")
        self.brand_coverage = ActionFunction(self, "analysis.brand_coverage", "table", True, "ownPoints")
        #: Rows are own stores with their `sales`; `frame.hl.model` is for `model=` of rank_sites and compare_sites.
        self.market_calibrate = ActionFunction(self, "market.calibrate", "table", True, "stores", True)
        # A question without rows.
        self.site_search = SearchFunction(backend)

    def start_enrich(self, data: Places, *, max_credits: float, **words: Any) -> Job:
        """Starts a background job of the service on up to 500 points, which charges at most `max_credits`."""
        if not isinstance(self.backend, RemoteBackend):
            raise TypeError("Jobs run in a service; offline, enrich(…) has no limit of rows.")
        rows = rows_of(data)
        return start_job(self.backend.transport, rows, members_of("enrich.points", words), max_credits)

    def located(self, frame: pd.DataFrame) -> Any:
        """The rows of a frame with addresses at the places of those."""
        found = self.resolve(frame[["address"]].reset_index(drop=True))
        at = pd.DataFrame({"lat": found.get("address_lat"), "lng": found.get("address_lng")}, index=found.index, dtype="float64")
        rows = rows_of(at)
        return type(rows)(frame, rows.lat, rows.lng, rows_of(frame).ids)

    def close(self) -> None:
        self.backend.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def __del__(self) -> None:
        try:
            self.close()
        except Exception:  # noqa: BLE001
            pass


def connect(url: str, key: str, *, parallel: int = 4, attempts: int = 8, http: Any = None) -> Client:
    """A service with an API key. Refusals for a while (429, 503) and broken connections are repeated, never charged twice."""
    return Client(RemoteBackend(Transport(url, key, attempts, http), parallel))


def local(folder: str, *, command: Sequence[str] | None = None, threads: int | None = None) -> Client:
    """A territory in a folder of this machine, or by its address (`s3://bucket/name@version`): without service, key or credits, and with the same numbers."""
    return Client(LocalBackend(str(folder), command, threads))


def _words(
    minutes: Any, kilometers: Any, radius_kilometers: Any, mode: str | None, departure: Any, members: dict[str, Any]
) -> dict[str, Any]:
    named = {"minutes": minutes, "kilometers": kilometers, "radius_kilometers": radius_kilometers, "mode": mode}
    return {**{name: value for name, value in {**named, "departure": departure}.items() if value is not None}, **members}


def _plain(values: pd.Series[Any]) -> list[Any]:
    missing = values.isna()
    return [None if gone else getattr(value, "item", lambda value=value: value)() for value, gone in zip(values, missing, strict=True)]
