"""Corrections of stores, as the service is asked for them."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest

import hinterland as hl
from hinterland._errors import HinterlandError

STORE = {"id": "osm/n1", "name": "Alto", "lat": 40.5, "lng": 10.5, "corrections": []}


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
        if path.endswith("/csv") and request.method == "GET":
            return httpx.Response(200, text="kind,storeId\nclosed,osm/n1\n")
        if path.endswith("/csv"):
            return httpx.Response(200, json={"stored": 1, "unchanged": 0})
        if request.method == "POST":
            return httpx.Response(201, json={"id": 7, **(body or {})})
        return httpx.Response(200, json={"data": [STORE], "total": 1})


def client(service: Service) -> hl.Client:
    return hl.connect("https://geo.example.com", "hk_test", http=httpx.Client(transport=httpx.MockTransport(service)))


def test_every_call_is_that_of_the_service() -> None:
    service = Service()
    corrections = client(service).corrections
    assert corrections.stores(lat=40.5, lng=10.5, meters=50)["id"].tolist() == ["osm/n1"]
    assert corrections.correct("floor_area", "osm/n1", square_meters=420)["id"] == 7
    corrections.correct("brand", "osm/n1", brand=None)
    corrections.undo(7)
    assert len(corrections.list(all=True)) == 1
    assert corrections.import_csv(corrections.to_csv(territory="town")) == {"stored": 1, "unchanged": 0}
    assert service.asked == [
        ("GET", "/api/v1/stores?lat=40.5&lng=10.5&meters=50", None),
        ("POST", "/api/v1/corrections", {"kind": "floor_area", "storeId": "osm/n1", "squareMeters": 420}),
        ("POST", "/api/v1/corrections", {"kind": "brand", "storeId": "osm/n1", "brand": None}),
        ("POST", "/api/v1/corrections/7/undo", None),
        ("GET", "/api/v1/corrections?all=true", None),
        ("GET", "/api/v1/corrections/csv?territory=town", None),
        ("POST", "/api/v1/corrections/csv", {"csv": "kind,storeId\nclosed,osm/n1\n"}),
    ]


def test_a_store_is_never_added_twice() -> None:
    service = Service(breaks=True)
    with pytest.raises(HinterlandError, match="cannot be reached"):
        client(service).corrections.correct("added", name="Pier", sector_code="food.bakery", lat=40.7, lng=10.7)
    assert len(service.asked) == 1
