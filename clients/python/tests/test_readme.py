from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

from conftest import COMMAND, ROOT, Demo

README = Path(__file__).resolve().parents[1] / "README.md"


def test_the_ten_lines_give_the_figures_of_the_command_line(demo: Demo, tmp_path: Path) -> None:
    block = re.search(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.S)
    assert block is not None
    # As after the README's two commands: in the project, whose demo is in var/territories/demo, and nothing else is set.
    project = tmp_path / "project"
    (project / "var/territories").mkdir(parents=True)
    (project / "apps").symlink_to(ROOT / "apps")
    (project / "var/territories/demo").symlink_to(demo.folder)
    more = "\nimport json; print('FIGURES', json.dumps([near.residents_10min.tolist()[:2], sites.net_new.tolist()]))"
    kept = {name: value for name, value in os.environ.items() if not name.startswith("HINTERLAND_")}
    done = subprocess.run([sys.executable, "-c", block.group(1) + more], cwd=project, env=kept, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    residents, net_new = json.loads(re.search(r"FIGURES (.*)", done.stdout)[1])  # type: ignore[index]

    def call(action: str, given: object) -> dict[str, object]:
        ran = subprocess.run(
            [*COMMAND, "call", action, "-", "--territory", demo.folder], input=json.dumps(given), cwd=ROOT, capture_output=True, text=True, check=True
        )
        return json.loads(ran.stdout)  # type: ignore[no-any-return]

    places = [{"lat": -36.2, "lng": -151.7}, {"lat": -36.19, "lng": -151.69}]
    expected = [call("analysis.isochrone", {"origins": [place], "bandSeconds": [600], "geometry": False}) for place in places]
    assert residents == [answer["bands"][0]["cumulativeResidents"] for answer in expected]  # type: ignore[index]
    candidates = [{"id": i, **place} for i, place in enumerate(places)]
    ranked = call("site.rank", {"candidates": candidates, "sectorCode": "food.bakery"})["candidates"]
    assert net_new == [row["netNew"] for row in sorted(ranked, key=lambda row: row["id"])]  # type: ignore[attr-defined,index]
    page = (project / "map.html").read_text(encoding="utf-8")
    assert page.count("<circle") == 3
    assert not re.search(r"(src|href)=|url\(|@import|https?://(?!www\.w3\.org)", page.split("<footer>")[0])
