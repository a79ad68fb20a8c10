import type { AddressColumns } from '@hinterland/actions';
import { ADDRESS_ROLES, COLUMN_ROLES, type ColumnRole, meaningOfO, rolesByName } from '@hinterland/catalogue/columns';
import { invalid } from '../../kit/json.ts';
import { quoted } from '../../kit/quotedText.ts';
import { placeInCells } from './placeInCells.ts';

/** Which column has a role, by its name. */
export type Mapping = Readonly<Partial<Record<ColumnRole, string>>>;

/** Position of each role in a row, from 0. */
export type Positions = Readonly<Partial<Record<ColumnRole, number>>>;

/** Roles by the names of the columns; coordinates only where at least half of the values are some, be they exchanged or unclear. */
export function guessMapping(columns: readonly string[], rows: readonly (readonly string[])[]): Mapping {
  const roles = Object.entries(rolesByName(columns)).map(([role, at]) => [role, columns[at]] as const);
  const mapping: Partial<Record<ColumnRole, string>> = Object.fromEntries(roles);
  const { lat, lng, coordinates } = mapping;
  if (lat === undefined || lng === undefined || !areCoordinates(columns, { lat, lng }, rows)) {
    delete mapping.lat;
    delete mapping.lng;
  }
  if (coordinates !== undefined && !areCoordinates(columns, { coordinates }, rows)) delete mapping.coordinates;
  return mapping;
}

function areCoordinates(columns: readonly string[], mapping: Mapping, rows: readonly (readonly string[])[]): boolean {
  const positions = positionsOf(columns, mapping);
  const reasons = rows.map((cells) => placeInCells(positions, cells, { o: meaningOfO(mapping.lng ?? '') }).reason);
  const given = reasons.filter((reason) => reason !== 'coordinates_invalid' && reason !== 'pending').length;
  const wrong = reasons.filter((reason) => reason === 'coordinates_invalid').length;
  return given >= wrong;
}

export function positionsOf(columns: readonly string[], mapping: Mapping): Positions {
  const entries = COLUMN_ROLES.flatMap((role) => {
    const at = mapping[role] === undefined ? -1 : columns.indexOf(mapping[role]);
    return at < 0 ? [] : [[role, at] as const];
  });
  return Object.fromEntries(entries);
}

/** The mapping that positions mean. Throws validation_error where there is no such column, or only one of lat and lng. */
export function mappingAt(columns: readonly string[], positions: Positions): Mapping {
  const mapping = Object.fromEntries(Object.entries(positions).map(([role, at]) => [role, columns[at] ?? '']));
  checkMapping(columns, mapping);
  return mapping;
}

/** Positions of the parts of addresses. */
export const addressColumnsOf = (positions: Positions): AddressColumns =>
  Object.fromEntries(ADDRESS_ROLES.flatMap((role) => (positions[role] === undefined ? [] : [[role, positions[role]]])));

/** Whether addresses can be looked for: a town alone is none. */
export const hasAddress = ({ address, street, postcode }: Mapping): boolean =>
  address !== undefined || street !== undefined || postcode !== undefined;

/** Throws validation_error where a mapping names a column that there is none of, or only one of lat and lng. */
export function checkMapping(columns: readonly string[], mapping: Mapping): void {
  for (const [role, name] of Object.entries(mapping)) {
    if (columns.includes(name)) continue;
    const known = columns.join(', ');
    throw invalid(`#/mapping/${role}`, `There is no column ${quoted(name)}. The dataset has: ${known}.`);
  }
  if ((mapping.lat === undefined) !== (mapping.lng === undefined)) {
    const missing = mapping.lat === undefined ? 'lat' : 'lng';
    throw invalid(`#/mapping/${missing}`, 'Coordinates need both columns: lat and lng.');
  }
}
