interface Feature {
  readonly properties: Readonly<Record<string, string | number>>;
  readonly geometry:
    | { readonly type: 'Polygon'; readonly coordinates: readonly number[][][] }
    | { readonly type: 'MultiPolygon'; readonly coordinates: readonly number[][][][] }
    /** A null shape: attributes alone. */
    | null;
}

const FIELD_BYTES = 24;

/** A polygon Shapefile and its table, by the ESRI Shapefile Technical Description (1998), for tests of readers. */
export function shapefileOf(features: readonly Feature[]): { shp: Buffer; dbf: Buffer } {
  const records = features.map(({ geometry }, i) => {
    const polygons =
      geometry === null ? [] : geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
    const body =
      geometry === null
        ? Buffer.alloc(4)
        : shapeOf(polygons.flatMap((rings) => rings.map((ring) => ring.toReversed())));
    const head = Buffer.alloc(8);
    head.writeInt32BE(i + 1, 0);
    head.writeInt32BE(body.length / 2, 4);
    return Buffer.concat([head, body]);
  });
  const header = Buffer.alloc(100);
  header.writeInt32BE(9994, 0);
  header.writeInt32BE((100 + records.reduce((sum, { length }) => sum + length, 0)) / 2, 24);
  header.writeInt32LE(1000, 28);
  header.writeInt32LE(5, 32);
  return { shp: Buffer.concat([header, ...records]), dbf: tableOf(features.map(({ properties }) => properties)) };
}

function shapeOf(rings: readonly number[][][]): Buffer {
  const points = rings.flat();
  const body = Buffer.alloc(44 + 4 * rings.length + 16 * points.length);
  body.writeInt32LE(5, 0);
  for (const [at, value] of [
    [4, Math.min(...points.map((p) => p[0]!))],
    [12, Math.min(...points.map((p) => p[1]!))],
    [20, Math.max(...points.map((p) => p[0]!))],
    [28, Math.max(...points.map((p) => p[1]!))],
  ] as const)
    body.writeDoubleLE(value, at);
  body.writeInt32LE(rings.length, 36);
  body.writeInt32LE(points.length, 40);
  let start = 0;
  rings.forEach((ring, r) => {
    body.writeInt32LE(start, 44 + 4 * r);
    start += ring.length;
  });
  points.forEach((point, p) => {
    body.writeDoubleLE(point[0]!, 44 + 4 * rings.length + 16 * p);
    body.writeDoubleLE(point[1]!, 52 + 4 * rings.length + 16 * p);
  });
  return body;
}

/** A table of dBASE III: texts of one length, numbers as such. */
function tableOf(rows: readonly Readonly<Record<string, string | number>>[]): Buffer {
  const names = Object.keys(rows[0]!);
  const fields = names.map((name) => {
    const field = Buffer.alloc(32);
    field.write(name, 'latin1');
    field.write(typeof rows[0]![name] === 'number' ? 'N' : 'C', 11, 'latin1');
    field[16] = FIELD_BYTES;
    return field;
  });
  const head = Buffer.alloc(32);
  head[0] = 3;
  head.writeUInt32LE(rows.length, 4);
  head.writeUInt16LE(33 + 32 * names.length, 8);
  head.writeUInt16LE(1 + FIELD_BYTES * names.length, 10);
  const lines = rows.map((row) =>
    Buffer.from(` ${names.map((name) => String(row[name]).padEnd(FIELD_BYTES)).join('')}`),
  );
  return Buffer.concat([head, ...fields, Buffer.from([13]), ...lines, Buffer.from([26])]);
}
