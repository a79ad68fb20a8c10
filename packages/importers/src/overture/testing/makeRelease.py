"""Makes a release of Overture for tests with pyarrow, another writer and reader than the project's own.

    python makeRelease.py

Writes four files with the columns of the release 2026-07-22.0 over Krems an der Donau, and release.json with what pyarrow
says of them: bytes of each column chunk, boxes of the row groups, and the ids of rows within two boxes.
"""

import json
import random
import struct
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

HERE = Path(__file__).parent / "release"
WEST, SOUTH, EAST, NORTH = 15.598, 48.386, 15.673, 48.416
# Two row groups of addresses touch the first box, one the second; neither is the first or the last one.
BOXES = {"middle": [15.625, 48.392, 15.645, 48.412], "small": [15.6275, 48.395, 15.6325, 48.405]}
random.seed(20261127)

SOURCES = pa.list_(
    pa.struct(
        [
            ("property", pa.string()),
            ("dataset", pa.string()),
            ("license", pa.string()),
            ("record_id", pa.string()),
            ("update_time", pa.string()),
            ("confidence", pa.float64()),
            ("between", pa.list_(pa.float64())),
        ]
    )
)
NAMES = pa.struct(
    [
        ("primary", pa.string()),
        ("common", pa.map_(pa.string(), pa.string())),
        ("rules", pa.list_(pa.struct([("variant", pa.string()), ("value", pa.string())]))),
    ]
)
TEXTS = pa.list_(pa.string())
TYPES = {
    "geometry": pa.binary(),
    "bbox": pa.struct([(side, pa.float32()) for side in ("xmin", "xmax", "ymin", "ymax")]),
    "sources": SOURCES,
    "names": NAMES,
    "version": pa.int32(),
    "address_levels": pa.list_(pa.struct([("value", pa.string())])),
    "confidence": pa.float64(),
    "categories": pa.struct([("primary", pa.string()), ("alternate", TEXTS)]),
    "taxonomy": pa.struct([("primary", pa.string()), ("hierarchy", TEXTS), ("alternates", TEXTS)]),
    "brand": pa.struct([("wikidata", pa.string()), ("names", NAMES)]),
    "addresses": pa.list_(
        pa.struct([(name, pa.string()) for name in ("freeform", "locality", "postcode", "region", "country")])
    ),
    "emails": TEXTS,
    "phones": TEXTS,
    "websites": TEXTS,
    "socials": TEXTS,
    "height": pa.float64(),
    "num_floors": pa.int32(),
    "level": pa.int32(),
    "has_parts": pa.bool_(),
    "is_underground": pa.bool_(),
    "is_land": pa.bool_(),
    "is_territorial": pa.bool_(),
    "admin_level": pa.int32(),
}
COLUMNS = {
    "address": "id street number unit postcode postal_city address_levels country geometry sources version bbox theme type",
    "place": "id geometry categories confidence websites emails socials phones brand addresses names sources "
    "operating_status basic_category taxonomy version bbox theme type",
    "building": "id names sources level height num_floors is_underground subtype class geometry has_parts version bbox theme type",
    "division_area": "id geometry country sources subtype admin_level class names is_land is_territorial region "
    "division_id version bbox theme type",
}


def uid() -> str:
    return f"{random.getrandbits(128):032x}"


def point(x, y):
    return struct.pack("<BIdd", 1, 1, x, y)


def rectangle(west, south, east, north):
    ring = [(west, south), (east, south), (east, north), (west, north), (west, south)]
    return struct.pack("<BIII", 1, 3, 1, len(ring)) + b"".join(struct.pack("<dd", *corner) for corner in ring)


def outward(value, up):
    near = struct.unpack("f", struct.pack("f", value))[0]
    step = 2e-6 if up else -2e-6
    return near if (near >= value) == up else struct.unpack("f", struct.pack("f", value + step))[0]


def bbox(west, south, east, north):
    return {
        "xmin": outward(west, False),
        "xmax": outward(east, True),
        "ymin": outward(south, False),
        "ymax": outward(north, True),
    }


def source(dataset, license=None, record=None):
    return [{"property": "", "dataset": dataset, "license": license, "record_id": record, "update_time": "2026-07-01"}]


def addresses():
    groups, per_group = 6, 900
    rows = []
    for group in range(groups):
        west = WEST + (EAST - WEST) * group / groups
        for i in range(per_group):
            x, y = random.uniform(west, west + (EAST - WEST) / groups), random.uniform(SOUTH, NORTH)
            rows.append(
                dict(
                    id=uid(),
                    street=f"Probegasse {chr(65 + group)}{i // 60}",
                    number=str(i % 60 + 1),
                    unit="2" if i % 40 == 0 else None,
                    postcode="3500",
                    postal_city=None,
                    address_levels=[{"value": "Niederösterreich"}, {"value": "Krems"}],
                    country="AT",
                    geometry=point(x, y),
                    sources=source("OpenAddresses/BEV", None, uid()),
                    bbox=bbox(x, y, x, y),
                    at=[x, y],
                )
            )
    return rows, per_group


def places():
    rows = []
    for i in range(60):
        x, y = random.uniform(WEST, EAST), random.uniform(SOUTH, NORTH)
        category = ["supermarket", "bakery", "pharmacy"][i % 3]
        rows.append(
            dict(
                id=uid(),
                geometry=point(x, y),
                categories={"primary": category, "alternate": []},
                taxonomy={"primary": category, "hierarchy": [category], "alternates": None},
                basic_category=category,
                confidence=0.9 if i % 10 else 0.3,
                emails=["someone@example.org"],
                phones=["+43 1 000"],
                names={"primary": f"Probeladen {i}", "common": [("en", f"Trial shop {i}")]},
                addresses=[{"freeform": f"Probegasse {i}", "locality": "Krems", "country": "AT"}],
                operating_status="open",
                sources=source("meta", "CDLA-Permissive-2.0") if i % 2 else source("AllThePlaces", "CC0-1.0"),
                bbox=bbox(x, y, x, y),
                at=[x, y],
            )
        )
    return rows, 30


def buildings():
    rows = []
    for i in range(60):
        x, y = random.uniform(WEST, EAST), random.uniform(SOUTH, NORTH)
        sides = (x, y, x + 0.00016, y + 0.0001)
        kind = [("residential", "house"), ("commercial", "retail"), (None, None)][i % 3]
        rows.append(
            dict(
                id=uid(),
                subtype=kind[0],
                num_floors=2 if i % 3 == 0 else None,
                is_underground=False,
                geometry=rectangle(*sides),
                sources=source("OpenStreetMap", "ODbL-1.0", f"w{1000 + i}@1") if i % 2 else source("Google Open Buildings"),
                bbox=bbox(*sides),
                at=[x + 0.00008, y + 0.00005],
                **{"class": kind[1]},
            )
        )
    return rows, 30


def divisions():
    rows = []
    for subtype, name, sides, land in [
        ("country", "Österreich", (9.5, 46.3, 17.2, 49.1), True),
        ("region", "Niederösterreich", (14.4, 47.4, 17.1, 49.1), True),
        ("region", "Niederösterreich (See)", (14.4, 47.4, 17.1, 49.1), False),
        ("county", "Krems", (15.5, 48.3, 15.75, 48.5), True),
        ("locality", "Stein", (15.55, 48.35, 15.6355, 48.45), True),
        ("locality", "Mitterau", (15.6355, 48.35, 15.7, 48.45), True),
        ("locality", "Graz", (15.35, 47.0, 15.5, 47.1), True),
    ]:
        rows.append(
            dict(
                id=uid(),
                geometry=rectangle(*sides),
                country="AT",
                sources=source("OpenStreetMap", "ODbL-1.0"),
                subtype=subtype,
                names={"primary": name},
                is_land=land,
                is_territorial=True,
                division_id=uid(),
                bbox=bbox(*sides),
                at=None,
                **{"class": "land" if land else "maritime"},
            )
        )
    return rows, 10


THEMES = {"address": "addresses", "place": "places", "building": "buildings", "division_area": "divisions"}


def write(kind, rows, per_group):
    names = COLUMNS[kind].split()
    schema = pa.schema([(name, TYPES.get(name, pa.string())) for name in names])
    filled = [
        {**{name: row.get(name) for name in names}, "version": 1, "theme": THEMES[kind], "type": kind} for row in rows
    ]
    covering = {side: ["bbox", side] for side in ("xmin", "ymin", "xmax", "ymax")}
    geo = {
        "version": "1.1.0",
        "primary_column": "geometry",
        "columns": {"geometry": {"encoding": "WKB", "geometry_types": [], "covering": {"bbox": covering}}},
    }
    table = pa.Table.from_pylist(filled, schema=schema).replace_schema_metadata({"geo": json.dumps(geo)})
    path = HERE / f"{kind}.parquet"
    pq.write_table(table, path, compression="zstd", compression_level=19, row_group_size=per_group)
    return path


def told(path, rows):
    """What pyarrow reads out of a file."""
    metadata = pq.ParquetFile(path).metadata
    groups = []
    for number in range(metadata.num_row_groups):
        group = metadata.row_group(number)
        chunks = {}
        sides = {}
        for i in range(group.num_columns):
            column = group.column(i)
            start = column.dictionary_page_offset or column.data_page_offset
            chunks[column.path_in_schema] = [start, start + column.total_compressed_size]
            if column.path_in_schema.startswith("bbox."):
                statistics = column.statistics
                sides[column.path_in_schema[5:]] = [statistics.min, statistics.max]
        groups.append({"rows": group.num_rows, "bbox": sides, "chunks": chunks})
    table = pq.read_table(path, columns=["id"])
    within = {
        name: [
            id
            for id, row in zip(table["id"].to_pylist(), rows)
            if row["at"] and west <= row["at"][0] <= east and south <= row["at"][1] <= north
        ]
        for name, (west, south, east, north) in BOXES.items()
    }
    return {"footer": metadata.serialized_size, "groups": groups, "within": within}


HERE.mkdir(exist_ok=True)
release = {"boxes": BOXES, "files": {}}
for kind, make in dict(address=addresses, place=places, building=buildings, division_area=divisions).items():
    rows, per_group = make()
    release["files"][kind] = told(write(kind, rows, per_group), rows)
(HERE / "release.json").write_text(json.dumps(release, ensure_ascii=False) + "\n")
