#!/usr/bin/env bash
# Installs the files of a release as people do, each where nothing else of the project is, and asks them.
#   deploy/tryRelease.sh FOLDER       a folder of deploy/release.mjs
set -euo pipefail
release=$(cd "$1" && pwd)
scratch=$(mktemp -d)
service=""
cleanup() {
  if [ -n "$service" ]; then kill "$service" 2>/dev/null || true; fi
  rm -rf "$scratch"
}
trap cleanup EXIT

(cd "$release" && sha256sum --check --quiet SHA256SUMS)

echo "the npm package"
mkdir "$scratch/npm"
cd "$scratch/npm"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund "$release"/hinterland-[0-9]*.tgz
touch "$scratch/demo"
npx hinterland demo --home "$scratch/home" --port 0 >"$scratch/demo" 2>"$scratch/demo.log" &
service=$!
while ! grep -q quotedCredits "$scratch/demo"; do
  if ! kill -0 "$service" 2>/dev/null; then
    cat "$scratch/demo" "$scratch/demo.log"
    exit 1
  fi
  sleep 0.5
done
# The line that the demo prints, run as it stands.
bash -c "$(sed -n '/^curl /,/}.$/p' "$scratch/demo")" | grep -q '"cumulativeResidents"'
address=$(sed -n 's/^Hinterland listens on //p' "$scratch/demo")
curl -sf "$address/" | grep -q '<html'

echo "the packages of Python, without a Node.js in the path"
python3 -m venv "$scratch/python"
wheel=$(echo "$release"/hinterland-*.whl)
"$scratch/python/bin/pip" install --quiet --find-links "$release" "$wheel[local]"
cd "$scratch"
env -i PATH="$scratch/python/bin" HOME="$scratch" "$scratch/python/bin/python" - "$scratch/home/territories/demo" <<'PYTHON'
import sys

import pandas as pd

import hinterland as hl

frame = pd.DataFrame({"lat": [-36.2, -37.9], "lng": [-151.7, -150.0]}, index=["capital", "sea"])
near = hl.local(sys.argv[1]).isochrone(frame, minutes=[5, 10])
assert list(near.index) == ["capital", "sea"], near
assert near.loc["capital", "residents_10min"] > near.loc["capital", "residents_5min"] > 1000, near
assert near.loc["sea", "status"] != "ok" and near.loc["sea", "problem"], near
PYTHON

echo "the plugin of QGIS and the chart"
python3 - "$release" <<'PYTHON'
import glob, sys, tarfile, zipfile

with zipfile.ZipFile(glob.glob(f"{sys.argv[1]}/hinterland-qgis-*.zip")[0]) as plugin:
    assert plugin.testzip() is None and {"hinterland/metadata.txt", "hinterland/paying.py"} <= set(plugin.namelist()), plugin.namelist()
with tarfile.open(glob.glob(f"{sys.argv[1]}/hinterland-chart-*.tgz")[0]) as chart:
    assert "hinterland/Chart.yaml" in chart.getnames() and "hinterland/templates" in chart.getnames(), chart.getnames()
PYTHON
echo "the release installs and answers"
