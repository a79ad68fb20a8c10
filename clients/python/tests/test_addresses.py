"""Territories that are named by an address, which the worker fetches."""

from __future__ import annotations

import functools
import hashlib
import http.server
import json
import os
import shutil
import ssl
import subprocess
import threading
import urllib.parse
import urllib.request
from collections.abc import Iterator
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
    assert len([folder for folder in (home / "pulled").iterdir() if not folder.name.startswith(".")]) == 1
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


# A bucket, served by the strict server of the project's own tests, and web servers that hold the files of a depot.

_SERVE_S3 = """
const { openFakeS3, CREDENTIALS } = await import(process.argv[1]);
const server = await openFakeS3();
console.log(JSON.stringify({ ...CREDENTIALS, AWS_ENDPOINT_URL_S3: server.url }));
process.stdin.resume().on("end", () => process.exit());
"""


@pytest.fixture(scope="module")
def bucket(demo: Demo) -> Iterator[tuple[str, dict[str, str]]]:
    """An address in a bucket, and the settings that lead to it."""
    program = (ROOT / "packages/storage/src/testing/fakeS3.ts").as_uri()
    process = subprocess.Popen(
        ["node", "--input-type=module", "-e", _SERVE_S3, program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None and process.stdin is not None
    try:
        said = process.stdout.readline()
        if not said:
            pytest.skip("this Node.js does not run TypeScript")
        settings: dict[str, str] = json.loads(said)
        command = [*COMMAND, "territory", "publish", demo.folder, "s3://depot/demo@1"]
        subprocess.run(command, cwd=ROOT, check=True, capture_output=True, env={**os.environ, **settings})
        yield "s3://depot/demo", settings
    finally:
        process.stdin.close()
        process.wait(timeout=30)


@pytest.fixture
def by_bucket(bucket: tuple[str, dict[str, str]], monkeypatch: pytest.MonkeyPatch) -> str:
    address, settings = bucket
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    return address


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *args: object) -> None:
        pass


def _serve(folder: Path, context: ssl.SSLContext | None) -> http.server.ThreadingHTTPServer:
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(_Quiet, directory=str(folder)))
    if context is not None:
        server.socket = context.wrap_socket(server.socket, server_side=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


@pytest.fixture(params=["http", "https"])
def by_web(request: pytest.FixtureRequest, address: str, home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    folder = Path(urllib.request.url2pathname(urllib.parse.urlsplit(address).path))
    context = None
    if request.param == "https":
        if shutil.which("openssl") is None:
            pytest.skip("openssl is absent")
        key, certificate = home / "key.pem", home / "certificate.pem"
        names = ["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"]
        line = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-keyout", str(key), "-out", str(certificate), *names]
        subprocess.run(line, check=True, capture_output=True)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate, key)
        monkeypatch.setenv("NODE_EXTRA_CA_CERTS", str(certificate))
    server = _serve(folder.parent, context)
    try:
        yield f"{request.param}://127.0.0.1:{server.server_port}/{folder.name}"
    finally:
        server.shutdown()
        server.server_close()


def test_a_bucket_answers_as_the_folder_does_with_a_version_and_without(demo: Demo, by_bucket: str) -> None:
    rows = places(20)
    with hl.local(demo.folder, command=COMMAND) as near:
        expected = near.isochrone(rows, minutes=[5])
    for named in (f"{by_bucket}@1", by_bucket):
        with hl.local(named, command=COMMAND) as far:
            assert far.isochrone(rows, minutes=[5]).equals(expected)


def test_a_host_fetches_from_a_bucket_once(by_bucket: str, home: Path) -> None:
    first = connect_on_host(f"{by_bucket}@1", COMMAND, 1, 1)
    second = connect_on_host(f"{by_bucket}@1", COMMAND, 1, 1)
    assert len(list(home.glob("*.pid"))) == 1
    assert [folder.name for folder in (home / "pulled").iterdir() if not folder.name.startswith(".")] == [
        hashlib.sha256(f"{by_bucket}@1".encode()).hexdigest()[:16]
    ]
    first.close()
    second.close()


def test_a_secret_that_does_not_fit_and_a_bucket_that_is_not_there_are_sentences(by_bucket: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with hl.local("s3://nowhere/demo@1", command=COMMAND) as client, pytest.raises(hl.HinterlandError, match="there is no such bucket"):
        client.reverse(places(1))
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "another")
    with hl.local(f"{by_bucket}@2", command=COMMAND) as client, pytest.raises(hl.HinterlandError, match="(?i)secret"):
        client.reverse(places(1))


def test_a_web_server_answers_as_the_folder_does(demo: Demo, by_web: str) -> None:
    rows = places(20)
    with hl.local(demo.folder, command=COMMAND) as near, hl.local(f"{by_web}@1", command=COMMAND) as far:
        assert far.isochrone(rows, minutes=[5]).equals(near.isochrone(rows, minutes=[5]))
    with hl.local(f"{by_web}@7", command=COMMAND) as client, pytest.raises(hl.HinterlandError, match="The worker did not start: .*@7|127.0.0.1"):
        client.reverse(places(1))
