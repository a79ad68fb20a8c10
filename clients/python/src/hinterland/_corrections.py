"""Corrections of stores: what an organization says of them in place of the lists."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

import pandas as pd

from ._transport import Transport

#: Names of members as Python writes them, and as the service does.
_NAMES = {"store_id": "storeId", "sector_code": "sectorCode", "square_meters": "squareMeters"}


class Corrections:
    """Corrections of an organization, and the stores that they are about. Changing them needs a key with the scope manage."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def stores(self, **asked: Any) -> pd.DataFrame:
        """Stores as the organization sees them: `lat`, `lng` and `meters`, or `id`, or `text`; `territory` where there are several."""
        return pd.DataFrame(self._read("/stores", asked))

    def list(self, **asked: Any) -> pd.DataFrame:
        """Corrections in force, the latest first; `all=True` has undone ones too, `revision` those that an answer used."""
        return pd.DataFrame(self._read("/corrections", asked))

    def correct(self, kind: str, store_id: str | None = None, **said: Any) -> dict[str, Any]:
        """Says something of a store: `correct("closed", "osm/n1", since="2026-09-30", reason="Walked past.")`.

        Kinds: closed, opened, not_competitor, brand, sector, floor_area, moved, added (without a store). Members are `since`, `name`,
        `brand` (None: of no brand), `sector_code`, `square_meters`, `lat`, `lng`, `address`, `reason`, `territory`.
        """
        body = {"kind": kind, **({} if store_id is None else {"store_id": store_id}), **said}
        found: dict[str, Any] = self._transport.json(
            "POST", "/api/v1/corrections", {_NAMES.get(name, name): value for name, value in body.items()}
        )
        return found

    def undo(self, number: int) -> dict[str, Any]:
        """Takes a correction back; what was said of the store before is in force again."""
        found: dict[str, Any] = self._transport.json("POST", f"/api/v1/corrections/{number}/undo")
        return found

    def to_csv(self, territory: str | None = None) -> str:
        """The corrections in force as a table."""
        return self._transport.call("GET", f"/api/v1/corrections/csv{_query({'territory': territory})}").text

    def import_csv(self, csv: str, territory: str | None = None) -> dict[str, int]:
        """Stores every row of a table, or none. Rows that say what is in force already are left out."""
        body = {"csv": csv, **({} if territory is None else {"territory": territory})}
        found: dict[str, int] = self._transport.json("POST", "/api/v1/corrections/csv", body)
        return found

    def _read(self, path: str, asked: dict[str, Any]) -> Any:
        return self._transport.json("GET", f"/api/v1{path}{_query(asked)}")["data"]


def _query(asked: dict[str, Any]) -> str:
    given = {name: str(value).lower() if isinstance(value, bool) else value for name, value in asked.items() if value is not None}
    return f"?{urlencode(given)}" if given else ""
