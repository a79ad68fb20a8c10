import { arePlace, type ColumnRole, degreesOf, rolesByName } from '@hinterland/catalogue/columns';
import Papa from 'papaparse';

export interface Row {
  /** Number of its line in the text, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** A list of places as text: separated values, with names of columns or without. */
export interface Table {
  /** Names of the columns; empty ones where the text has none. */
  readonly columns: readonly string[];
  /** Cells of the first line. */
  readonly width: number;
  readonly rows: readonly Row[];
}

/** The column of each role, counted from 0. */
export type Roles = Readonly<Partial<Record<ColumnRole, number>>>;

/** Reads separated values: comma, semicolon, tab or bar, which is found out. Blank lines are left out. */
export function readTable(text: string): Table {
  const { data } = Papa.parse<string[]>(text.replace(/^\ufeff/, '').trimEnd());
  let line = 1;
  const all: Row[] = [];
  for (const given of data) {
    const cells = given.map((cell) => cell.trim());
    if (cells.some((cell) => cell !== '')) all.push({ line, cells });
    line += 1 + given.reduce((breaks, cell) => breaks + (cell.match(/\n/g)?.length ?? 0), 0);
  }
  const [first, ...others] = all;
  const width = Math.max(0, ...all.map(({ cells }) => cells.length));
  const hasNames = first !== undefined && isHeading(first, others);
  return {
    columns: Array.from({ length: width }, (_, i) => (hasNames ? (first.cells[i] ?? '') : '')),
    width: first?.cells.length ?? 0,
    rows: hasNames ? others : all,
  };
}

/** Whether a row names the columns: it has a usual name, or no figure where the rows below have one. */
function isHeading({ cells }: Row, others: readonly Row[]): boolean {
  if (cells.some((cell) => !Number.isNaN(degreesOf(cell)))) return false;
  if (Object.keys(rolesByName(cells)).length > 0) return true;
  return others.some((row) => row.cells.some((cell, i) => cells[i] !== undefined && !Number.isNaN(degreesOf(cell))));
}

/** Returns the roles that the columns seem to have, by their names, else by their values. */
export function guessRoles({ columns, rows }: Table): Roles {
  const hasNames = columns.some((name) => name !== '');
  const roles: Partial<Record<ColumnRole, number>> = hasNames ? rolesByName(columns) : rolesByValue(rows);
  if (roles.lat === undefined || roles.lng === undefined || !areMostlyPlaces(rows, roles.lat, roles.lng)) {
    delete roles.lat;
    delete roles.lng;
  }
  if (roles.id !== undefined && !isDistinct(rows, roles.id)) delete roles.id;
  return roles;
}

/** Without names: two columns of coordinates side by side and the first other column as the name, else addresses. */
function rolesByValue(rows: readonly Row[]): Partial<Record<ColumnRole, number>> {
  const width = Math.max(0, ...rows.map(({ cells }) => cells.length));
  const columns = Array.from({ length: width }, (_, at) => at);
  const lat = columns.find((at) => at + 1 < width && areMostlyPlaces(rows, at, at + 1));
  if (lat === undefined) return { address: 0, ...(width > 1 ? { locality: 1 } : {}) };
  const name = columns.find((at) => at !== lat && at !== lat + 1);
  return { lat, lng: lat + 1, ...(name === undefined ? {} : { name }) };
}

function areMostlyPlaces(rows: readonly Row[], lat: number, lng: number): boolean {
  const given = rows.filter(({ cells }) => (cells[lat] ?? '') !== '' || (cells[lng] ?? '') !== '');
  const places = given.filter(({ cells }) => arePlace(degreesOf(cells[lat] ?? ''), degreesOf(cells[lng] ?? '')));
  return places.length > 0 && places.length * 2 >= given.length;
}

const isDistinct = (rows: readonly Row[], at: number): boolean =>
  rows.every(({ cells }) => (cells[at] ?? '') !== '') &&
  new Set(rows.map(({ cells }) => cells[at])).size === rows.length;

/** Gives a column a role, or none; a role has one column at most. */
export function withRole(roles: Roles, column: number, role: ColumnRole | null): Roles {
  const others = Object.entries(roles).filter(([name, at]) => at !== column && name !== role);
  return Object.fromEntries(role === null ? others : [...others, [role, column]]);
}
