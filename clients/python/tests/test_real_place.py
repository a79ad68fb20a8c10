"""The ten lines of the README on a real place, made by `hl.territory.get` from a mirror of public files (needs ../shared/data)."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import hinterland as hl
from conftest import COMMAND, ROOT, Demo
from test_readme import README

DATA = ROOT.parent / "shared/data"
MIRROR = ROOT / "packages/importers/src/world/testing/worldMirror.ts"


@pytest.mark.skipif(not (DATA / "world/extracts").exists(), reason="needs real files in ../shared/data")
def test_the_ten_lines_on_krems(demo: Demo, tmp_path: Path) -> None:
    mirror = tmp_path / "mirror"
    script = f"import({json.dumps(MIRROR.as_uri())}).then(({{ makeWorldMirror }}) => makeWorldMirror({json.dumps(str(mirror))}))"
    made = subprocess.run(["node", "--conditions=hinterland-source", "-e", script], cwd=ROOT, capture_output=True, text=True)
    if made.returncode != 0:
        pytest.skip(f"this Node.js runs no TypeScript: {made.stderr[-200:]}")
    hl.territory.get("Krems an der Donau, Austria", "--mirror", str(mirror), "--home", str(tmp_path), command=COMMAND)
    folder = tmp_path / "territories/krems-an-der-donau-at"
    block = re.search(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.S)
    assert block is not None
    lines = block.group(1).replace("var/territories/demo", str(folder)).replace("-151.7, -36.2]", "15.6145, 48.4097]").replace("-151.69, -36.19]", "15.63, 48.405]")
    assert "15.6145" in lines and "15.63," in lines
    more = "\nimport json; print('FIGURES', json.dumps([near.status.tolist(), near.residents_10min.tolist()[:2], sites.net_new.tolist()]))"
    env = {**os.environ, "HINTERLAND_COMMAND": " ".join(COMMAND)}
    done = subprocess.run([sys.executable, "-c", lines + more], cwd=tmp_path, env=env, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    status, residents, net_new = json.loads(re.search(r"FIGURES (.*)", done.stdout)[1])  # type: ignore[index]
    assert status == ["ok", "ok", "refused"]
    place = {"origins": [{"lat": 48.4097, "lng": 15.6145}], "bandSeconds": [600], "geometry": False}
    ran = subprocess.run([*COMMAND, "call", "analysis.isochrone", "-", "--territory", str(folder)], input=json.dumps(place), capture_output=True, text=True, check=True)
    assert residents[0] == json.loads(ran.stdout)["bands"][0]["cumulativeResidents"] > 5000
    assert len(net_new) == 2
