import { open } from 'node:fs/promises';

export interface KilometerCell {
  /** Of its lower left corner, in meters of EPSG:3035. */
  readonly east: number;
  readonly north: number;
  readonly people: number;
}

const CELL_METERS = 1000;
/** Codes of fields, and of their types, as TIFF 6.0 has them. */
const [SHORT, LONG, DOUBLE] = [3, 4, 12];
const SIZES: Readonly<Record<number, number>> = { [SHORT!]: 2, [LONG!]: 4, [DOUBLE!]: 8 };

/**
 * Writes a square GeoTIFF of cells of 1 km in EPSG:3035, one row a strip and not packed, as some publishers do. It begins 5
 * cells beyond the upper left of the cells that are given, and has nobody outside them. Memory holds one row.
 */
export async function writeWideTiff(path: string, side: number, cells: readonly KilometerCell[]): Promise<void> {
  const west = Math.min(...cells.map(({ east }) => east)) - 5 * CELL_METERS;
  const top = Math.max(...cells.map(({ north }) => north)) + 6 * CELL_METERS;
  const rows = new Map<number, { column: number; people: number }[]>();
  for (const { east, north, people } of cells) {
    const row = (top - north) / CELL_METERS - 1;
    rows.set(row, [...(rows.get(row) ?? []), { column: (east - west) / CELL_METERS, people }]);
  }
  const bytesPerRow = side * 4;
  const all = Array.from({ length: side }, (_, row) => row);
  const fields: [tag: number, type: number, values: readonly number[]][] = [
    [256, LONG!, [side]],
    [257, LONG!, [side]],
    [258, SHORT!, [32]],
    [259, SHORT!, [1]],
    [262, SHORT!, [1]],
    [273, LONG!, all.map((row) => 8 + row * bytesPerRow)],
    [277, SHORT!, [1]],
    [278, LONG!, [1]],
    [279, LONG!, all.map(() => bytesPerRow)],
    [339, SHORT!, [3]],
    [33550, DOUBLE!, [CELL_METERS, CELL_METERS, 0]],
    [33922, DOUBLE!, [0, 0, 0, west, top, 0]],
    [34735, SHORT!, [1, 1, 0, 3, 1024, 0, 1, 1, 1025, 0, 1, 1, 3072, 0, 1, 3035]],
  ];
  const file = await open(path, 'w');
  try {
    const head = Buffer.from('II*\0\0\0\0\0', 'latin1');
    head.writeUInt32LE(8 + side * bytesPerRow, 4);
    await file.write(head);
    for (const row of all) {
      const values = new Float32Array(side);
      for (const { column, people } of rows.get(row) ?? []) values[column] = people;
      await file.write(new Uint8Array(values.buffer));
    }
    await file.write(directoryOf(fields, 8 + side * bytesPerRow));
  } finally {
    await file.close();
  }
}

/** The directory of an image; values that do not fit in it stand after it. */
function directoryOf(fields: readonly [tag: number, type: number, values: readonly number[]][], at: number): Buffer {
  const directory = Buffer.alloc(2 + fields.length * 12 + 4);
  directory.writeUInt16LE(fields.length);
  const after: Buffer[] = [];
  let end = at + directory.length;
  for (const [i, [tag, type, values]] of fields.entries()) {
    const entry = 2 + i * 12;
    directory.writeUInt16LE(tag, entry);
    directory.writeUInt16LE(type, entry + 2);
    directory.writeUInt32LE(values.length, entry + 4);
    const bytes = Buffer.alloc(Math.max(4, values.length * SIZES[type]!));
    for (const [j, value] of values.entries()) {
      if (type === SHORT) bytes.writeUInt16LE(value, j * 2);
      else if (type === LONG) bytes.writeUInt32LE(value, j * 4);
      else bytes.writeDoubleLE(value, j * 8);
    }
    if (bytes.length === 4) bytes.copy(directory, entry + 8);
    else {
      directory.writeUInt32LE(end, entry + 8);
      after.push(bytes);
      end += bytes.length;
    }
  }
  return Buffer.concat([directory, ...after]);
}
