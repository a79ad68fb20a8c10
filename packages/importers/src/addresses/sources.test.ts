import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { AddressPoint } from '../inputs/poles.ts';
import { Report } from '../report/report.ts';
import { testFolder } from '../testing/folder.ts';
import { openEntry, testContext, type WrittenEntry } from '../testing/sources.ts';
import { zipOf } from '../testing/zip.ts';
import { ADDRESS_REGISTERS } from './registers.ts';

const folder = await testFolder();
const DATA = resolve(import.meta.dirname, '../../../../../shared/data/addresses');

const line = ({ lng, lat, unit, number, numberLast, street, locality, region, postcode }: AddressPoint) =>
  [lng, lat, unit, number, numberLast, street, locality, region, postcode].join('|');

/** Reads an entry of a recipe; `unitFirst` as in Australia. */
async function collect(entry: WrittenEntry, unitFirst = false) {
  const addresses: AddressPoint[] = [];
  const report = new Report('Test');
  const source = openEntry(
    ADDRESS_REGISTERS,
    entry,
    testContext({ report, countries: unitFirst ? ['AU'] : ['DE'], isNearMap: (lng) => lng < -10 || lng > 145 }),
  );
  if (source.kind !== 'address') throw new Error('no source of addresses');
  await source.each((address) => addresses.push(address));
  return { addresses, lines: addresses.map(line), counter: report.toJson().subjects[0]! };
}

describe('OpenAddresses', () => {
  it('reads the older header, the newer one and GeoJSON lines alike', async () => {
    const older =
      'LON,LAT,NUMBER,STREET,UNIT,CITY,DISTRICT,REGION,POSTCODE,ID,HASH\n151.2,-33.9,3/12-14,High St,,Sydney,,NSW,2000,7,x\n';
    const newer =
      'GEOM,HASH,NUMBER,STREET,UNIT,CITY,DISTRICT,REGION,POSTCODE,ID\nPOINT(151.2 -33.9),x,12-14,High St,3,Sydney,,NSW,2000,7\n';
    const json = JSON.stringify({
      type: 'Feature',
      properties: { number: '12-14', street: 'High St', unit: '3', city: 'Sydney', region: 'NSW', postcode: '2000' },
      geometry: { type: 'Point', coordinates: [151.2, -33.9] },
    });
    for (const [name, content] of [
      ['older.csv', older],
      ['newer.csv', newer],
      ['newer.zip', zipOf({ 'au/x.vrt': '<a/>', 'au/x.csv': newer })],
      ['lines.geojson', `${json}\n`],
    ] as const) {
      const path = await folder.write(name, content);
      const { lines } = await collect({ from: 'openaddresses', file: path }, true);
      expect(lines, name).toEqual(['151.2|-33.9|3|12|14|High St|Sydney|NSW|2000']);
    }
  });

  it('counts rows without a place or without an address', async () => {
    const path = await folder.write(
      'bad.csv',
      'LON,LAT,NUMBER,STREET\n,,1,A\nx,1,1,A\n500000,4000000,1,A\n0,0,1,A\n1,2,,\n1,2,,Lone Farm\n',
    );
    const { lines, counter } = await collect({ from: 'openaddresses', file: path });
    expect(lines).toEqual(['1|2||||Lone Farm|||']);
    expect(counter.drops.map(({ reason, references }) => [reason, references])).toEqual([
      ['coordinates 0, 0', ['row 5']],
      ['coordinates are no degrees; give the projection as crs', ['row 4']],
      ['coordinates are no numbers', ['row 3']],
      ['neither number nor street', ['row 6']],
      ['no coordinates', ['row 2']],
    ]);
  });

  it('refuses another file with the remedy', async () => {
    const path = await folder.write('foreign.csv', 'x,y,street\n1,2,A\n');
    await expect(collect({ from: 'openaddresses', file: path })).rejects.toThrow(
      /foreign\.csv is no output of OpenAddresses: .*from: address-table/,
    );
  });

  it.skipIf(!existsSync(DATA))('reads genuine files (needs ../shared/data)', async () => {
    const read = (file: string, unitFirst = false) =>
      collect({ from: 'openaddresses', file: resolve(DATA, file) }, unitFirst);
    const santaClara = await read('openaddresses_output_santa_clara.zip');
    // Of the 4,913 rows, 173 have neither number nor street, and the last has latitude 129.
    expect(santaClara.addresses).toHaveLength(4739);
    expect(santaClara.counter.drops.map(({ reason, count }) => [reason, count])).toEqual([
      ['neither number nor street', 173],
      ['coordinates are no degrees; give the projection as crs', 1],
    ]);
    expect(santaClara.lines[0]).toBe('-121.9085176|37.2742085||2653||MERIDIAN AVE|SAN JOSE||95124');
    const alameda = await read('openaddresses_output_alameda_geom.zip');
    expect(alameda.addresses.length + alameda.counter.dropped).toBe(5306);
    expect(alameda.lines[0]).toBe('-122.2371548|37.7468954||516||CENTRE CT|ALAMEDA||94502');
    const hoboken = await read('openaddresses_us_nj_willow_ave_hoboken.csv');
    expect(hoboken.addresses.length + hoboken.counter.dropped).toBe(2251);
    expect(hoboken.lines[0]).toBe('-74.0310957|40.7498567||1016|1018|Willow Avenue|||');
    const australia = await read('openaddresses_au_pelias_input_4.csv', true);
    expect(australia.lines.slice(0, 2)).toEqual([
      '144.9804144|-37.8723977|10|244||BARKLY STREET|ST KILDA|VIC|3182',
      '145.0378718|-37.8637847|10|244|246|WATTLETREE ROAD|MALVERN|VIC|3144',
    ]);
  });
});

describe('other registers', () => {
  it('Base Adresse Nationale', async () => {
    const path = await folder.write(
      'adresses-75.csv',
      'id;id_fantoir;numero;rep;nom_voie;code_postal;code_insee;nom_commune;code_insee_ancienne_commune;nom_ancienne_commune;x;y;lon;lat;type_position;alias;nom_ld;libelle_acheminement;nom_afnor;source_position;source_nom_voie;certification_commune;cad_parcelles\n75101_0002_00012_bis;75101_0002;12;bis;Rue de Rivoli;75001;75101;Paris 1er;;;652000;6862000;2.34;48.86;entrée;;;PARIS;RUE DE RIVOLI;commune;commune;1;\n',
    );
    const { lines } = await collect({ from: 'ban', file: path });
    expect(lines).toEqual(['2.34|48.86||12bis||Rue de Rivoli|Paris 1er||75001']);
  });

  // Rows made by hand after the published headers; no whole file was at hand.
  it('ANNCSU: decimal commas, exponents, hamlets', async () => {
    const path = await folder.write(
      'INDIR_ITA_20250804.csv',
      [
        "CODICE_COMUNE;CODICE_ISTAT;PROGRESSIVO_NAZIONALE;CODICE_COMUNALE;ODONIMO;LOCALITA';DIZIONE_LINGUA1;DIZIONE_LINGUA2;PROGRESSIVO_ACCESSO;CODICE_COMUNALE_ACCESSO;CIVICO;ESPONENTE;SPECIFICITA;METRICO;PROGRESSIVO_SNC;COORD_X_COMUNE;COORD_Y_COMUNE;QUOTA",
        'D086;078045;1;10;VIA ROMA;;;;100;;12;A;;;;16,25;39,3;',
        'D086;078045;1;10;VIA ROMA;DONNICI;;;101;;14;;;;;16.26;39.31;',
        'D086;078045;1;10;VIA ROMA;;;;102;;16;;;;;;;',
      ].join('\n'),
    );
    const { lines, counter } = await collect({ from: 'anncsu', file: path });
    expect(lines).toEqual(['16.25|39.3||12A||VIA ROMA|||', '16.26|39.31||14||VIA ROMA|DONNICI||']);
    expect(counter.drops.map(({ reason, references }) => [reason, references])).toEqual([
      ['no coordinates', ['row 4 (102)']],
    ]);
  });

  it('BAG: letters, additions and secondary addresses, in both headers of NLExtract', async () => {
    const older = await folder.write(
      'bag.csv',
      'openbareruimte;huisnummer;huisletter;huisnummertoevoeging;postcode;woonplaats;gemeente;provincie;object_id;object_type;nevenadres;x;y;lon;lat\nKalverstraat;14;A;2;1012NX;Amsterdam;Amsterdam;Noord-Holland;7;VBO;f;121000;487000;4.89;52.37\nKalverstraat;16;;;1012NX;Amsterdam;Amsterdam;Noord-Holland;7;VBO;t;121000;487000;4.89;52.37\n',
    );
    const newer = await folder.write(
      'bag2.csv',
      'straat;huisnummer;huisletter;huisnummertoevoeging;postcode;woonplaats;gemeente;provincie;lat;lon\nKalverstraat;14;A;2;1012NX;Amsterdam;Amsterdam;Noord-Holland;52.37;4.89\n',
    );
    for (const path of [older, newer]) {
      const { lines } = await collect({ from: 'bag', file: path });
      expect(lines).toEqual(['4.89|52.37|2|14A||Kalverstraat|Amsterdam|Noord-Holland|1012NX']);
    }
  });

  it('Overture: levels, postal city, and rows that say nothing', async () => {
    const feature = (coordinates: number[] | null, properties: object) =>
      JSON.stringify({ type: 'Feature', geometry: coordinates && { type: 'Point', coordinates }, properties });
    const path = await folder.write(
      'addresses.geojsonl',
      [
        feature([151.2, -33.9], {
          id: 'a',
          number: '3/12',
          street: 'High St',
          postcode: '2000',
          country: 'AU',
          address_levels: [{ value: 'NSW' }, { value: 'Sydney' }],
        }),
        feature([2, 48], {
          id: 'b',
          number: '5',
          street: 'Rue A',
          postal_city: 'Paris 1',
          address_levels: [{ value: 'Paris' }],
        }),
        feature([2, 48], { id: 'c', number: null, street: null, address_levels: null }),
        feature(null, { id: 'd', number: '1', street: 'X' }),
      ].join('\n'),
    );
    const { lines, counter } = await collect({ from: 'overture-addresses', file: path }, true);
    expect(lines).toEqual(['151.2|-33.9|3|12||High St|Sydney|NSW|2000', '2|48||5||Rue A|Paris 1||']);
    expect(counter.drops.map(({ reason }) => reason).sort()).toEqual(['neither number nor street', 'no coordinates']);
  });

  it('G-NAF: joins its files, leaves out retired addresses and aliases', async () => {
    await folder.write('ACT_LOCALITY_psv.psv', 'LOCALITY_PID|LOCALITY_NAME\nL1|BRADDON\n');
    await folder.write(
      'ACT_STREET_LOCALITY_psv.psv',
      'STREET_LOCALITY_PID|STREET_NAME|STREET_TYPE_CODE|STREET_SUFFIX_CODE\nS1|LONSDALE|STREET|\n',
    );
    await folder.write(
      'ACT_ADDRESS_DEFAULT_GEOCODE_psv.psv',
      'ADDRESS_DETAIL_PID|DATE_RETIRED|LONGITUDE|LATITUDE\nA1||149.13|-35.27\nA2||149.13|-35.27\nA3||149.13|-35.27\nA4||140|-30\n',
    );
    const columns =
      'ADDRESS_DETAIL_PID|DATE_RETIRED|LOT_NUMBER|FLAT_NUMBER_PREFIX|FLAT_NUMBER|FLAT_NUMBER_SUFFIX|NUMBER_FIRST_PREFIX|NUMBER_FIRST|NUMBER_FIRST_SUFFIX|NUMBER_LAST_PREFIX|NUMBER_LAST|NUMBER_LAST_SUFFIX|STREET_LOCALITY_PID|LOCALITY_PID|ALIAS_PRINCIPAL|POSTCODE|CONFIDENCE';
    await folder.write(
      'ACT_ADDRESS_DETAIL_psv.psv',
      [
        columns,
        'A1||||5|B||10|A||12||S1|L1|P|2612|2',
        'A2|2020-01-01||||||10|||||S1|L1|P|2612|2',
        'A3|||||||10|||||S1|L1|A|2612|2',
        'A4|||||||10|||||S1|L1|P|2612|2',
      ].join('\n'),
    );
    const { lines, counter } = await collect({ from: 'gnaf', folder: folder.path, states: ['ACT'] });
    expect(lines).toEqual(['149.13|-35.27|5B|10A|12|LONSDALE STREET|BRADDON|ACT|2612']);
    expect(counter.drops.map(({ reason }) => reason)).toEqual(['alias of another address', 'retired']);
  });

  it('any table, with a projection and chosen rows', async () => {
    const path = await folder.write(
      't.csv',
      'E;N;strasse;nr;typ;wohnungen\n500000;5538630;Hauptstraße;12 a;W;3\n500000;5538630;Hauptstraße;14;G;0\n',
    );
    const { addresses } = await collect({
      from: 'address-table',
      file: path,
      columns: { lng: 'E', lat: 'N', street: 'strasse', number: 'nr', dwellings: 'wohnungen' },
      crs: 'EPSG:25832',
      where: [{ column: 'typ', equals: 'W' }],
    });
    expect(addresses).toHaveLength(1);
    expect(addresses[0]).toMatchObject({ number: '12A', street: 'Hauptstraße', dwellings: 3 });
    expect(addresses[0]!.lng).toBeCloseTo(9, 9);
  });
});
