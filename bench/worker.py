"""Processor time of the worker and of the Python package around it; reads the question from standard input. See src/worker.ts."""

import json
import resource
import sys

import pandas as pd

import hinterland as hl


def seconds(who):
    used = resource.getrusage(who)
    return used.ru_utime + used.ru_stime


def measured(given, frame):
    """Processor seconds of the worker and of this process for one call."""
    own, children = seconds(resource.RUSAGE_SELF), seconds(resource.RUSAGE_CHILDREN)
    with hl.local(given["folder"], command=given["command"], threads=1) as client:
        out = client.isochrone(frame, minutes=[limit / 60 for limit in given["input"]["bandSeconds"]])
        assert len(out) == len(frame) and (out["status"] == "ok").mean() > 0.9
    return seconds(resource.RUSAGE_CHILDREN) - children, seconds(resource.RUSAGE_SELF) - own


question = json.load(sys.stdin)
places = pd.DataFrame(question["places"])
measured(question, places[:1])
start, before = measured(question, places[:1])
whole, after = measured(question, places)
peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1000
print(json.dumps({"worker": whole - start, "start": start, "around": after - before, "megabytes": peak}))
