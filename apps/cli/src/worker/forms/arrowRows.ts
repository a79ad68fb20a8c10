import { pointOfWkb } from '@hinterland/answers/wide';
import { DataType, type RecordBatch, type Schema, Vector } from 'apache-arrow';
import { degreesOf } from '../place.ts';
import { ofText, type Row } from '../rows.ts';
import type { MemberSchema, Plan } from '../settings.ts';

/** Names of columns that hold a place as well-known binary. */
const GEOMETRIES = ['geometry', 'wkb', 'geom'];

type Reader = (row: number) => unknown;

/**
 * Returns a function that reads rows of a batch. Columns named like members of the action's input become members, null for an
 * absent one; lat and lng, or a point geometry, become the place. Other columns have no effect.
 */
export function rowReader(batch: RecordBatch, { members, items }: Plan): (row: number) => Row {
  const readers = new Map<string, Reader>();
  const schemas = Object.assign({}, ...Object.values(items), members) as Plan['members'];
  const id = batch.getChild('id');
  for (const [i, field] of batch.schema.fields.entries()) {
    const column = batch.getChildAt(i);
    const schema = schemas[field.name];
    if (column === null) continue;
    readers.set(field.name, (row) => plain(column.get(row), field.type, schema));
  }
  const geometry = GEOMETRIES.map((name) => readers.get(name)).find((reader) => reader !== undefined);
  const [lat, lng] = [readers.get('lat'), readers.get('lng')];
  const list = readers.get('list');
  const own = [...readers].filter(([name]) => !['lat', 'lng', ...GEOMETRIES].includes(name));
  return (row) => ({
    ...(lat !== undefined && lng !== undefined ? placeOf(lat(row), lng(row)) : pointAt(geometry?.(row))),
    members: Object.fromEntries(
      own.map(([name, read]) => [name, read(row)] as const).filter(([, value]) => value != null),
    ),
    list: list === undefined ? null : String(list(row) ?? ''),
    id: id?.get(row) ?? null,
  });
}

/** Whether a table has columns for places. */
export const hasPlaces = ({ fields }: Schema): boolean => {
  const names = new Set(fields.map(({ name }) => name));
  return (names.has('lat') && names.has('lng')) || GEOMETRIES.some((name) => names.has(name));
};

type Placed = Pick<Row, 'place' | 'fault'>;

function placeOf(latCell: unknown, lngCell: unknown): Placed {
  const [lat, lng] = [degreesOf('lat', latCell), degreesOf('lng', lngCell)];
  for (const one of [lat, lng]) if (one !== null && typeof one === 'object') return { place: null, ...one };
  return { place: typeof lat === 'number' && typeof lng === 'number' ? { lat, lng } : null, fault: null };
}

const pointAt = (bytes: unknown): Placed => {
  const place = bytes instanceof Uint8Array ? pointOfWkb(bytes) : null;
  return place === null ? { place, fault: null } : placeOf(place.lat, place.lng);
};

/** A value of a column as JSON has it. Texts of JSON stand for members that are lists or objects, and beside those for numbers. */
function plain(value: unknown, type: DataType, schema: MemberSchema | undefined): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (value instanceof Vector) return [...value].map((item) => plain(item, type, undefined));
  if (typeof value === 'number' && Number.isNaN(value)) return null;
  if (typeof value === 'number' && DataType.isTimestamp(type)) return new Date(value).toISOString();
  if (typeof value === 'string' && schema !== undefined) return ofText(value, schema);
  if (typeof value === 'object' && value !== null && 'toJSON' in value && !(value instanceof Uint8Array)) {
    return (value as { toJSON(): unknown }).toJSON();
  }
  return value;
}
