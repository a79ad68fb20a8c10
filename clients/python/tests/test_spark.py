"""
Spark on one machine: the rows of `hinterland call`, whatever the partitions and batches, and whoever is killed.

HINTERLAND_CLUSTER_ROWS and HINTERLAND_KILLS make the runs longer, HINTERLAND_CLUSTER=1 adds a master with two workers.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from conftest import COMMAND, Demo, full_disk

pyspark = pytest.importorskip("pyspark", reason="pyspark is absent: pip install -e .[cluster]")
if shutil.which("java") is None:
    pytest.skip("Java is absent: Spark is not run.", allow_module_level=True)

from pyspark.sql import DataFrame, SparkSession  # noqa: E402

import hinterland.spark  # noqa: E402

ROWS = int(os.environ.get("HINTERLAND_CLUSTER_ROWS", "3000"))
KILLS = int(os.environ.get("HINTERLAND_KILLS", "3"))
COLUMNS = ["residents_5min", "residents_10min", "poles_10min"]


@pytest.fixture(scope="module", autouse=True)
def run_folder() -> Iterator[Path]:
    """Workers of these tests have a folder of their own; they leave when idle, or with the tests."""
    with tempfile.TemporaryDirectory(prefix="hinterland-run-") as home:
        os.environ["HINTERLAND_RUN"] = home
        os.environ["PYSPARK_PYTHON"] = sys.executable
        yield Path(home)
        for pid in pids(Path(home)):
            end(pid)
        del os.environ["HINTERLAND_RUN"]


def pids(home: Path) -> list[int]:
    """Workers that live."""
    found = [int(file.read_text()) for file in home.glob("*.pid")]
    return [pid for pid in found if is_alive(pid)]


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def end(pid: int) -> None:
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


def places(count: int) -> list[tuple[str, float | None, float]]:
    rng = np.random.default_rng(count)
    lats, lngs = -36.2 + rng.normal(0, 0.02, count), -151.7 + rng.normal(0, 0.02, count)
    return [(f"p{i}", None if i % 97 == 5 else float(lats[i]), float(lngs[i])) for i in range(count)]


@pytest.fixture(scope="module")
def expected(demo: Demo) -> dict[str, list[Any]]:
    """What `hinterland call` says of each place."""
    rows = places(ROWS)
    lines = [
        json.dumps({"origins": [{"lat": lat, "lng": lng}], "bandSeconds": [300, 600], "geometry": False})
        for _, lat, lng in rows
    ]
    command = [*COMMAND, "call", "analysis.isochrone", "-", "--lines", "--format", "figures", "--territory", demo.folder]
    ran = subprocess.run(command, input="\n".join(lines) + "\n", capture_output=True, text=True)
    answers = [json.loads(line) for line in ran.stdout.splitlines()]
    assert len(answers) == len(rows), ran.stderr
    return {
        name: [answer["result"]["figures"].get(column) for column in COLUMNS] if "result" in answer else [None] * len(COLUMNS)
        for (name, _, _), answer in zip(rows, answers)
    }


def session(master: str, **settings: str) -> SparkSession:
    builder = SparkSession.builder.master(master).appName("hinterland")
    fixed = {
        "spark.ui.enabled": "false",
        "spark.driver.host": "127.0.0.1",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.executorEnv.HINTERLAND_RUN": os.environ["HINTERLAND_RUN"],
        "spark.task.maxFailures": "40",
        "spark.sql.shuffle.partitions": "4",
        "spark.driver.memory": "1g",
        "spark.executor.memory": "512m",
        "spark.log.level": "OFF",
    }
    for name, value in {**fixed, **settings}.items():
        builder = builder.config(name, value)
    return builder.getOrCreate()


def answered(spark: SparkSession, demo: Demo, partitions: int, batch: int, idle: float = 20) -> DataFrame:
    spark.conf.set("spark.sql.execution.arrow.maxRecordsPerBatch", batch)
    frame = spark.createDataFrame(places(ROWS), "name string, lat double, lng double").repartition(partitions)
    return hinterland.spark.enrich(
        frame, territory=demo.folder, action="analysis.isochrone", minutes=[5, 10], columns=COLUMNS, command=COMMAND, threads=2, idle_seconds=idle
    )


def same(frame: DataFrame, expected: dict[str, list[Any]]) -> None:
    rows = frame.select("name", "status", "lat", *COLUMNS).collect()
    assert len(rows) == len(expected)
    assert {row["name"]: [row[column] for column in COLUMNS] for row in rows} == expected
    assert all((row["status"] == "ok") == (row["residents_10min"] is not None) for row in rows)


@pytest.fixture(scope="module")
def local() -> Iterator[SparkSession]:
    spark = session("local[2,4]")
    yield spark
    spark.stop()


@pytest.mark.parametrize(("partitions", "batch"), [(1, 10_000), (7, 100), (16, 1)])
def test_rows_are_those_of_the_command_line(
    local: SparkSession, demo: Demo, expected: dict[str, list[Any]], run_folder: Path, partitions: int, batch: int
) -> None:
    same(answered(local, demo, partitions, batch), expected)
    # Whatever the number of tasks, one worker.
    assert len(pids(run_folder)) == 1


def test_sql_answers_tables_and_views(local: SparkSession, demo: Demo, expected: dict[str, list[Any]]) -> None:
    local.createDataFrame(places(ROWS), "name string, lat double, lng double").repartition(3).createOrReplaceTempView("stores")
    given: dict[str, Any] = {"territory": demo.folder, "action": "analysis.isochrone", "minutes": [5, 10], "columns": COLUMNS, "command": COMMAND, "threads": 2}
    hinterland.spark.register(local, "near", rows_per_batch=256, **given)
    answer = ", ".join(f"answer.{column}" for column in COLUMNS)
    found = local.sql(f"select name, {answer} from (select *, near_answer(lat, lng) as answer from stores)")
    assert {row["name"]: [row[column] for column in COLUMNS] for row in found.collect()} == expected
    if pyspark.__version__ >= "4":
        table = local.sql("select * from near(table(stores))")
        assert table.columns == hinterland.spark.enrich(local.table("stores"), **given).columns
        assert {row["name"]: [row[column] for column in COLUMNS] for row in table.collect()} == expected
        texts = "select * from values ('a', '-36.2', '-151.7'), ('b', 'n/a', '-151.7'), ('c', null, '-151.7') as t(name, breite, lng)"
        hinterland.spark.register(local, "near_texts", lat="breite", **given)
        local.sql(texts).createOrReplaceTempView("texts")
        said = {row["name"]: (row["status"], row["problem"]) for row in local.sql("select * from near_texts(table(texts))").collect()}
        assert {name: status for name, (status, _) in said.items()} == {"a": "ok", "b": "refused", "c": "refused"}
        with pytest.raises(pyspark.errors.AnalysisException, match="no column breite"):
            local.sql("select * from near_texts(table(stores))").collect()
    with pytest.raises(ValueError, match="no name of a function"):
        hinterland.spark.register(local, "near stores", **given)
    with pytest.raises(ValueError, match="hinterland.spark.enrich"):
        hinterland.spark.register(local, "near", members={"mode": "by"}, **given)


def test_an_early_end_and_an_empty_frame(local: SparkSession, demo: Demo) -> None:
    assert len(answered(local, demo, 4, 50).limit(3).collect()) == 3
    none = local.createDataFrame([], "name string, lat double, lng double")
    out = hinterland.spark.enrich(none, territory=demo.folder, action="analysis.isochrone", minutes=[5], command=COMMAND, threads=2)
    assert out.count() == 0
    assert {"name", "status", "problem", "residents_5min"} <= set(out.columns)


def test_what_cannot_be_asked_is_said_before_any_task_runs(local: SparkSession, demo: Demo) -> None:
    frame = local.createDataFrame([("a", -36.2, -151.7)], "name string, lat double, lng double")
    with pytest.raises(hinterland.HinterlandError, match="no member colour"):
        hinterland.spark.enrich(frame, territory=demo.folder, colour="red", command=COMMAND, threads=2)


@pytest.mark.timeout(300, func_only=True)
def test_a_full_disk_ends_with_the_row_and_the_reason(local: SparkSession, demo: Demo) -> None:
    frame = local.createDataFrame(places(300), "name string, lat double, lng double")
    columns = ["residents_5min"]
    given: dict[str, Any] = {"territory": demo.folder, "action": "analysis.isochrone", "minutes": [5], "columns": columns, "command": COMMAND, "threads": 5}
    near = hinterland.spark.enrich(frame, **given)
    with full_disk(demo.folder, 5), pytest.raises(Exception, match="No space left on device.*Rows from 0 of this part on have no answer"):
        near.collect()


#: Kills within a run: a task of `local[2,4]` may fail four times, and a row gives up after five workers that died without an answer.
KILLS_PER_RUN = 3


def killing(work: Callable[[], None], victims: Callable[[], list[int]], kills: int, seed: int) -> int:
    """Runs work until so many victims were killed while it ran, at random moments; returns how many runs it took."""
    rng = random.Random(seed)
    done = 0
    runs = 0
    while done < kills:
        over = threading.Event()
        killed = [0]

        def kill() -> None:
            while not over.wait(rng.uniform(0.2, 1.5)):
                if killed[0] >= min(KILLS_PER_RUN, kills - done):
                    return
                found = victims()
                if found:
                    end(rng.choice(found))
                    killed[0] += 1

        killer = threading.Thread(target=kill)
        killer.start()
        try:
            work()
        finally:
            over.set()
            killer.join()
        done += killed[0]
        runs += 1
        assert runs <= 20 * kills, "hardly anything was killed"
    return runs


def children(of: int, named: str) -> list[int]:
    found = subprocess.run(["ps", "-ewwo", "pid=,ppid=,args="], capture_output=True, text=True, check=True).stdout
    rows = [(int(pid), int(parent), rest) for pid, parent, rest in (line.split(None, 2) for line in found.splitlines() if len(line.split(None, 2)) == 3)]
    below = {of}
    for _ in range(6):
        below |= {pid for pid, parent, _ in rows if parent in below}
    return [pid for pid, _, args in rows if pid in below and named in args]


def test_a_killed_worker_costs_no_row(local: SparkSession, demo: Demo, expected: dict[str, list[Any]], run_folder: Path) -> None:
    killing(lambda: same(answered(local, demo, 4, 100), expected), lambda: pids(run_folder), KILLS, 1)


def test_a_killed_python_process_costs_no_row(local: SparkSession, demo: Demo, expected: dict[str, list[Any]]) -> None:
    killing(lambda: same(answered(local, demo, 4, 100), expected), lambda: forks(os.getpid()), KILLS, 2)


def forks(of: int) -> list[int]:
    """Python processes that do the work of tasks: children of the daemon, which itself is one of the driver's or of an executor."""
    daemons = children(of, "pyspark.daemon")
    parents = {pid: int(Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[1]) for pid in daemons if is_alive(pid)}
    return [pid for pid, parent in parents.items() if parent in parents]


cluster = pytest.mark.skipif(os.environ.get("HINTERLAND_CLUSTER") != "1", reason="a master with two workers needs HINTERLAND_CLUSTER=1")


@pytest.fixture(scope="module")
def standalone(local: SparkSession) -> Iterator[tuple[SparkSession, list[int]]]:
    """A master with two workers, each with a core and an executor of its own."""
    local.stop()
    home = Path(pyspark.__file__).parent
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    master = f"spark://127.0.0.1:{port}"
    scratch = tempfile.mkdtemp(prefix="hinterland-spark-")
    env = {**os.environ, "SPARK_HOME": str(home), "SPARK_NO_DAEMONIZE": "1", "SPARK_WORKER_DIR": scratch, "SPARK_LOCAL_IP": "127.0.0.1"}
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "env": env}
    deploy = "org.apache.spark.deploy"
    processes = [
        subprocess.Popen([str(home / "bin/spark-class"), f"{deploy}.master.Master", "--host", "127.0.0.1", "--port", str(port), "--webui-port", "0"], **quiet)
    ]
    until = time.monotonic() + 60
    while socket.socket().connect_ex(("127.0.0.1", port)) != 0 and time.monotonic() < until:
        time.sleep(0.2)
    for _ in range(2):
        worker = [str(home / "bin/spark-class"), f"{deploy}.worker.Worker", "--cores", "1", "--memory", "700m", "--webui-port", "0", master]
        processes.append(subprocess.Popen(worker, **quiet))
    spark = session(master, **{"spark.executor.cores": "1", "spark.executor.memory": "600m", "spark.deploy.maxExecutorRetries": "-1"})
    try:
        yield spark, [process.pid for process in processes]
    finally:
        spark.stop()
        for process in processes:
            process.terminate()
            process.wait(timeout=30)
        shutil.rmtree(scratch, ignore_errors=True)


@cluster
def test_two_executors_of_a_host_share_a_worker(
    standalone: tuple[SparkSession, list[int]], demo: Demo, expected: dict[str, list[Any]], run_folder: Path
) -> None:
    spark, parents = standalone
    same(answered(spark, demo, 9, 64), expected)
    executors = [pid for parent in parents for pid in children(parent, "CoarseGrainedExecutorBackend")]
    assert len(executors) == 2
    assert len(pids(run_folder)) == 1


@cluster
def test_a_killed_executor_costs_no_row(standalone: tuple[SparkSession, list[int]], demo: Demo, expected: dict[str, list[Any]]) -> None:
    spark, parents = standalone
    executors = lambda: [pid for parent in parents for pid in children(parent, "CoarseGrainedExecutorBackend")]  # noqa: E731
    killing(lambda: same(answered(spark, demo, 6, 64), expected), executors, KILLS, 3)


def test_the_worker_leaves_when_nobody_is_connected(demo: Demo, run_folder: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from hinterland._host import connect_on_host

    monkeypatch.setenv("HINTERLAND_RUN", str(tmp_path))
    tmp_path.chmod(0o700)
    first = connect_on_host(demo.folder, COMMAND, 1, 1)
    (pid,) = pids(tmp_path)
    time.sleep(2)
    assert is_alive(pid)
    second = connect_on_host(demo.folder, COMMAND, 1, 1)
    assert pids(tmp_path) == [pid]
    first.close()
    second.close()
    until = time.monotonic() + 20
    while is_alive(pid) and time.monotonic() < until:
        time.sleep(0.1)
    assert not is_alive(pid)
    assert not list(tmp_path.glob("work-????????????????"))
