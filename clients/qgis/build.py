"""Makes the plugin as a zip that QGIS installs. Usage: build.py FILE.zip"""

import shutil
import sys
import tempfile
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
#: The loop of charged calls is the one of the Python package.
PAYING = HERE.parent / "python/src/hinterland/_paying.py"


def write_plugin(folder):
    """Writes the folder hinterland/ of the plugin into a folder."""
    plugin = Path(folder) / "hinterland"
    shutil.copytree(HERE / "hinterland", plugin, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(PAYING, plugin / "paying.py")
    shutil.copy(HERE.parents[1] / "LICENSE", plugin / "LICENSE")


def main(target):
    if not target.endswith(".zip"):
        sys.exit("Usage: build.py FILE.zip")
    with tempfile.TemporaryDirectory(prefix="hinterland-plugin-") as folder:
        write_plugin(folder)
        with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
            for file in sorted(path for path in Path(folder).rglob("*") if path.is_file()):
                # Without the time and rights of the files, so that the same sources are the same bytes.
                archive.writestr(zipfile.ZipInfo(file.relative_to(folder).as_posix()), file.read_bytes(), zipfile.ZIP_DEFLATED)
    print(target)


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "")
