import { type ColumnRole, rolesByName, spotInRow } from '@hinterland/catalogue/columns';
import { spotIn } from '@hinterland/catalogue/coordinates';
import { numberReadings } from '@hinterland/catalogue/numbers';
import { formatOf, recordsOf, TableError, type TableRecord } from '@hinterland/tables';

export type Row = Pick<TableRecord, 'line' | 'cells'>;

/** A list of places: rows, with names of columns or without. */
export interface Table {
  /** Names of the columns; empty ones where the text has none. */
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
}

/** The column of each role, counted from 0. */
export type Roles = Readonly<Partial<Record<ColumnRole, number>>>;

/** Reads separated values that were pasted, with names of columns or without, up to the first fault. */
export function readText(text: string): { readonly table: Table; readonly fault: TableError | null } {
  try {
    formatOf(new TextEncoder().encode(text.slice(0, HEAD_CHARACTERS)));
  } catch (error) {
    if (error instanceof TableError) return { table: tableOf([]), fault: error };
    throw error;
  }
  const { records, fault } = recordsOf(text.trimEnd().replace(LINK, '$1"$2"'));
  return { table: tableOf(records), fault };
}

/** Characters of a text by which another format is told. */
const HEAD_CHARACTERS = 1000;
/** A link in a cell of its own, whose commas separate nothing: `…/@-36.2,-151.7,15z`. */
const LINK = /(^|[\t,;|])[^\S\n]*((?:https?:\/\/|geo:)[^\s;|"]+)(?=[^\S\n]*(?:[\n;|]|$))/gimu;

/** Takes the first row for names of the columns where it looks like some. */
export function tableOf(records: readonly Row[]): Table {
  const all = records.map(({ line, cells }) => ({ line, cells: cells.map((cell) => cell.trim()) }));
  const [first, ...others] = all;
  const width = Math.max(0, ...all.map(({ cells }) => cells.length));
  const hasNames = first !== undefined && isHeading(first, others);
  return {
    columns: Array.from({ length: width }, (_, i) => (hasNames ? (first.cells[i] ?? '') : '')),
    rows: hasNames ? others : all,
  };
}

const isFigure = (cell: string): boolean => numberReadings(cell).length > 0 || spotIn(cell)?.fault === null;

/** Whether a row names the columns: it has a usual name, or no figure where the rows below have one. */
function isHeading({ cells }: Row, others: readonly Row[]): boolean {
  if (cells.some(isFigure)) return false;
  if (Object.keys(rolesByName(cells)).length > 0) return true;
  return others.some((row) => row.cells.some((cell, i) => cells[i] !== undefined && isFigure(cell)));
}

/** Returns the roles that the columns seem to have, by their names, else by their values. */
export function guessRoles({ columns, rows }: Table): Roles {
  const hasNames = columns.some((name) => name !== '');
  const roles: Partial<Record<ColumnRole, number>> = hasNames ? rolesByName(columns) : rolesByValue(rows);
  const { lat, lng, coordinates } = roles;
  if (lat === undefined || lng === undefined || !areMostlyPlaces(rows, { lat, lng })) {
    delete roles.lat;
    delete roles.lng;
  }
  if (coordinates !== undefined && !areMostlyPlaces(rows, { coordinates })) delete roles.coordinates;
  if (roles.id !== undefined && !isDistinct(rows, roles.id)) delete roles.id;
  return roles;
}

/** Without names: coordinates in two columns side by side, or in one, and the first other column as the name; else addresses. */
function rolesByValue(rows: readonly Row[]): Partial<Record<ColumnRole, number>> {
  const width = Math.max(0, ...rows.map(({ cells }) => cells.length));
  const columns = Array.from({ length: width }, (_, at) => at);
  const named = (used: readonly number[]) => {
    const name = columns.find((at) => !used.includes(at));
    return name === undefined ? {} : { name };
  };
  const lat = columns.find((at) => at + 1 < width && areMostlyPlaces(rows, { lat: at, lng: at + 1 }));
  if (lat !== undefined) return { lat, lng: lat + 1, ...named([lat, lat + 1]) };
  const coordinates = columns.find((at) => areMostlyPlaces(rows, { coordinates: at }));
  if (coordinates !== undefined) return { coordinates, ...named([coordinates]) };
  return { address: 0, ...(width > 1 ? { locality: 1 } : {}) };
}

/** Whether at least half of the cells of these columns are coordinates, be they in exchanged order or unclear. */
function areMostlyPlaces(rows: readonly Row[], roles: Roles): boolean {
  const readings = rows.flatMap(({ cells }) => {
    const reading = spotInRow((role) => cells[roles[role] ?? -1] ?? '');
    return reading === null ? [] : [reading.fault];
  });
  const places = readings.filter((fault) => fault === null || fault === 'swapped' || fault === 'direction');
  return places.length > 0 && places.length * 2 >= readings.length;
}

const isDistinct = (rows: readonly Row[], at: number): boolean =>
  rows.every(({ cells }) => (cells[at] ?? '') !== '') &&
  new Set(rows.map(({ cells }) => cells[at])).size === rows.length;

/** Gives a column a role, or none; a role has one column at most. */
export function withRole(roles: Roles, column: number, role: ColumnRole | null): Roles {
  const others = Object.entries(roles).filter(([name, at]) => at !== column && name !== role);
  return Object.fromEntries(role === null ? others : [...others, [role, column]]);
}
