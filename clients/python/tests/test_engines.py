"""Ray, Dask and DuckDB: the rows of a client on this machine, in their order."""

from __future__ import annotations

import functools
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

import hinterland as hl
import hinterland.duckdb
from conftest import COMMAND, Demo, full_disk

OPTIONS: dict[str, Any] = {"action": "analysis.isochrone", "minutes": [5, 10], "columns": ["residents_*"], "command": COMMAND, "threads": 2, "idle_seconds": 20}
FIGURES = ["residents_5min", "residents_10min", "residents_5to10min"]


@pytest.fixture(scope="module", autouse=True)
def run_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    home = Path("/tmp") / f"hl-{os.getpid()}"
    home.mkdir(mode=0o700)
    os.environ["HINTERLAND_RUN"] = str(home)
    yield home
    for file in home.glob("*.pid"):
        try:
            os.kill(int(file.read_text()), signal.SIGKILL)
        except ProcessLookupError:
            pass
    for file in home.iterdir():
        file.unlink()
    home.rmdir()
    del os.environ["HINTERLAND_RUN"]


@pytest.fixture(scope="module")
def frame() -> pd.DataFrame:
    random = np.random.default_rng(3)
    lat = -36.2 + random.normal(0, 0.02, 600)
    lat[::50] = np.nan
    return pd.DataFrame({"name": [f"p{i}" for i in range(600)], "lat": lat, "lng": -151.7 + random.normal(0, 0.02, 600)})


@pytest.fixture(scope="module")
def expected(offline: hl.Client, frame: pd.DataFrame) -> pd.DataFrame:
    return offline.isochrone(frame, minutes=[5, 10])[["name", "status", *FIGURES]]


def test_duckdb_queries_the_answers_by_name(demo: Demo, frame: pd.DataFrame, expected: pd.DataFrame) -> None:
    connection = duckdb.connect()
    connection.register("places", pa.Table.from_pandas(frame, preserve_index=False))
    near = hinterland.duckdb.enrich(connection.table("places"), territory=demo.folder, rows_per_batch=2048, **OPTIONS)  # noqa: F841
    # Another connection: a query ends what runs on its own.
    other = duckdb.connect()
    found = other.sql("select * from near").df()
    pd.testing.assert_frame_equal(found[["name", "status", *FIGURES]], expected, check_dtype=False, check_exact=True)
    assert connection.sql("select count(*) from places").fetchall() == [(600,)]


def test_duckdb_answers_in_sql(demo: Demo, frame: pd.DataFrame, expected: pd.DataFrame, monkeypatch: pytest.MonkeyPatch) -> None:
    connection = duckdb.connect()
    connection.register("places", pa.Table.from_pandas(frame, preserve_index=False))
    connection.execute("create table texts as select * from (values ('-36.2', '-151.7'), ('n/a', '-151.7'), (null, '-151.7')) t(\"breite \"\"N\", lng)")
    asked: list[int] = []
    sound = hinterland.duckdb.answered_table
    monkeypatch.setattr(hinterland.duckdb, "answered_table", lambda work, table: (asked.append(table.num_rows), sound(work, table))[1])
    hinterland.duckdb.register(connection, "near", territory=demo.folder, **OPTIONS)
    found = connection.sql("select * from near('places')").df()
    assert list(found.columns[:5]) == ["name", "lat", "lng", "status", "problem"]
    pd.testing.assert_frame_equal(found[["name", "status", *FIGURES]], expected, check_dtype=False, check_exact=True)
    assert sum(asked) == len(frame)
    best = connection.sql("select name, residents_10min from near('places') where status = 'ok' order by residents_10min desc limit 1").fetchall()
    assert best[0][1] == expected["residents_10min"].max()
    hinterland.duckdb.register(connection, "near_texts", territory=demo.folder, lat='breite "N', **OPTIONS)
    assert connection.sql("select status, residents_5min > 0 from near_texts('texts')").fetchall() == [("ok", True), ("refused", None), ("refused", None)]


def test_duckdb_refuses_what_sql_has_no_words_for(demo: Demo) -> None:
    connection = duckdb.connect()
    with pytest.raises(ValueError, match="no name of a function"):
        hinterland.duckdb.register(connection, "near it", territory=demo.folder, **OPTIONS)
    with pytest.raises(ValueError, match=r"take hinterland\.duckdb\.enrich"):
        hinterland.duckdb.register(connection, "near", territory=demo.folder, members={"mode": "way"}, **OPTIONS)
    with pytest.raises(hl.QuestionError, match="mode is one of car"):
        hinterland.duckdb.register(connection, "near", territory=demo.folder, mode="boat", **OPTIONS)


def test_dask_keeps_index_and_partitions(demo: Demo, frame: pd.DataFrame, expected: pd.DataFrame) -> None:
    dd = pytest.importorskip("dask.dataframe")
    import hinterland.dask

    parts = dd.from_pandas(frame.set_axis([i // 2 for i in range(600)]), npartitions=7)
    near = hinterland.dask.enrich(parts, territory=demo.folder, **OPTIONS)
    assert near.npartitions == parts.npartitions
    out = near.compute(scheduler="threads")
    assert out.index.tolist() == [i // 2 for i in range(600)]
    pd.testing.assert_frame_equal(out[["name", "status", *FIGURES]].reset_index(drop=True), expected, check_dtype=False, check_exact=True)


TEXTS = {"lat": ["-36.2", "n/a", "-36,2", None, "-36.19"], "lng": ["-151.7", "-151.7", "-151.7", "-151.7", " -151.69 "]}
#: Of the rows above; the last word of what the row is told.
SAID = ["ok", 'lat is "n/a"', 'lat is "-36,2"', "The row has no place", "ok"]
#: Of a run that would wait for ever.
SOON_SECONDS = 60


def said(statuses: list[str], problems: list[str | None]) -> list[str]:
    named = [next((one for one in SAID[1:4] if one in str(problem)), str(problem)) for problem in problems]
    return [status if status == "ok" else name for status, name in zip(statuses, named, strict=True)]


@pytest.mark.timeout(SOON_SECONDS, func_only=True)
def test_d1_a_text_costs_its_own_row_in_ray_duckdb_and_dask(demo: Demo) -> None:
    from hinterland.ray import Enricher

    table = Enricher(demo.folder, **OPTIONS)(pa.table(TEXTS))
    assert said(table["status"].to_pylist(), table["problem"].to_pylist()) == SAID
    connection = duckdb.connect()
    connection.register("texts", pa.table(TEXTS))
    read = hinterland.duckdb.enrich(connection.table("texts"), territory=demo.folder, **OPTIONS).read_all()
    assert said(read["status"].to_pylist(), read["problem"].to_pylist()) == SAID
    assert read["residents_5min"].to_pylist()[1:4] == [None] * 3 and read["residents_5min"][0].as_py() > 0
    dd = pytest.importorskip("dask.dataframe")
    from hinterland import dask as of_dask

    found = of_dask.enrich(dd.from_pandas(pd.DataFrame(TEXTS), npartitions=2), territory=demo.folder, **OPTIONS).compute(scheduler="threads")
    assert said(found["status"].tolist(), found["problem"].tolist()) == SAID


@pytest.mark.timeout(SOON_SECONDS, func_only=True)
@pytest.mark.parametrize(
    ("columns", "options", "sentence"),
    [
        ({"latitude": [-36.2], "lng": [-151.7]}, {}, "no column lat; they have latitude, lng"),
        ({"lat": [-36.2], "lng": [-151.7]}, {"members": {"mode": "way"}}, "no column way"),
        ({"lat": [True], "lng": [-151.7]}, {}, None),
        ({"lat": [b"\xff\xfe"], "lng": [-151.7]}, {}, None),
    ],
)
def test_d1_a_column_that_is_not_there_is_named_and_strange_ones_cost_their_rows(
    demo: Demo, columns: dict[str, Any], options: dict[str, Any], sentence: str | None
) -> None:
    from hinterland.ray import Enricher

    ask = Enricher(demo.folder, **OPTIONS, **options)
    if sentence is None:
        assert ask(pa.table(columns))["status"].to_pylist() == ["refused"]
    else:
        with pytest.raises(hl.HinterlandError, match=sentence):
            ask(pa.table(columns))


@pytest.mark.timeout(SOON_SECONDS, func_only=True)
def test_what_the_writer_throws_reaches_the_reader_with_its_rows(demo: Demo, monkeypatch: pytest.MonkeyPatch) -> None:
    from hinterland import _work
    from hinterland.ray import Enricher

    ask = Enricher(demo.folder, **OPTIONS)
    sound = _work._degrees

    def strange(column: pa.Array) -> pa.Array:
        if len(column) == 100:
            raise OSError(28, "No space left on device")
        return sound(column)

    monkeypatch.setattr(_work, "_degrees", strange)
    table = pa.table({"lat": [-36.2] * 356, "lng": [-151.7] * 356})
    with pytest.raises(hl.HinterlandError, match="Rows 256 to 355 of this part cannot be sent: OSError: .*No space left"):
        ask(table)


@pytest.mark.timeout(SOON_SECONDS, func_only=True)
def test_a_worker_that_cannot_start_is_an_error_in_each_engine(demo: Demo) -> None:
    from hinterland.ray import Enricher

    dead = {**OPTIONS, "command": ["node", "-e", "process.exit(7)"], "threads": 3}
    with pytest.raises(hl.HinterlandError, match="The worker did not start"):
        Enricher(demo.folder, **dead)(pa.table({"lat": [-36.2], "lng": [-151.7]}))


@pytest.mark.timeout(SOON_SECONDS, func_only=True)
@pytest.mark.parametrize("engine", ["ray", "duckdb", "dask"])
def test_a_full_disk_ends_with_the_row_and_the_reason(demo: Demo, engine: str) -> None:
    from hinterland.ray import Enricher

    table = pa.table({"lat": [-36.2] * 300, "lng": [-151.7] * 300})
    options = {**OPTIONS, "threads": 5}

    # The columns of the answer are known: the disk is full when the rows are asked.
    if engine == "ray":
        ask = functools.partial(Enricher(demo.folder, **options), table)
    elif engine == "duckdb":
        connection = duckdb.connect()
        connection.register("places", table)
        ask = hinterland.duckdb.enrich(connection.table("places"), territory=demo.folder, **options).read_all
    else:
        dd = pytest.importorskip("dask.dataframe")
        from hinterland import dask as of_dask

        near = of_dask.enrich(dd.from_pandas(table.to_pandas(), npartitions=2), territory=demo.folder, **options)
        ask = functools.partial(near.compute, scheduler="threads")
    with full_disk(demo.folder, 5), pytest.raises(Exception, match="No space left on device.*Rows from 0 of this part on have no answer"):
        ask()


@pytest.mark.skipif(os.environ.get("HINTERLAND_CLUSTER") != "1", reason="actors of Ray need HINTERLAND_CLUSTER=1")
def test_ray_answers_batch_by_batch_with_one_worker(demo: Demo, frame: pd.DataFrame, expected: pd.DataFrame, run_folder: Path) -> None:
    ray = pytest.importorskip("ray", reason="ray is absent: pip install -e .[ray]")
    from hinterland.ray import Enricher

    ray.init(num_cpus=4, include_dashboard=False, log_to_driver=False, object_store_memory=100_000_000, runtime_env={"env_vars": {"HINTERLAND_RUN": str(run_folder)}})
    try:
        answers = ray.data.from_arrow(pa.Table.from_pandas(frame, preserve_index=False)).repartition(5).map_batches(
            Enricher, fn_constructor_kwargs={"territory": demo.folder, **OPTIONS}, batch_format="pyarrow", batch_size=64, concurrency=2
        )
        found = answers.to_pandas().set_index("name").loc[expected["name"]].reset_index()
    finally:
        ray.shutdown()
    pd.testing.assert_frame_equal(found[["name", "status", *FIGURES]], expected, check_dtype=False, check_exact=True)
    assert len(list(run_folder.glob("*.pid"))) == 1
