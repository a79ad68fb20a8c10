import type { Box } from '@hinterland/geo';
import { type AsyncBuffer, type FileMetaData, parquetMetadataAsync, parquetScan, type RowGroup } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import type { ByteRange } from '../fetch/byteRuns.ts';
import type { ParquetRow } from '../tables/parquet.ts';
import { valueAt } from '../tables/valueAt.ts';
import { BOX_COLUMN } from './themes.ts';

/** A Parquet file of which ranges are fetched before they are read. */
export interface RangedFile extends AsyncBuffer {
  want(ranges: readonly ByteRange[]): Promise<void>;
  release(): void;
}

/** Length of the end and the mark after it. */
const END_BYTES = 8;

type Sides = Readonly<Record<'xmin' | 'ymin' | 'xmax' | 'ymax', readonly string[]>>;

/**
 * Hands over the rows of a GeoParquet file whose boxes touch one: reads the end of the file, leaves out row groups by what it
 * says of their boxes, then the boxes of the rows in those that are left, and of groups that have such rows the columns that
 * are asked for. The boxes of rows are rounded outward, so some rows lie beside the box.
 */
export async function eachRowNear(
  file: RangedFile,
  box: Box,
  columns: readonly string[],
  take: (row: ParquetRow) => Promise<void>,
): Promise<void> {
  const metadata = await parquetMetadataAsync(file, { initialFetchSize: END_BYTES });
  const sides = sidesOf(metadata);
  const near = await partsNear(file, metadata, sides, box);
  file.release();
  for (const { group, first, end } of near) {
    const wanted = namesOf(metadata).filter((name) => columns.includes(name));
    await file.want(wanted.map((name) => bytesOf(group, name)));
    const values = await readColumns(file, metadata, wanted, first, end);
    for (let row = 0; row < end - first; row++) {
      await take(Object.fromEntries(wanted.map((name, column) => [name, values[column]![row]])));
    }
    file.release();
  }
}

/** Rows of a group, numbered within the file. */
interface Part {
  readonly group: RowGroup;
  readonly first: number;
  readonly end: number;
}

/** Of each group that has rows near the box, those from the first such row to the last. */
async function partsNear(
  file: RangedFile,
  metadata: FileMetaData,
  sides: Sides | undefined,
  box: Box,
): Promise<Part[]> {
  const groups = partsOf(metadata);
  if (sides === undefined) return groups;
  const column = sides.xmin[0]!;
  const candidates = groups.filter(({ group }) => mayTouch(group, sides, box));
  await file.want(candidates.map(({ group }) => bytesOf(group, column)));
  const parts: Part[] = [];
  for (const { group, first, end } of candidates) {
    const [boxes] = await readColumns(file, metadata, [column], first, end);
    const isNear = Array.from(boxes!, (value) => touches((side) => valueAt({ [column]: value }, sides[side]), box));
    const from = isNear.indexOf(true);
    if (from >= 0) parts.push({ group, first: first + from, end: first + isNear.lastIndexOf(true) + 1 });
  }
  return parts;
}

/** Reads each column for itself, so that nothing between two of them is asked for. */
async function readColumns(
  file: RangedFile,
  metadata: FileMetaData,
  columns: string[],
  rowStart: number,
  rowEnd: number,
): Promise<ArrayLike<unknown>[]> {
  const range = { rowStart, rowEnd };
  const scan = await parquetScan({ file, metadata, compressors, columns, ...range, useOffsetIndex: false });
  return Promise.all(columns.map((column) => scan.readColumn({ column, ...range })));
}

const namesOf = ({ row_groups: [first] }: FileMetaData): string[] => [
  ...new Set((first?.columns ?? []).map(({ meta_data: data }) => data!.path_in_schema[0]!)),
];

function partsOf({ row_groups: groups }: FileMetaData): Part[] {
  let end = 0;
  return groups.map((group) => {
    const first = end;
    end += Number(group.num_rows);
    return { group, first, end };
  });
}

/** The bytes of a group's column, with all columns within it. */
function bytesOf({ columns }: RowGroup, name: string): ByteRange {
  let [start, end] = [Infinity, 0];
  for (const { meta_data: data } of columns) {
    if (data?.path_in_schema[0] !== name) continue;
    const from = Number(data.dictionary_page_offset || data.data_page_offset);
    start = Math.min(start, from);
    end = Math.max(end, from + Number(data.total_compressed_size));
  }
  return { start, end };
}

/** Where the boxes of rows stand: as the file's own metadata says, else in Overture's column. */
function sidesOf(metadata: FileMetaData): Sides | undefined {
  for (const { key, value } of metadata.key_value_metadata ?? []) {
    if (key !== 'geo' || value === undefined) continue;
    const { primary_column: primary = 'geometry', columns } = JSON.parse(value) as {
      primary_column?: string;
      columns?: Readonly<Record<string, { covering?: { bbox?: Sides } }>>;
    };
    const covering = columns?.[primary]?.covering?.bbox;
    if (covering !== undefined) return covering;
  }
  const has = (name: string) =>
    metadata.row_groups[0]?.columns.some(
      ({ meta_data: data }) => data?.path_in_schema.join('.') === `${BOX_COLUMN}.${name}`,
    );
  if (!has('xmin')) return undefined;
  const side = (name: string) => [BOX_COLUMN, name];
  return { xmin: side('xmin'), ymin: side('ymin'), xmax: side('xmax'), ymax: side('ymax') };
}

/** False only where the statistics of a group say that none of its boxes touches the box. */
function mayTouch({ columns }: RowGroup, sides: Sides | undefined, { west, south, east, north }: Box): boolean {
  if (sides === undefined) return true;
  const statistics = (side: keyof Sides) => {
    const path = sides[side].join('.');
    return columns.find(({ meta_data: data }) => data?.path_in_schema.join('.') === path)?.meta_data?.statistics;
  };
  const least = (side: keyof Sides) => Number(statistics(side)?.min_value ?? -Infinity);
  const most = (side: keyof Sides) => Number(statistics(side)?.max_value ?? Infinity);
  return least('xmin') <= east && most('xmax') >= west && least('ymin') <= north && most('ymax') >= south;
}

const touches = (side: (name: keyof Sides) => unknown, { west, south, east, north }: Box): boolean =>
  Number(side('xmin')) <= east &&
  Number(side('xmax')) >= west &&
  Number(side('ymin')) <= north &&
  Number(side('ymax')) >= south;
