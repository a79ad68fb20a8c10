"""One interface for a service and for a territory on this machine."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, replace
from types import TracebackType
from typing import Any

import geopandas as gpd
import pandas as pd

from ._align import aligned, members_by_row
from ._backend import Backend, Progress, Question
from ._corrections import Corrections
from ._errors import QuestionError
from ._frames import Places, Rows, _is_missing, answered, rows_of
from ._jobs import Job, start_job
from ._local import LocalBackend
from ._members import members_of
from ._progress import shown
from ._quote import Quote
from ._remote import RemoteBackend
from ._search import SearchFunction
from ._subjects import Projects, Subjects
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
    #: Whether rows may be areas: polygons, or codes of areas.
    areas: bool = False

    def __call__(
        self,
        data: Places = None,
        *,
        minutes: Numbers | None = None,
        kilometers: Numbers | None = None,
        radius_kilometers: Numbers | None = None,
        mode: str | pd.Series[Any] | None = None,
        departure: dt.datetime | str | dict[str, str] | pd.Series[Any] | None = None,
        outlines: bool = False,
        columns: Sequence[str] | None = None,
        prefix: str = "",
        max_credits: float | None = None,
        progress: Progress | bool | None = None,
        **members: Any,
    ) -> pd.DataFrame:
        """
        Answers each row. `members` are those of the action's input in snake_case; a Series has one value per row, and is aligned by its index.
        `columns` are patterns of the figures that are wanted, such as ["residents_*"]. `prefix` is put before the names of the new columns, so that two
        questions stand side by side; without it a second run replaces the first. `max_credits` is the most that the call may charge, and must be given
        where it charges: a dearer one starts nothing. After the first charge no error takes away what was paid: the frame comes with an IncompleteWarning,
        and the same call with it asks for the rest. `progress` is called with the rows that are done and all; True and False show a bar or none.
        """
        if self.charged and self._client.backend.charges and max_credits is None:
            raise TypeError(f"{self.action} costs credits: say max_credits=…, or ask .quote(…) for the price first.")
        words = _words(minutes, kilometers, radius_kilometers, mode, departure, members)
        with shown(progress, self.action) as tell:
            question = self._question(data, words, outlines, columns, tell)
            return answered(question.rows, self._client.backend.answer(question, max_credits), prefix, columns)

    def quote(
        self,
        data: Places = None,
        *,
        minutes: Numbers | None = None,
        kilometers: Numbers | None = None,
        radius_kilometers: Numbers | None = None,
        mode: str | pd.Series[Any] | None = None,
        departure: dt.datetime | str | dict[str, str] | pd.Series[Any] | None = None,
        **members: Any,
    ) -> Quote:
        """Returns the price of the same call; nothing is charged."""
        words = _words(minutes, kilometers, radius_kilometers, mode, departure, members)
        return self._client.backend.quote(self._question(data, words, False, None, None))

    def _question(
        self, data: Places, words: dict[str, Any], outlines: bool, wanted: Sequence[str] | None, progress: Progress | None
    ) -> Question:
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
            rows = self._client.located(rows)
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


class Client:
    """Answers of a service (`connect`) or of a territory on this machine (`local`). Closes what it has started."""

    def __init__(self, backend: Backend) -> None:
        self.backend = backend
        # A call for each row.
        self.isochrone = ActionFunction(self, "analysis.isochrone", "origins", True)
        self.people_economy = ActionFunction(self, "analysis.people_economy", "origins", True, areas=True)
        self.markets = ActionFunction(self, "analysis.markets_sector", "origins", True, areas=True)
        self.category_mix = ActionFunction(self, "analysis.category_mix", "origins", True, areas=True)
        self.brands = ActionFunction(self, "analysis.markets_brands", "origins", True, areas=True)
        #: What opened, closed, moved or was renamed since an earlier list of stores.
        self.changes = ActionFunction(self, "markets.changes", "origins", True, areas=True)
        self.realestate = ActionFunction(self, "analysis.realestate", "origins", True, areas=True)
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
        self.market_calibrate = ActionFunction(self, "market.calibrate", "table", True, "stores")
        # A question without rows.
        self.site_search = SearchFunction(backend)

    def start_enrich(self, data: Places, *, max_credits: float, **words: Any) -> Job:
        """Starts a background job of the service on up to 500 points, which charges at most `max_credits`."""
        if not isinstance(self.backend, RemoteBackend):
            raise TypeError("Jobs run in a service; offline, enrich(…) has no limit of rows.")
        rows = rows_of(data)
        return start_job(self.backend.transport, rows, members_of("enrich.points", words), max_credits)

    def call(self, action: str, given: dict[str, Any], *, max_credits: float | None = None) -> dict[str, Any]:
        """
        The whole answer of one call of any action, with its input as the API has it: call("areas.list", {"level": 4}). Throws QuestionError and
        HinterlandError; a charged action needs `max_credits`.
        """
        if max_credits is None and self.backend.charges and self.backend.quote_one(action, given).credits > 0:
            raise TypeError(f"{action} costs credits: say max_credits=….")
        return self.backend.ask(action, given, max_credits)

    @property
    def corrections(self) -> Corrections:
        """What the organization says of stores in place of the lists."""
        if not isinstance(self.backend, RemoteBackend):
            raise TypeError("Corrections are kept by a service; a territory on this machine has none.")
        return Corrections(self.backend.transport)

    @property
    def subjects(self) -> Subjects:
        """Saved places, networks and areas, which questions take by their ids."""
        if not isinstance(self.backend, RemoteBackend):
            raise TypeError("Places are saved by a service; a territory on this machine has none.")
        return Subjects(self.backend.transport)

    @property
    def projects(self) -> Projects:
        """Decisions: their subjects, and the analyses that answer their questions."""
        if not isinstance(self.backend, RemoteBackend):
            raise TypeError("Projects are kept by a service; a territory on this machine has none.")
        return Projects(self.backend.transport)

    def located(self, rows: Rows) -> Rows:
        """The rows of a frame with addresses at the places of those; an address that was not found is the row's fault, in the words of the search."""
        found = self.resolve(pd.DataFrame({"address": rows.frame["address"].to_numpy()}))
        at = pd.DataFrame({"lat": found.get("address_lat"), "lng": found.get("address_lng")}, index=found.index, dtype="float64")
        placed = rows_of(at)
        faults = {
            row: f"The address {str(rows.frame['address'].iloc[row])!r} was not found" + (f": {problem}" if isinstance(problem, str) else ".")
            for row, problem in enumerate(found["problem"])
            if not placed.has_place(row) and not _is_missing(rows.frame["address"].iloc[row])
        }
        return Rows(rows.frame, placed.lat, placed.lng, rows.ids, faults)

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
    minutes: Any, kilometers: Any, radius_kilometers: Any, mode: Any, departure: Any, members: dict[str, Any]
) -> dict[str, Any]:
    named = {"minutes": minutes, "kilometers": kilometers, "radius_kilometers": radius_kilometers, "mode": mode}
    return {**{name: value for name, value in {**named, "departure": departure}.items() if value is not None}, **members}
