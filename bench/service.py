"""Processor time of the Python package for a frame that it asks a service about; reads the question from standard input. See src/serviceTable.ts."""

import json
import sys
import time

import pandas as pd

import hinterland as hl

given = json.load(sys.stdin)
frame = pd.DataFrame(given["places"])
before = time.process_time()
with hl.connect(given["url"], given["key"]) as client:
    out = client.enrich(frame, max_credits=len(frame) * 100, progress=False, **given["words"])
assert len(out) == len(frame) and (out["status"] == "ok").all()
print(json.dumps({"seconds": time.process_time() - before, "sum": float(out[given["figure"]].sum())}))
