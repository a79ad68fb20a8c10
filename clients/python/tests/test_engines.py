"""Ray, Dask and DuckDB: the rows of a client on this machine, in their order."""

from __future__ import annotations

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
from conftest import COMMAND, Demo

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


def test_dask_keeps_index_and_partitions(demo: Demo, frame: pd.DataFrame, expected: pd.DataFrame) -> None:
    dd = pytest.importorskip("dask.dataframe")
    import hinterland.dask

    parts = dd.from_pandas(frame.set_axis([i // 2 for i in range(600)]), npartitions=7)
    near = hinterland.dask.enrich(parts, territory=demo.folder, **OPTIONS)
    assert near.npartitions == parts.npartitions
    out = near.compute(scheduler="threads")
    assert out.index.tolist() == [i // 2 for i in range(600)]
    pd.testing.assert_frame_equal(out[["name", "status", *FIGURES]].reset_index(drop=True), expected, check_dtype=False, check_exact=True)


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
