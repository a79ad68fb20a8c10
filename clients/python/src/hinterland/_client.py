"""One interface for a service and for a territory on this machine."""

from __future__ import annotations

from collections.abc import Sequence
from types import TracebackType
from typing import Any

import pandas as pd

from ._backend import Backend
from ._corrections import Corrections
from ._frames import Places, Rows, _is_missing, rows_of
from ._functions import Functions
from ._jobs import Job, start_job
from ._local import LocalBackend
from ._members import members_of
from ._remote import RemoteBackend
from ._subjects import Projects, Subjects
from ._transport import Transport
from ._variables import variables


class Client(Functions):
    """Answers of a service (`connect`) or of a territory on this machine (`local`). Closes what it has started."""

    def __init__(self, backend: Backend) -> None:
        self.backend = backend

    def __repr__(self) -> str:
        functions = [name for name, value in vars(Functions).items() if not name.startswith("_")]
        return f"Client of {self.backend}: {', '.join(functions)}; help(client.isochrone) says what one takes, client.variables() what answers hold"

    def variables(self, about: str = "", *, function: str | None = None) -> pd.DataFrame:
        """
        The columns that answers may have, each by what it means: `function` and `action`, `columns` (a pattern for `columns=`), `name`, `title`, `topic`, `unit`,
        `base`, `method`. `about` are words that all occur in them, in any order: variables("median income"). In names {limit} stands for a band such as 10min or
        5to10min, {sector}, {brand} and so on for what was asked. They are those of the demo territory, which has every topic; needs no service.
        """
        return variables(about, function)

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


def connect(url: str, key: str, *, parallel: int = 4, attempts: int = 8, http: Any = None) -> Client:
    """A service with an API key. Refusals for a while (429, 503) and broken connections are repeated, never charged twice."""
    return Client(RemoteBackend(Transport(url, key, attempts, http), parallel))


def local(folder: str, *, command: Sequence[str] | None = None, threads: int | None = None) -> Client:
    """A territory in a folder of this machine, or by its address (`s3://bucket/name@version`): without service, key or credits, and with the same numbers."""
    return Client(LocalBackend(str(folder), command, threads))
