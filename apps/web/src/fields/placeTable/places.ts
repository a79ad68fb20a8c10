import { ADDRESS_ROLES, isTotal, meaningOfO, spotInRow, twinsAmong } from '@hinterland/catalogue/columns';
import type { MeaningOfO, SpotReading } from '@hinterland/catalogue/coordinates';
import type { Roles, Row, Table } from './table.ts';

/** A place of a list, with its own id where it has one. */
export interface ListedPlace {
  readonly id?: string;
  readonly name: string;
  readonly lat: number;
  readonly lng: number;
}

/** An address as `search.resolve_address` takes it. */
export type Asked = { readonly query: string } | { readonly parts: Readonly<Record<string, string>> };

/** Why a row is no place. */
export const FAULTS = [
  'nothing',
  'coordinates',
  'swapped',
  'unclear',
  'notFound',
  'twice',
  'outside',
  'alike',
  'total',
] as const;
export type Fault = (typeof FAULTS)[number];

export interface ReadRow {
  readonly line: number;
  readonly place: ListedPlace | null;
  readonly fault: Fault | null;
  /** The address to look for, where the row has no coordinates. */
  readonly asked: Asked | null;
  /** The line of the row that it repeats. */
  readonly like?: number;
}

/** West, south, east and north of the map. */
type Bounds = readonly number[];

/** A place that was found for an address; null where none was. */
export type Found = { readonly lat: number; readonly lng: number } | null;

/**
 * Reads rows by the roles of their columns. `found` has the places of addresses by the line of their row. A place beyond the
 * map, or whose id an earlier row has, is a fault; one with the name and the place of an earlier row counts, and is named `alike`.
 */
export function readRows(
  { columns, rows }: Pick<Table, 'columns' | 'rows'>,
  roles: Roles,
  found: ReadonlyMap<number, Found>,
  bounds: Bounds,
): ReadRow[] {
  const o = meaningOfO(columns[roles.lng ?? -1] ?? '');
  const all = rows.map((row): ReadRow => {
    const read = readRow(row, roles, found, o);
    const { place } = read;
    if (place === null) return read;
    return isWithin(place, bounds) ? read : { ...read, place: null, fault: 'outside' };
  });
  const placed = all.flatMap(({ line, place }) => (place === null ? [] : [{ line, ...place, id: place.id ?? '' }]));
  const twins = new Map(twinsAmong(placed).map(({ row, like, kind }) => [row.line, { like: like.line, kind }]));
  return all.map((read): ReadRow => {
    const twin = twins.get(read.line);
    if (twin === undefined) return read;
    return { ...read, place: twin.kind === 'twice' ? null : read.place, fault: twin.kind, like: twin.like };
  });
}

function readRow({ line, cells }: Row, roles: Roles, found: ReadonlyMap<number, Found>, o?: MeaningOfO): ReadRow {
  const textOf = (role: keyof Roles): string => (roles[role] === undefined ? '' : (cells[roles[role]] ?? ''));
  const asked = askedOf(textOf);
  const named = (at: { readonly lat: number; readonly lng: number }): ListedPlace => ({
    ...(textOf('id') === '' ? {} : { id: textOf('id') }),
    name: textOf('name') || textOf('address') || [textOf('street'), textOf('number')].filter(Boolean).join(' '),
    ...at,
  });
  const nothing = { line, place: null, asked: null };
  const reading = spotInRow(textOf, o);
  if (reading?.fault === null) return { ...nothing, place: named(reading.spot), fault: null };
  const own = reading === null ? null : faultOf(reading.fault);
  if (asked === null && isTotal(textOf('name'), textOf('id'))) return { ...nothing, fault: 'total' };
  if (asked === null) return { ...nothing, fault: own ?? 'nothing' };
  const place = found.get(line);
  if (place === undefined) return { ...nothing, asked, fault: null };
  return place === null
    ? { ...nothing, asked, fault: own ?? 'notFound' }
    : { line, asked, place: named(place), fault: null };
}

function faultOf(fault: Exclude<SpotReading['fault'], null>): Fault {
  if (fault === 'swapped') return 'swapped';
  return fault === 'direction' || fault === 'ambiguous' ? 'unclear' : 'coordinates';
}

/** The whole address in a line, else its parts; null without a street or a postcode. */
function askedOf(textOf: (role: keyof Roles) => string): Asked | null {
  const given = ADDRESS_ROLES.map((role) => [role, textOf(role)] as const).filter(([, text]) => text !== '');
  const line = textOf('address');
  if (line !== '') return { query: given.map(([, text]) => text).join(', ') };
  const isEnough = textOf('street') !== '' || textOf('postcode') !== '';
  return isEnough ? { parts: Object.fromEntries(given) } : null;
}

const isWithin = ({ lat, lng }: ListedPlace, [west = -180, south = -90, east = 180, north = 90]: Bounds): boolean =>
  lng >= west && lng <= east && lat >= south && lat <= north;
