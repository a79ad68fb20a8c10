import { join } from 'node:path';
import { degreesOf } from '@hinterland/catalogue/coordinates';
import { numberOf } from '@hinterland/catalogue/numbers';
import { z } from 'zod';
import type { AddressPoint } from '../inputs/poles.ts';
import type { SubjectCounter } from '../report/subjectCounter.ts';
import { alike, MappedRow } from '../tables/mappedRow.ts';
import { readTable } from '../tables/readTable.ts';
import { addressRegister } from './register.ts';

/**
 * Principal addresses that are not retired, at their default geocode. Streets, localities and the geocodes of places near
 * the map are held in memory, addresses are handed over row by row.
 */
export const gnaf = addressRegister({
  from: 'gnaf',
  says: "Australia's G-NAF as pipe-separated files",
  schema: {
    folder: z.string().min(1).describe('Folder with the "Standard" files of the states'),
    states: z.array(z.string()).min(1).describe('States to read: [NSW, ACT]'),
  },
  name: 'G-NAF',
  async read({ folder, states, beyondMap }, { resolve, isNearMap, counter }, push) {
    const isWanted = beyondMap ? () => true : isNearMap;
    for (const state of states) await readState(resolve(folder), state, isWanted, counter, push);
  },
});

async function readState(
  folder: string,
  state: string,
  isWanted: (lng: number, lat: number) => boolean,
  counter: SubjectCounter,
  push: (address: AddressPoint) => void,
): Promise<void> {
  const file = (table: string) => join(folder, `${state}_${table}_psv.psv`);
  const localities = new Map<string, string>();
  await eachRow(file('LOCALITY'), ['LOCALITY_PID', 'LOCALITY_NAME'] as const, (get) => {
    localities.set(get('LOCALITY_PID'), get('LOCALITY_NAME'));
  });
  const streets = new Map<string, string>();
  const streetColumns = ['STREET_LOCALITY_PID', 'STREET_NAME', 'STREET_TYPE_CODE', 'STREET_SUFFIX_CODE'] as const;
  await eachRow(file('STREET_LOCALITY'), streetColumns, (get) => {
    const words = [get('STREET_NAME'), get('STREET_TYPE_CODE'), get('STREET_SUFFIX_CODE')];
    streets.set(get('STREET_LOCALITY_PID'), words.filter((word) => word !== '').join(' '));
  });
  const places = new Map<string, readonly [number, number]>();
  const placeColumns = ['ADDRESS_DETAIL_PID', 'LONGITUDE', 'LATITUDE', 'DATE_RETIRED'] as const;
  await eachRow(file('ADDRESS_DEFAULT_GEOCODE'), placeColumns, (get) => {
    const [lng, lat] = [degreesOf(get('LONGITUDE'), 'lng'), degreesOf(get('LATITUDE'), 'lat')];
    if (get('DATE_RETIRED') === '' && isWanted(lng, lat)) places.set(get('ADDRESS_DETAIL_PID'), [lng, lat]);
  });
  await eachRow(file('ADDRESS_DETAIL'), DETAIL_COLUMNS, (get) => {
    const ref = get('ADDRESS_DETAIL_PID');
    const place = places.get(ref);
    if (place === undefined) return;
    if (get('DATE_RETIRED') !== '') counter.dropped('retired', ref);
    else if (get('ALIAS_PRINCIPAL') === 'A') counter.dropped('alias of another address', ref);
    else if (numberOf(get('CONFIDENCE')) < 0) counter.dropped('confidence below 0', ref);
    else {
      push({
        lng: place[0],
        lat: place[1],
        number: numbered(get, 'NUMBER_FIRST') || lotOf(get),
        numberLast: numbered(get, 'NUMBER_LAST'),
        unit: numbered(get, 'FLAT_NUMBER'),
        street: streets.get(get('STREET_LOCALITY_PID')) ?? '',
        locality: localities.get(get('LOCALITY_PID')) ?? '',
        region: state,
        postcode: get('POSTCODE'),
        dwellings: 1,
        ref,
      });
    }
  });
}

const DETAIL_COLUMNS = [
  'ADDRESS_DETAIL_PID',
  'DATE_RETIRED',
  'LOT_NUMBER',
  'FLAT_NUMBER_PREFIX',
  'FLAT_NUMBER',
  'FLAT_NUMBER_SUFFIX',
  'NUMBER_FIRST_PREFIX',
  'NUMBER_FIRST',
  'NUMBER_FIRST_SUFFIX',
  'NUMBER_LAST_PREFIX',
  'NUMBER_LAST',
  'NUMBER_LAST_SUFFIX',
  'STREET_LOCALITY_PID',
  'LOCALITY_PID',
  'ALIAS_PRINCIPAL',
  'POSTCODE',
  'CONFIDENCE',
] as const;
type DetailColumn = (typeof DETAIL_COLUMNS)[number];

/** A number with its prefix and suffix: "A12B". */
function numbered(get: (column: DetailColumn) => string, name: 'NUMBER_FIRST' | 'NUMBER_LAST' | 'FLAT_NUMBER'): string {
  return get(`${name}_PREFIX`) + get(name) + get(`${name}_SUFFIX`);
}

/** Rural addresses may have a lot number only. */
function lotOf(get: (column: DetailColumn) => string): string {
  const lot = get('LOT_NUMBER');
  return lot === '' ? '' : `LOT ${lot}`;
}

async function eachRow<C extends string>(
  path: string,
  columns: readonly C[],
  take: (get: (column: C) => string) => void,
): Promise<void> {
  await readTable({ path }, { delimiter: '|' }, (header) => {
    const row = new MappedRow(path, header, alike(columns));
    const get = (column: C) => row.text(column);
    return (record) => {
      row.goTo(record);
      take(get);
    };
  });
}
