import type { Cell } from './table.ts';

type Members = Readonly<Record<string, unknown>>;

/** Members without use for readers: shapes, which the map draws, what the run cost, and what is read beside figures. */
const LEFT_OUT = new Set([
  'geometry',
  'geojson',
  'polygon',
  'polygons',
  'coordinates',
  'bbox',
  'snapped',
  'charged',
  'creditsCharged',
  'fields',
  'available',
  'jobId',
  'coicopShares',
]);
export const membersOf = (value: Members): [string, unknown][] =>
  Object.entries(value).filter(([name, member]) => !LEFT_OUT.has(name) && !isEmpty(member));

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === '' ||
  (typeof value === 'object' && value !== null && Object.keys(value).length === 0);

const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null;
export const isNumbers = (value: unknown): value is readonly (number | null)[] =>
  Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'number' || one === null);

/** Fits into one cell. */
export const isLeaf = (value: unknown): boolean => isPlain(value) || (Array.isArray(value) && value.every(isPlain));

/** An object with lists of numbers side by side. */
export const isSeries = (value: Members): boolean => {
  const lengths = Object.values(value)
    .filter(isNumbers)
    .map((list) => list.length);
  return lengths.length > 1 && new Set(lengths).size === 1;
};

/** Members that name a row, the best first. */
export const NAMING = new Set(['title', 'name', 'label', 'brand', 'id', 'code', 'level', 'change', 'kind', 'type']);

export function labelOf(row: Members, index = 0): string {
  for (const name of NAMING) {
    const value = row[name];
    if (typeof value === 'string' && value !== '') return value;
    if (typeof value === 'number' && name === 'id') return String(value);
  }
  return String(row.position ?? row.rank ?? index + 1);
}

/** Days and instants become dates; "2026-10" stays a text. */
export function cellOf(value: unknown): Cell {
  if (Array.isArray(value)) return value.map((one) => String(one ?? '–')).join(value.some(isLong) ? ' ' : ', ');
  if (typeof value === 'boolean') return value;
  const text = String(value);
  if (/^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d(\.\d+)?Z)?$/.test(text)) return new Date(text);
  return text;
}

const isLong = (value: unknown): boolean => typeof value === 'string' && value.length > 40;

/** The cell of a member that fits into one. */
export const leafOf = (value: unknown): Cell => (typeof value === 'number' || value === null ? value : cellOf(value));
