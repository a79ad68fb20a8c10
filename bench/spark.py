"""
Rows per second, and processor seconds, of Spark with the worker and of `hinterland work` alone, in turn; reads the question from standard input.
See src/spark.ts.
"""

import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import numpy as np
import pyarrow as pa

question = json.load(sys.stdin)
COLUMNS = ["residents_*"]
os.environ["HINTERLAND_RUN"] = tempfile.mkdtemp(prefix="hinterland-run-")
os.environ["PYSPARK_PYTHON"] = sys.executable

from pyspark.sql import SparkSession  # noqa: E402

import hinterland.spark  # noqa: E402


def places(count):
    poles = np.array([(place["lat"], place["lng"]) for place in question["places"]])
    rng = np.random.default_rng(count)
    return poles[rng.integers(len(poles), size=count)] + rng.normal(0, 1e-4, (count, 2))


def alone(made):
    """Rows per second of a worker that a pipe feeds, from its first batch of answers to its last, its processor seconds per row, and its peak in megabytes."""
    schema = pa.schema(
        [("lat", pa.float64()), ("lng", pa.float64())],
        {"hinterland": json.dumps({"action": "analysis.isochrone", "input": question["input"], "columns": COLUMNS})},
    )
    command = [*question["command"], "work", "--territory", question["folder"], "--threads", str(question["threads"])]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    def write():
        with pa.ipc.new_stream(process.stdin, schema) as writer:
            for start in range(0, len(made), 2000):
                part = made[start : start + 2000]
                writer.write_batch(pa.RecordBatch.from_arrays([pa.array(part[:, 0]), pa.array(part[:, 1])], schema=schema))
        process.stdin.close()

    threading.Thread(target=write).start()
    rows, first, peak = 0, None, 0.0
    with pa.ipc.open_stream(process.stdout) as reader:
        for batch in reader:
            if batch.num_rows == 0:
                continue
            rows += batch.num_rows
            if first is None:
                first, skipped, used = time.perf_counter(), batch.num_rows, processor_seconds([process.pid])
            peak = peak_megabytes(process.pid)
            spent = processor_seconds([process.pid])
    seconds = time.perf_counter() - first
    process.wait()
    assert rows == len(made), f"{rows} answers of {len(made)}"
    return {"rate": (rows - skipped) / seconds, "processor": (spent - used) / (rows - skipped), "megabytes": peak}


def processor_seconds(pids):
    """Of these processes, with those of their children that have ended."""
    ticks = 0
    for pid in pids:
        try:
            fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
        except FileNotFoundError:
            continue
        ticks += sum(int(field) for field in fields[11:15])
    return ticks / os.sysconf("SC_CLK_TCK")


def family():
    """All processes below this one: Spark and its Python processes; and the worker, which belongs to nobody."""
    rows = [line.split() for line in subprocess.run(["ps", "-eo", "pid=,ppid="], capture_output=True, text=True, check=True).stdout.splitlines()]
    below = {os.getpid()}
    for _ in range(8):
        below |= {int(pid) for pid, parent in rows if int(parent) in below}
    return (below - {os.getpid()}) | set(workers())


def workers():
    return [int(file.read_text()) for file in Path(os.environ["HINTERLAND_RUN"]).glob("*.pid")]


def peak_megabytes(pid):
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next((int(line.split()[1]) / 1000 for line in lines if line.startswith("VmHWM")), 0.0)


def in_spark(spark, made, partitions):
    """The same of the query, whose worker runs already; processor seconds are those of Spark, its Python processes and the worker."""
    frame = spark.createDataFrame(made.tolist(), "lat double, lng double").repartition(partitions).cache()
    frame.count()
    bands = [limit / 60 for limit in question["input"]["bandSeconds"]]
    near = hinterland.spark.enrich(
        frame, territory=question["folder"], action="analysis.isochrone", minutes=bands, columns=COLUMNS,
        command=question["command"], threads=question["threads"], idle_seconds=300,
    )
    start, used = time.perf_counter(), processor_seconds(family())
    (answered,) = near.selectExpr("count(status) as rows").collect()
    seconds, spent = time.perf_counter() - start, processor_seconds(family())
    assert answered["rows"] == len(made)
    frame.unpersist()
    (pid,) = workers()
    return {"rate": len(made) / seconds, "processor": (spent - used) / len(made), "megabytes": peak_megabytes(pid)}


spark = (
    SparkSession.builder.master(f"local[{question['threads']}]").appName("hinterland")
    .config("spark.ui.enabled", "false").config("spark.driver.host", "127.0.0.1").config("spark.driver.bindAddress", "127.0.0.1")
    .config("spark.driver.memory", "1g").config("spark.log.level", "OFF").getOrCreate()
)
in_spark(spark, places(2000), 4)
alone(places(2000))
rounds = []
for number in range(question["rounds"]):
    made = places(question["rows"] + number)
    rounds.append({"alone": alone(made), "spark": in_spark(spark, made, 8)})
spark.stop()
print(json.dumps(rounds))
