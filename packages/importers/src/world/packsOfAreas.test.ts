import { Buffer } from 'node:buffer';
import { join } from 'node:path';
import { SPEND_MODEL, spendLevelOf } from '@hinterland/catalogue';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FaultyMirror, startFaultyMirror } from '../fetch/testing/faultyMirror.ts';
import { testFolder } from '../testing/folder.ts';
import { xlsxOf, zipOf } from '../testing/zip.ts';
import { cellsAround } from './testing/cellsAround.ts';
import { halves, quarters } from './testing/drawnTown.ts';
import { expectBent, expectResidents, expectTopics, PEOPLE, shapeFiles, shapeZip, table } from './testing/packForms.ts';
import { type BuiltTown, buildTown } from './testing/packTown.ts';

const folder = await testFolder();
let mirror: FaultyMirror;
beforeAll(async () => {
  mirror = await startFaultyMirror();
});
afterAll(() => mirror.close());

const build = (
  code: string,
  town: { lat: number; lng: number },
  files: Readonly<Record<string, Uint8Array | string>>,
  home = code,
) => buildTown(code, town, files, { mirror, home: join(folder.path, home) });

// Written anew as their publishers document them, as in packs.test.ts.
describe('official figures with incomes of larger areas than their own', () => {
  it('England and Wales: output areas on the National Grid beside six tables of nomis', async () => {
    const town = { lat: 52.41, lng: -0.95 };
    const codes = PEOPLE.map((_, i) => `E0013450${i}`);
    const bulk = (name: string, columns: readonly string[], figures: (people: number) => readonly number[]) => {
      const file = (level: string, keys: readonly string[]) => [
        `census2021-${name}-${level}.csv`,
        table([
          [
            'date',
            'geography',
            'geography code',
            ...columns.map((column) => (column.includes(',') ? `"${column}"` : column)),
          ],
          ...keys.map((code, i) => ['2021', code, code, ...figures(PEOPLE[i]!)]),
        ]),
      ];
      return zipOf(
        Object.fromEntries([file('oa', codes), file('lsoa', ['E01026934']), ['metadata/about.txt', 'about']]) as Record<
          string,
          string
        >,
      );
    };
    const years = [
      '4 years and under',
      ...Array.from({ length: 16 }, (_, i) => `${5 * i + 5} to ${5 * i + 9} years`),
      '85 years and over',
    ];
    const areas = ['E02005000', 'E02005000', 'W02000001', 'E02005002'];
    const host = 'www.nomisweb.co.uk/output/census/2021';
    const built = await build('ons-census-2021', town, {
      'www.ons.gov.uk/file?uri=/employmentandlabourmarket/peopleinwork/earningsandworkinghours/datasets/smallareaincomeestimatesformiddlelayersuperoutputareasenglandandwales/financialyearending2023/datasetfinal.xlsx':
        xlsxOf(
          [
            ['Net annual income after housing costs'],
            ['Financial year ending 2023'],
            ['This worksheet contains one table.'],
            [
              'MSOA code',
              'MSOA name',
              'Disposable (net) annual income after housing costs (£)',
              'Upper confidence limit (£)',
            ],
            ['E02005000', 'Town 001', 20_000, 22_000],
            ['W02000001', 'Tref 001', 40_000, 44_000],
            ['E02009999', 'Far 001', 60_000, 66_000],
          ],
          'Net income after housing costs',
        ),
      'open-geography-portalx-ons.hub.arcgis.com/api/download/v1/items/b9ca90c10aaa4b8d9791e9859a38ca67/csv': table([
        ['OA21CD', 'LSOA21CD', 'LSOA21NM', 'MSOA21CD', 'MSOA21NM', 'ObjectId'],
        ...areas.map((area, i) => [codes[i]!, 'E01026934', 'Town 001A', area, 'Town 001', i]),
      ]),
      'open-geography-portalx-ons.hub.arcgis.com/api/download/v1/items/6beafcfd9b9c4c9993a06b6b199d7e6d/shapefile':
        shapeZip(
          'OA_2021_EW_BGC_V2',
          quarters(town, 'EPSG:27700', (i) => ({ FID: i, OA21CD: codes[i]! })),
          'PROJCS["British_National_Grid"]',
        ),
      [`${host}/census2021-ts001.zip`]: bulk('ts001', ['Residence type: Total; measures: Value'], (people) => [people]),
      [`${host}/census2021-ts008.zip`]: bulk(
        'ts008',
        ['Sex: All persons; measures: Value', 'Sex: Female; measures: Value', 'Sex: Male; measures: Value'],
        (people) => [people, people * 0.75, people * 0.25],
      ),
      [`${host}/census2021-ts007a.zip`]: bulk(
        'ts007a',
        ['Age: Total', ...years.map((text) => `Age: Aged ${text}`)],
        (people) => [people, ...years.map((_, i) => (i === 17 ? people / 2 : i === 3 ? people / 4 : 0))],
      ),
      [`${host}/census2021-ts004.zip`]: bulk(
        'ts004',
        ['Country of birth: Total; measures: Value', 'Country of birth: Europe: United Kingdom; measures: Value'],
        (people) => [people, (people * 3) / 4],
      ),
      [`${host}/census2021-ts017.zip`]: bulk(
        'ts017',
        [
          'Household size: Total: All household spaces; measures: Value',
          'Household size: 0 people in household; measures: Value',
          'Household size: 1 person in household; measures: Value',
          ...[2, 3, 4, 5, 6, 7].map((n) => `Household size: ${n} people in household; measures: Value`),
          'Household size: 8 or more people in household; measures: Value',
        ],
        (people) => [people, people / 2, people / 4, people / 8, 0, 0, 0, 0, 0, people / 8],
      ),
      [`${host}/census2021-ts054.zip`]: bulk(
        'ts054',
        [
          'Total: All households',
          'Owned',
          'Owned: Owns outright',
          'Owned: Owns with a mortgage or loan',
          'Shared ownership',
          'Social rented',
          'Private rented',
          'Lives rent free',
        ].map((name) => `Tenure of household: ${name}`),
        (people) => [people, people / 2, people / 4, people / 4, people / 8, people / 8, people / 4, 0],
      ),
    });
    expectResidents(built, codes);
    expectTopics(built, 'ons-census-2021');
    expect(built.files).toContain('output-areas-2021-ew-bgc.zip');
    expect(built.figure('residents', 'female', codes[0]!)).toBe(96);
    expect(built.figure('age_classes', 'total_15_19', codes[1]!)).toBe(64);
    expect(built.figure('age_classes', 'total_85_plus', codes[1]!)).toBe(128);
    expect(built.figure('families', 'households', codes[1]!)).toBe(128);
    expect(built.figure('families', 'households_6_plus', codes[1]!)).toBe(32);
    expect(built.figure('origins', 'born_abroad', codes[1]!)).toBe(64);
    expect(built.figure('housing', 'mortgaged', codes[1]!)).toBe(96);
    expect(built.figure('housing', 'rented', codes[1]!)).toBe(96);
    // All six areas of the files, also those away from the map and without an outline.
    const all = PEOPLE.reduce((sum, people) => sum + people, 0);
    expect(built.benchmark('GB', 'residents', 'total')).toBe(all);
    expect(built.benchmark('GB', 'age_classes', 'total_85_plus')).toBe(all / 2);
    expect(built.benchmark('GB', 'housing', 'occupied')).toBe(all);
    const food = built.benchmark('GB', 'consumption', 'cp01')!;
    expect(food / (all * spendLevelOf('GB')!.perHead.cp01)).toBeCloseTo(1, 12);
    // Areas of 20,000 and 40,000 beside a mean of 40,000; the fourth is in no row of incomes.
    expectBent(built, codes, [1, 1, 2, null]);
    const { elasticity } = SPEND_MODEL.cp11;
    const scale = 3 / (0.5 ** elasticity + 1 + 1.5 ** elasticity);
    const level = spendLevelOf('GB')!.perHead.cp11;
    expect(built.figure('consumption', 'cp11', codes[2]!) / (PEOPLE[2]! * level)).toBeCloseTo(scale, 9);
    expect(built.figure('consumption', 'cp11', codes[3]!) / (PEOPLE[3]! * level)).toBeCloseTo(1, 9);
    expect(built.recipe).toContain('© Crown');
  });

  it('Canada: a row per figure, six columns of one name, windows-1252, files of the regions that a place touches', async () => {
    const town = { lat: 45.55, lng: -73.0 };
    const codes = PEOPLE.map((_, i) => `2021S0512247500${i}0`);
    const header =
      'CENSUS_YEAR,DGUID,ALT_GEO_CODE,GEO_LEVEL,GEO_NAME,TNR_SF,TNR_LF,DATA_QUALITY_FLAG,CHARACTERISTIC_ID,CHARACTERISTIC_NAME,CHARACTERISTIC_NOTE,C1_COUNT_TOTAL,SYMBOL,C2_COUNT_MEN+,SYMBOL,C3_COUNT_WOMEN+,SYMBOL,C10_RATE_TOTAL,SYMBOL,C11_RATE_MEN+,SYMBOL,C12_RATE_WOMEN+,SYMBOL';
    const line = (dguid: string, level: string, id: number, name: string, value: number | '', symbol = '') =>
      `2021,"${dguid}","${dguid.slice(9)}","${level}","Saint-Hyacinthe, Québec",3.1,4.6,"00000",${id},"${name}",1,${value},"${symbol}",,"...",,"...",,"...",,"...",,"..."`;
    const names = new Map([
      [1, 'Population, 2021'],
      [2, 'Population, 2016'],
      [4, 'Total private dwellings'],
      [5, 'Private dwellings occupied by usual residents'],
      [8, 'Total - Age groups of the population - 100% data'],
      [10, '    0 to 4 years'],
      [29, '    85 years and over'],
      [50, 'Total - Private households by household size - 100% data'],
      [51, '  1 person'],
    ]);
    for (const id of [11, 12, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 25, 26, 27, 28, 52, 53, 54])
      names.set(id, 'more');
    const figureOf = (people: number, id: number) =>
      id === 1 ? people : id === 2 ? 7 * people : id === 4 ? people / 2 : id === 29 ? people / 8 : people / 4;
    const lines = [
      ['2021A000224', 'Province', 1e6] as const,
      ...codes.map((code, i) => [code, 'Dissemination area', PEOPLE[i]!] as const),
    ].flatMap(([dguid, level, people]) =>
      [...names].map(([id, name]) =>
        // The last quarter is suppressed but for its people.
        dguid === codes[3] && id > 3
          ? line(dguid, level, id, name, '', 'x')
          : line(dguid, level, id, name, figureOf(people, id)),
      ),
    );
    const larger = ['2021S051624540001', '2021S051624540002', '2021S051635200001'];
    const incomes = larger.flatMap((dguid, i) => [
      line(dguid, 'Aggregate dissemination area', 1, 'Population, 2021', 9_000),
      line(dguid, 'Aggregate dissemination area', 243, 'Median total income of household in 2020 ($)', 1),
      line(
        dguid,
        'Aggregate dissemination area',
        244,
        'Median after-tax income of household in 2020 ($)',
        40_000 * 2 ** i,
      ),
    ]);
    incomes.push(line('2021A000011124', 'Country', 244, 'Median after-tax income of household in 2020 ($)', 73_000));
    const stem = 'www12.statcan.gc.ca/census-recensement/2021';
    const built = await build('statcan-census-2021', town, {
      [`${stem}/geo/sip-pis/boundary-limites/files-fichiers/lada000b21a_e.zip`]: shapeZip(
        'lada000b21a_e',
        halves(town, 'EPSG:3347', (i) => ({ ADAUID: larger[i]!.slice(9), DGUID: larger[i]! })),
        'PROJCS["PCS_Lambert_Conformal_Conic"]',
      ),
      [`${stem}/dp-pd/prof/details/download-telecharger/comp/GetFile.cfm?Lang=E&FILETYPE=CSV&GEONO=012`]: zipOf({
        '98-401-X2021012_English_CSV_data.csv': Buffer.from(`${[header, ...incomes].join('\r\n')}\r\n`, 'latin1'),
        '98-401-X2021012_Geo_starting_row.CSV': 'Geo Code,Geo Name,Line Number\n',
      }),
      [`${stem}/geo/sip-pis/boundary-limites/files-fichiers/lda_000b21a_e.zip`]: shapeZip(
        'lda_000b21a_e',
        quarters(town, 'EPSG:3347', (i) => ({ DAUID: codes[i]!.slice(9), DGUID: codes[i]!, PRUID: '24' })),
        'PROJCS["PCS_Lambert_Conformal_Conic"]',
      ),
      [`${stem}/dp-pd/prof/details/download-telecharger/comp/GetFile.cfm?Lang=E&FILETYPE=CSV&GEONO=006_Quebec`]: zipOf({
        '98-401-X2021006_English_CSV_data_Quebec.csv': Buffer.from(`${[header, ...lines].join('\r\n')}\r\n`, 'latin1'),
        '98-401-X2021006_Geo_starting_row_Quebec.CSV': 'Geo Code,Geo Name,Line Number\n',
        '98-401-X2021006_English_meta.txt': 'symbols',
      }),
    });
    expectResidents(built, codes);
    expectTopics(built, 'statcan-census-2021');
    expect(built.files).toContain('98-401-X2021006_Quebec_eng_CSV.zip');
    expect(built.figure('housing', 'dwellings', codes[1]!)).toBe(128);
    expect(built.figure('age_classes', 'total_85_plus', codes[2]!)).toBe(64);
    expect(built.figure('age_classes', 'total_0_4', codes[2]!)).toBe(128);
    expect(built.figure('families', 'households_1', codes[0]!)).toBe(32);
    expect(built.figure('housing', 'dwellings', codes[3]!)).toBeNaN();
    // The quarters in the west are in one of the larger areas, those in the east in another with twice the income.
    expectBent(built, codes, [1, 2, 1, 2]);
  });

  const HOST = 'www.destatis.de/static/DE/zensus/gitterdaten';
  const OUTLINES = 'daten.gdz.bkg.bund.de/produkte/vg/vg250_ebenen_0101/2024/vg250_01-01.utm32s.shape.ebenen.zip';
  const TAXES = 'www.regionalstatistik.de/genesisws/downloader/00/tables/73111-01-01-5_00.csv';
  const inGermany = { lat: 50.52, lng: 9.67 };
  const german = cellsAround(inGermany, 100);
  const people = [60, 30, 10, 5, 900];
  const census = {
    [`${HOST}/Zensus2022_Bevoelkerungszahl.zip`]: zipOf({
      'Zensus2022_Bevoelkerungszahl_100m-Gitter.csv': table(
        [
          ['GITTER_ID_100m', 'x_mp_100m', 'y_mp_100m', 'Einwohner'],
          ...german.map(({ code }, i) => [code, 0, 0, people[i]!]),
        ],
        ';',
      ),
    }),
  };
  const UTM = 'PROJCS["ETRS_1989_UTM_Zone_32N"]';
  const outlinesOf = (codes: readonly string[], name = 'AGS') =>
    zipOf({
      ...shapeFiles(
        'vg250_ebenen_0101/VG250_KRS',
        halves(german[0]!, 'EPSG:25832', () => ({ [name]: '06631' })),
        UTM,
      ),
      ...shapeFiles(
        'vg250_ebenen_0101/VG250_GEM',
        halves(german[0]!, 'EPSG:25832', (i) => ({ [name]: codes[i] ?? '01001000', GF: 4 })),
        UTM,
      ),
    });
  /** Keys of two to eight digits, a title of seven lines, secrets, and a footer that has the separator in it. */
  const taxes = Buffer.from(
    [
      'Tabelle: 73111-01-01-5',
      'Lohn- und Einkommensteuerpflichtige, Gesamtbetrag der;;;;;',
      'Einkünfte, Lohn- und Einkommensteuer - Jahressumme -;;;;;',
      'regionale Tiefe: Gemeinden;;;;;',
      'Lohn- und Einkommensteuerstatistik;;;;;',
      ';;;Lohn- und Einkommensteuerpflichtige;Gesamtbetrag der Einkünfte;Lohn- und Einkommensteuer',
      ';;;Anzahl;Tsd. EUR;Tsd. EUR',
      '2021;DG;Deutschland;400;20000;1',
      '2021;02;  Hamburg;100;8000;1',
      '2021;06;  Hessen;300;12000;1',
      '2021;06411;      Darmstadt, kreisfreie Stadt;100;6000;1',
      '2021;06631;      Fulda, Landkreis;200;6000;1',
      '2021;06631009;        Fulda, Stadt;150;3000;1',
      '2021;06631010;        Gersfeld (Rhön);-;-;-',
      '__________',
      '"Gesamtbetrag der Einkünfte; siehe Hinweis,',
      'Länder."',
      'Stand: 12.11.2025 / 13:43:35',
      '',
    ].join('\r\n'),
    'latin1',
  );
  /** Spend of a cell's people on food per head of the national level. */
  const foodOf = ({ figure }: BuiltTown, i: number) =>
    figure('consumption', 'cp01', german[i]!.code) / (people[i]! * spendLevelOf('DE')!.perHead.cp01);
  const { elasticity } = SPEND_MODEL.cp01;
  // Hamburg, Darmstadt and Fulda hold no area with an income: 80, 60 and 20 a head, by 100, 100 and 150 taxpayers.
  const mean = (100 * 80 + 100 * 60 + 150 * 20) / 350;
  const scale =
    350 / [80, 60, 20].reduce((sum, income, i) => sum + [100, 100, 150][i]! * (income / mean) ** elasticity, 0);

  it('Germany: a city by the code of its district, a secret municipality as its district, neither counted twice', async () => {
    const files = { ...census, [TAXES]: taxes, [OUTLINES]: outlinesOf(['06411000', '06631010']) };
    const built = await build('zensus-2022', inGermany, files);
    expect(built.notes.filter((note) => note.includes('national mean'))).toEqual([]);
    expect(foodOf(built, 0)).toBeCloseTo(scale * (60 / mean) ** elasticity, 9);
    expect(foodOf(built, 1)).toBeCloseTo(scale * (30 / mean) ** elasticity, 9);
    expect(built.recipe).toContain('© GeoBasis-DE / BKG 2024');
    expect(built.files).toContain('vg250-2024.zip');
    // Of the whole country the level, whatever the incomes of the places near the map are.
    expect(built.benchmark('DE', 'consumption', 'cp01')! / (1005 * spendLevelOf('DE')!.perHead.cp01)).toBeCloseTo(
      1,
      12,
    );
  });

  it('bends nothing where the outlines of areas are not there, are others or hold no cell, and says so', async () => {
    const without = await build('zensus-2022', inGermany, { ...census, [TAXES]: taxes }, 'without');
    expect(without.notes).toEqual(
      expect.arrayContaining([expect.stringMatching(/Everybody spends the national mean: .*vg250/)]),
    );
    expect(without.recipe).not.toContain('measure:');
    expect([0, 1, 2, 3].map((i) => foodOf(without, i).toFixed(9))).toEqual(Array(4).fill('1.000000000'));
    const other = { ...census, [TAXES]: taxes, [OUTLINES]: outlinesOf(['06411000', '06631010'], 'RS') };
    const changed = await build('zensus-2022', inGermany, other, 'other');
    expect(changed.warnings).toEqual(expect.arrayContaining([expect.stringMatching(/national mean.*"AGS"/)]));
    expect(foodOf(changed, 0)).toBeCloseTo(1, 9);
    const unknown = { ...census, [TAXES]: taxes, [OUTLINES]: outlinesOf(['09999999', '08888888']) };
    const nowhere = await build('zensus-2022', inGermany, unknown, 'nowhere');
    expect(foodOf(nowhere, 0)).toBeCloseTo(1, 9);
  });

  it('Switzerland: cells of Europe by the municipality that their middle lies in', async () => {
    const town = { lat: 46.95, lng: 7.44 };
    const cells = cellsAround(town, 1000);
    const built = await build('eurostat-2021', town, {
      'gisco-services.ec.europa.eu/census/2021/Eurostat_Census-GRID_2021_V3.zip': zipOf({
        'ESTAT_Census_2021_V3.csv': table([
          'GRD_ID,T,M,F,Y_LT15,Y_1564,Y_GE65,EMP,NAT,EU_OTH,OTH,SAME,CHG_IN,CHG_OUT,LAND_SURFACE,POPULATED,CNTR_ID'.split(
            ',',
          ),
          ...cells.map(({ code }) => [code, 100, 50, 50, 20, 60, 20, -9999, 100, 0, 0, 0, 0, 0, 1, 1, 'CH']),
        ]),
      }),
      'www.atlas.bfs.admin.ch/core/projects/13/xshared/csv/27600_131.csv': table(
        [
          ['GEO_ID', 'GEO_NAME', 'VARIABLE', 'VALUE', 'UNIT', 'STATUS'],
          ...[
            [351, 'Bern', 30_000],
            [352, 'Bolligen', 60_000],
            [261, 'Zürich', 45_000],
          ].flatMap(([id, name, value]) => [
            [id!, name!, 'Steuerbares Einkommen, in Mio. Franken', 7, 'Mio.', 'A'],
            [id!, name!, 'Steuerbares Einkommen pro Einwohner/-in, in Franken', value!, 'Franken', 'A'],
          ]),
        ],
        ';',
      ),
      'data.geo.admin.ch/ch.swisstopo.swissboundaries3d/swissboundaries3d_2024-01/swissboundaries3d_2024-01_2056_5728.shp.zip':
        shapeZip(
          'swissBOUNDARIES3D_1_5_TLM_HOHEITSGEBIET',
          halves(cells[0]!, 'EPSG:2056', (i) => ({ BFS_NUMMER: [351, 352, 261][i]!, NAME: 'Town' })),
          'PROJCS["CH1903+ / LV95"]',
        ),
    });
    const { elasticity } = SPEND_MODEL.cp11;
    const scale = 3 / ((2 / 3) ** elasticity + (4 / 3) ** elasticity + 1);
    const level = spendLevelOf('CH')!.perHead.cp11;
    [2 / 3, 4 / 3].forEach((ratio, i) => {
      expect(built.figure('consumption', 'cp11', cells[i]!.code) / (100 * level)).toBeCloseTo(
        scale * ratio ** elasticity,
        9,
      );
    });
  });
});
