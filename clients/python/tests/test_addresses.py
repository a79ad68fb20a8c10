"""Territories that are named by an address, which the worker fetches."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

import hinterland as hl
from conftest import COMMAND, ROOT, Demo
from hinterland._host import connect_on_host
from test_worker import places


@pytest.fixture(scope="module")
def address(demo: Demo, tmp_path_factory: pytest.TempPathFactory) -> str:
    depot = tmp_path_factory.mktemp("depot").as_uri() + "/demo"
    subprocess.run([*COMMAND, "territory", "publish", demo.folder, f"{depot}@1"], cwd=ROOT, check=True, capture_output=True)
    return depot


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    tmp_path.chmod(0o700)
    monkeypatch.setenv("HINTERLAND_RUN", str(tmp_path))
    monkeypatch.delenv("HINTERLAND_HOME", raising=False)
    return tmp_path


def test_local_takes_an_address_and_answers_as_from_the_folder(demo: Demo, address: str, home: Path) -> None:
    with hl.local(demo.folder, command=COMMAND) as near, hl.local(f"{address}@1", command=COMMAND) as far:
        rows = places(20)
        assert far.isochrone(rows, minutes=[5]).equals(near.isochrone(rows, minutes=[5]))
    assert len(list((home / "pulled").iterdir())) == 1
    assert not list(home.glob("pulled/*/.pulling-*"))


def test_local_takes_the_newest_where_no_version_is_named(address: str) -> None:
    with hl.local(address, command=COMMAND) as client:
        assert client.reverse(places(3))["status"].tolist() == ["ok"] * 3


def test_an_address_with_nothing_is_an_error_that_says_so(address: str) -> None:
    with hl.local(f"{address}-else@1", command=COMMAND) as client, pytest.raises(hl.HinterlandError, match="The worker did not start"):
        client.reverse(places(1))


def test_a_host_has_one_worker_for_an_address(address: str, home: Path) -> None:
    first = connect_on_host(f"{address}@1", COMMAND, 1, 1)
    second = connect_on_host(f"{address}@1", COMMAND, 1, 1)
    assert len(list(home.glob("*.pid"))) == 1
    first.close()
    second.close()


def test_on_hosts_an_address_names_its_version(address: str) -> None:
    with pytest.raises(hl.HinterlandError, match=r"has no version: on several hosts name one, such as .*/demo@2026-10"):
        connect_on_host(address, COMMAND, 1, 1)
