"""Saved subjects and projects, as the service is asked for them."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest

import hinterland as hl
from hinterland._errors import HinterlandError

PLACE = {"id": "sub_1", "kind": "place", "name": "Harbourside", "lat": 40.25, "lng": 10.5}


class Service:
    """Answers as the service does, and keeps what it was asked."""

    def __init__(self, *, breaks: bool = False) -> None:
        self.asked: list[tuple[str, str, Any]] = []
        self.breaks = breaks

    def __call__(self, request: httpx.Request) -> httpx.Response:
        body = json.loads(request.content) if request.content else None
        self.asked.append((request.method, str(request.url).removeprefix("https://geo.example.com"), body))
        if self.breaks:
            raise httpx.ReadError("broken off", request=request)
        path = request.url.path
        if path.endswith("/csv"):
            return httpx.Response(200, text="subject,kind\nsub_1,place\n")
        if request.method in ("POST", "PUT"):
            return httpx.Response(200, json={"id": "sub_1", **(body or {})})
        if path.endswith(("/subjects", "/projects")):
            return httpx.Response(200, json={"data": [PLACE], "total": 1})
        return httpx.Response(200, json=PLACE)


def client(service: Service) -> hl.Client:
    return hl.connect("https://geo.example.com", "hk_test", http=httpx.Client(transport=httpx.MockTransport(service)))


def test_every_call_is_that_of_the_service() -> None:
    service = Service()
    geo = client(service)
    assert geo.subjects.list(kind="place", text=None)["name"].tolist() == ["Harbourside"]
    assert geo.subjects.save("place", "Harbourside", lat=40.25, lng=10.5)["id"] == "sub_1"
    assert geo.subjects.get("sub_1") == PLACE
    geo.subjects.replace("sub_1", "place", "Pier", lat=40.5, lng=10.5)
    assert geo.subjects.to_csv() == "subject,kind\nsub_1,place\n"
    geo.subjects.delete("sub_1")
    assert len(geo.projects.list()) == 1
    geo.projects.make("Sixth bakery", subjects=["sub_1"])
    geo.projects.get("prj_1")
    geo.projects.change("prj_1", "Seventh", answers=["k3J9sQ2xTbLm"])
    geo.projects.add("prj_1", "k3J9sQ2xTbLm")
    geo.projects.delete("prj_1")
    assert service.asked == [
        ("GET", "/api/v1/subjects?kind=place", None),
        ("POST", "/api/v1/subjects", {"kind": "place", "name": "Harbourside", "lat": 40.25, "lng": 10.5}),
        ("GET", "/api/v1/subjects/sub_1", None),
        ("PUT", "/api/v1/subjects/sub_1", {"kind": "place", "name": "Pier", "lat": 40.5, "lng": 10.5}),
        ("GET", "/api/v1/subjects/csv", None),
        ("DELETE", "/api/v1/subjects/sub_1", None),
        ("GET", "/api/v1/projects", None),
        ("POST", "/api/v1/projects", {"name": "Sixth bakery", "note": "", "subjects": ["sub_1"], "answers": []}),
        ("GET", "/api/v1/projects/prj_1", None),
        ("PUT", "/api/v1/projects/prj_1", {"name": "Seventh", "answers": ["k3J9sQ2xTbLm"]}),
        ("POST", "/api/v1/projects/prj_1/answers", {"code": "k3J9sQ2xTbLm"}),
        ("DELETE", "/api/v1/projects/prj_1", None),
    ]


def test_a_subject_is_not_saved_twice() -> None:
    service = Service(breaks=True)
    with pytest.raises(HinterlandError):
        client(service).subjects.save("place", "Harbourside", lat=40.25, lng=10.5)
    assert len(service.asked) == 1
