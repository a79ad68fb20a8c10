"""The plugin of QGIS pays by the same loop: cut at each row, what was charged has its answer, and a repeat charges the rest alone."""

from __future__ import annotations

import http.server
import importlib
import importlib.util
import sys
import threading
import zipfile
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import httpx
import pytest

from conftest import ROOT
from fake_service import PRICE, FakeService

ROWS = 60
INPUTS = [{"origins": [{"lat": -36.2 + i / 1e4, "lng": -151.7}], "bandSeconds": [300]} for i in range(ROWS)]


def _build() -> ModuleType:
    spec = importlib.util.spec_from_file_location("qgis_build", ROOT / "clients/qgis/build.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """source.py of the plugin as its zip has it, under another name than the package."""
    folder = tmp_path_factory.mktemp("plugin")
    _build().write_plugin(folder)
    (folder / "hinterland").rename(folder / "hinterland_of_qgis")
    sys.path.insert(0, str(folder))
    module = importlib.import_module("hinterland_of_qgis.source")
    module.Service._pause = lambda self, seconds, stop: None
    yield module
    sys.path.remove(str(folder))


class Feedback:
    def __init__(self, cancel_at: int | None = None) -> None:
        self.cancel_at, self.is_canceled, self.said = cancel_at, False, [""]

    def isCanceled(self) -> bool:  # noqa: N802
        return self.is_canceled

    def setProgress(self, percent: float) -> None:  # noqa: N802
        self.is_canceled |= self.cancel_at is not None and round(percent * ROWS / 100) >= self.cancel_at

    def pushInfo(self, text: str) -> None:  # noqa: N802
        self.said.append(text)

    reportError = pushInfo  # noqa: N815


@pytest.fixture
def address() -> Iterator[tuple[str, FakeService]]:
    service = FakeService()

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self) -> None:  # noqa: N802
            content = self.rfile.read(int(self.headers.get("content-length") or 0))
            try:
                response = service.answer(httpx.Request(self.command, f"http://service{self.path}", headers=dict(self.headers), content=content))
            except httpx.TransportError:
                self.close_connection = True
                return
            self.send_response(response.status_code)
            self.send_header("content-length", str(len(response.content)))
            self.end_headers()
            self.wfile.write(response.content)

        do_GET = do_POST  # noqa: N815

        def log_message(self, *args: object) -> None:
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}", service
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize("kind", ["killed", "402", "500", "line lost", "cancel"])
@pytest.mark.parametrize("at", [5, 20, 41, ROWS])
def test_what_was_charged_has_its_answer_and_a_repeat_charges_the_rest(source: Any, address: tuple[str, FakeService], kind: str, at: int) -> None:
    url, service = address
    many = range(at, at + 20) if kind == "line lost" else (at,)
    service.fails = lambda number: kind if kind != "cancel" and number in many else None
    feedback = Feedback(at if kind == "cancel" else None)
    answers = source.Service(url, "key", PRICE * ROWS, feedback).answer("analysis.isochrone", INPUTS)
    assert len(answers) == ROWS
    came = {-one["figures"]["residents_5min"] for one in answers if isinstance(one, dict)}
    left = [one for one in answers if not isinstance(one, dict)]
    assert all(isinstance(one, source.Unasked) and "charged once at most" in str(one) for one in left)
    # A charged one whose line was lost is asked again at no price.
    assert came <= set(service.charged.values()) and (kind in ("line lost",) or came == set(service.charged.values()))
    service.is_down, service.fails = False, lambda number: None
    again = source.Service(url, "key", PRICE * ROWS, Feedback()).answer("analysis.isochrone", INPUTS)
    assert [-one["figures"]["residents_5min"] for one in again] == [one["origins"][0]["lat"] for one in INPUTS]
    assert len(service.charged) == ROWS


def test_before_the_first_charge_the_most_and_the_balance_decide(source: Any, address: tuple[str, FakeService]) -> None:
    url, service = address
    with pytest.raises(RuntimeError, match="180 credits, above the most of 20. Nothing was charged"):
        source.Service(url, "key", 20, Feedback()).answer("analysis.isochrone", INPUTS)
    service.available = 30
    with pytest.raises(RuntimeError, match="180 credits; 30 are left .balance of the organization.. Nothing was charged"):
        source.Service(url, "key", 999, Feedback()).answer("analysis.isochrone", INPUTS)
    assert service.charged == {}
    with pytest.raises(RuntimeError, match="http://127.0.0.1:9 cannot be reached"):
        source.Service("http://127.0.0.1:9", "key", 999, Feedback()).answer("analysis.isochrone", INPUTS)


def test_the_plugin_is_a_zip_with_what_it_imports(tmp_path: Path) -> None:
    _build().main(str(tmp_path / "plugin.zip"))
    names = set(zipfile.ZipFile(tmp_path / "plugin.zip").namelist())
    assert {f"hinterland/{name}" for name in ("metadata.txt", "LICENSE", "paying.py", "source.py", "actions.json", "__init__.py")} <= names
