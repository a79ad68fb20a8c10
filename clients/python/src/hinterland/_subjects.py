"""Saved places, sets of places, networks and areas, and the projects that they belong to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

import pandas as pd

from ._transport import Transport

_SUBJECTS = "/api/v1/subjects"
_PROJECTS = "/api/v1/projects"


class Subjects:
    """What an organization asks about, saved once. Saving needs a key with the scope manage."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(self, **asked: Any) -> pd.DataFrame:
        """Saved subjects, the latest changed first: `kind`, `territory`, `text`, `limit`, `offset`."""
        given = {name: value for name, value in asked.items() if value is not None}
        query = f"?{urlencode(given)}" if given else ""
        return pd.DataFrame(self._transport.json("GET", f"{_SUBJECTS}{query}")["data"])

    def save(self, kind: str, name: str, **said: Any) -> dict[str, Any]:
        """Saves a subject: `save("place", "Harbourside", lat=-36.21, lng=-151.7)`, degrees.

        Kinds: place (`lat`, `lng`, `address`), places (`places` or `dataset`), network (the same with `candidates` and `rivals`), area
        (`area`, its code, or `polygon`, GeoJSON). All take `fields` and `territory`.
        """
        saved: dict[str, Any] = self._transport.json("POST", _SUBJECTS, {"kind": kind, "name": name, **said})
        return saved

    def get(self, subject: str) -> dict[str, Any]:
        """A subject with its latest answers."""
        found: dict[str, Any] = self._transport.json("GET", f"{_SUBJECTS}/{subject}")
        return found

    def replace(self, subject: str, kind: str, name: str, **said: Any) -> dict[str, Any]:
        """Puts another content in its place; answers that were given stay as they are."""
        saved: dict[str, Any] = self._transport.json("PUT", f"{_SUBJECTS}/{subject}", {"kind": kind, "name": name, **said})
        return saved

    def delete(self, subject: str) -> None:
        """Deletes it; answers and datasets stay."""
        self._transport.json("DELETE", f"{_SUBJECTS}/{subject}")

    def to_csv(self) -> str:
        """All subjects as a table with a row per place."""
        return self._transport.call("GET", f"{_SUBJECTS}/csv").text


class Projects:
    """Decisions: their subjects, and the analyses that answer their questions, in order."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(self) -> pd.DataFrame:
        """Projects, the latest changed first, each with what its answers say first."""
        return pd.DataFrame(self._transport.json("GET", _PROJECTS)["data"])

    def make(self, name: str, *, subjects: Sequence[str] = (), answers: Sequence[str] = (), note: str = "") -> dict[str, Any]:
        """Makes a project of ids of subjects and codes of analyses."""
        body: Mapping[str, Any] = {"name": name, "note": note, "subjects": [*subjects], "answers": [*answers]}
        made: dict[str, Any] = self._transport.json("POST", _PROJECTS, body)
        return made

    def get(self, project: str) -> dict[str, Any]:
        """A project with those of its analyses that the key may read."""
        found: dict[str, Any] = self._transport.json("GET", f"{_PROJECTS}/{project}")
        return found

    def change(self, project: str, name: str, **said: Any) -> dict[str, Any]:
        """Changes its name, and `note`, `subjects`, `answers` where they are given."""
        changed: dict[str, Any] = self._transport.json("PUT", f"{_PROJECTS}/{project}", {"name": name, **said})
        return changed

    def add(self, project: str, code: str) -> dict[str, Any]:
        """Adds an analysis by its code, behind the others."""
        changed: dict[str, Any] = self._transport.json("POST", f"{_PROJECTS}/{project}/answers", {"code": code})
        return changed

    def delete(self, project: str) -> None:
        """Deletes it; subjects and analyses stay."""
        self._transport.json("DELETE", f"{_PROJECTS}/{project}")
