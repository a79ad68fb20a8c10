import { ADDRESS_ROLES, type AddressColumns } from '@hinterland/actions';
import { invalid } from '../json.ts';
import { quoted } from '../quote.ts';
import { placeInCells } from './placeInCells.ts';

/** Roles of columns. */
export const COLUMN_ROLES = ['id', 'name', 'lat', 'lng', ...ADDRESS_ROLES] as const;
export type ColumnRole = (typeof COLUMN_ROLES)[number];

/** Which column has a role, by its name. */
export type Mapping = Readonly<Partial<Record<ColumnRole, string>>>;

/** Position of each role in a row, from 0. */
export type Positions = Readonly<Partial<Record<ColumnRole, number>>>;

/** Names that columns go by in the data of several countries, as letters and digits alone; those in front win. */
const NAMES: Readonly<Record<ColumnRole, readonly string[]>> = {
  id: ['id', 'storeid', 'siteid', 'customerid', 'storenumber', 'code', 'storecode', 'key', 'ref', 'uuid'],
  name: ['name', 'storename', 'title', 'label', 'store', 'shop', 'brand', 'nome', 'nom', 'nombre', 'insegna'],
  lat: ['lat', 'latitude', 'latitudine', 'latitud', 'breitengrad', 'ycoord', 'ycoordinate', 'y'],
  lng: ['lng', 'lon', 'long', 'longitude', 'longitudine', 'longitud', 'langengrad', 'xcoord', 'xcoordinate', 'x'],
  address: [
    'fulladdress',
    'address',
    'addressline',
    'address1',
    'addressline1',
    'streetaddress',
    'addr',
    'indirizzo',
    'adresse',
    'anschrift',
    'direccion',
    'adres',
  ],
  number: [
    'housenumber',
    'houseno',
    'streetnumber',
    'streetno',
    'number',
    'hausnummer',
    'civico',
    'numero',
    'no',
    'nr',
  ],
  unit: ['unit', 'unitnumber', 'flat', 'apartment', 'apartmentnumber', 'apt', 'suite', 'interno'],
  street: ['street', 'streetname', 'road', 'strasse', 'via', 'rue', 'voie', 'calle', 'straat'],
  locality: [
    'city',
    'town',
    'locality',
    'suburb',
    'municipality',
    'comune',
    'commune',
    'citta',
    'ville',
    'ort',
    'stadt',
    'localidad',
    'municipio',
    'plaats',
  ],
  region: ['state', 'region', 'province', 'provincia', 'bundesland', 'regione'],
  postcode: ['postcode', 'zip', 'zipcode', 'postalcode', 'plz', 'cap', 'codepostal', 'codigopostal', 'cp'],
};

const plain = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/[^\p{Letter}\p{Number}]/gu, '');

/** Roles by the names of the columns; coordinates only where at least half of the values are some. */
export function guessMapping(columns: readonly string[], rows: readonly (readonly string[])[]): Mapping {
  const known = columns.map(plain);
  const mapping: Partial<Record<ColumnRole, string>> = {};
  for (const role of COLUMN_ROLES) {
    const at = NAMES[role].map((name) => known.indexOf(name)).find((index) => index >= 0);
    if (at !== undefined) mapping[role] = columns[at] as string;
  }
  if (mapping.lat === undefined || mapping.lng === undefined || !areCoordinates(columns, mapping, rows)) {
    delete mapping.lat;
    delete mapping.lng;
  }
  // A line holds what these would say again.
  if (mapping.address !== undefined) {
    delete mapping.number;
    delete mapping.street;
  }
  return mapping;
}

function areCoordinates(columns: readonly string[], mapping: Mapping, rows: readonly (readonly string[])[]): boolean {
  const positions = positionsOf(columns, mapping);
  const reasons = rows.map((cells) => placeInCells(positions, cells).reason);
  const given = reasons.filter((reason) => reason === 'given').length;
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
