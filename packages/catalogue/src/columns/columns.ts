import type { MeaningOfO } from '../coordinates/angle.ts';

/** Roles of the parts of an address: the whole of it in one line, or a part. */
export const ADDRESS_ROLES = ['address', 'number', 'unit', 'street', 'locality', 'region', 'postcode'] as const;
export type AddressRole = (typeof ADDRESS_ROLES)[number];

/** Roles of the columns of a list of places; `coordinates` is a place in one cell. */
export const COLUMN_ROLES = ['id', 'name', 'lat', 'lng', 'coordinates', ...ADDRESS_ROLES] as const;
export type ColumnRole = (typeof COLUMN_ROLES)[number];

const wordsOf = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Names of columns in the data of several countries, as letters and digits alone; the first ones take precedence. */
const NAMES: Readonly<Record<ColumnRole, readonly string[]>> = {
  id: wordsOf(`
    id storeid siteid customerid storenumber code storecode key ref uuid uid storeno codice codicenegozio
    filialnummer filialnr kundennummer codigo numeromagasin
  `),
  name: wordsOf(`
    name storename title label store shop brand nome nomenegozio insegna negozio puntovendita denominazione
    titolo filiale filialname bezeichnung standort laden geschaft nom enseigne magasin pointdevente boutique
    titre libelle nombre tienda establecimiento sucursal rotulo titulo
    nazwa sklep nazev prodejna obchod nazov predajna naziv nev uzlet loja navn namn butik nimi denumire magazin
  `),
  lat: wordsOf(
    'lat latitude latitudine latitud breitengrad breite geographischebreite geolat ycoord ycoordinate coordy y szerokosc szerokoscgeograficzna zemepisnasirka sirka szelesseg leveysaste breddegrad',
  ),
  lng: wordsOf(`
    lng lon long longitude longitudine longitud langengrad laengengrad lange laenge geographischelange geolng
    geolon xcoord xcoordinate coordx x
    długosc długoscgeograficzna zemepisnadelka delka hosszusag pituusaste lengdegrad
  `),
  coordinates: wordsOf(`
    coordinates coordinate coords coord latlng latlon latlong latitudelongitude gps gpscoordinates geopoint geopoint2d
    geopunkt geoposition geolocation wkt point punkt koordinaten koordinate geokoordinaten coordonnees coordonneesgps
    coordenadas coordinategps maplink maps location position posizione posicion
  `),
  address: wordsOf(`
    fulladdress address addressline address1 addressline1 streetaddress addr indirizzo adresse anschrift
    direccion adres domicilio
  `),
  number: wordsOf(
    'housenumber houseno streetnumber streetno number hausnummer hausnr civico numero no nr nrdomu numerdomu cislopopisne cislodomu hazszam numeroporta husnummer',
  ),
  unit: wordsOf('unit unitnumber flat apartment apartmentnumber apt suite interno'),
  street: wordsOf(
    'street streetname road strasse via rue voie calle straat ulica ulice utca rua gata gate gade katu strada',
  ),
  locality: wordsOf(`
    city town locality suburb municipality comune commune citta ville ort stadt localidad municipio ciudad
    plaats localita
    miasto miejscowosc mesto obec varos telepules cidade stad kommune kaupunki oras localitate
  `),
  region: wordsOf('state region province provincia bundesland regione'),
  postcode: wordsOf(
    'postcode zip zipcode postalcode plz cap codepostal codigopostal cp kodpocztowy psc iranyitoszam cep postnummer postnr postinumero codpostal',
  ),
};

const plain = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/[^\p{Letter}\p{Number}]/gu, '');

/** Returns the position of the column that has each role, by the names of the columns. */
export function rolesByName(columns: readonly string[]): Partial<Record<ColumnRole, number>> {
  const known = columns.map(plain);
  const roles: Partial<Record<ColumnRole, number>> = {};
  for (const role of COLUMN_ROLES) {
    const at = NAMES[role].map((name) => known.indexOf(name)).find((index) => index >= 0);
    if (at !== undefined) roles[role] = at;
  }
  if (roles.lat !== undefined && roles.lng !== undefined) delete roles.coordinates;
  // A line holds the same as its number and street.
  if (roles.address !== undefined) {
    delete roles.number;
    delete roles.street;
  }
  return roles;
}

/** What the letter O means in a column of longitudes, by the language of its name. */
export function meaningOfO(column: string): MeaningOfO | undefined {
  const name = plain(column);
  if (/^(geographische)?l(ae|a)nge(ngrad)?$|ost/.test(name)) return 'east';
  return /^longitud(e|ine)?$|ouest|oeste|ovest/.test(name) ? 'west' : undefined;
}

/** Whether a latitude and a longitude are those of a place. 0, 0 stands for none. */
export const arePlace = (lat: number, lng: number): boolean =>
  Math.abs(lat) <= 90 && Math.abs(lng) <= 180 && (lat !== 0 || lng !== 0);
