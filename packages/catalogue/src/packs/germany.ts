import type { PackTable, PackTopic, PeoplePack } from './pack.ts';

/** A further grid of the same cells. */
const grid = (
  file: string,
  entry: string,
  megabytes: number,
  secret: Pick<PackTable, 'missing' | 'zeros'>,
): PackTable => ({
  file: {
    url: `https://www.destatis.de/static/DE/zensus/gitterdaten/${file}.zip`,
    kind: 'zip',
    entry: `${entry}_100m-Gitter.csv`,
    megabytes,
  },
  isExtra: true,
  key: 'GITTER_ID_100m',
  delimiter: ';',
  ...secret,
});

/** Columns of the ages in the order of the classes of five years; the last two are one class here. */
const AGES = ['unter5', ...Array.from({ length: 16 }, (_, i) => `a${5 * i + 5}bis${5 * i + 9}`)];

const OLDEST = ['a85bis89', 'a90undaelter'];

const ageClasses: PackTopic['ageClasses'] = [
  ...AGES.map((total, i) => ({ from: 5 * i, to: 5 * i + 4, total })),
  { from: 85, to: null, total: { sum: OLDEST } },
];

export const GERMANY: PeoplePack = {
  code: 'zensus-2022',
  name: 'Zensus 2022, cells of 100 m',
  countries: ['DE'],
  vintage: '2022-05-15',
  licence: 'dl-de/by-2-0',
  attribution: '© Statistische Ämter des Bundes und der Länder, 2024',
  page: 'https://www.destatis.de/DE/Themen/Gesellschaft-Umwelt/Bevoelkerung/Zensus2022/',
  mayShare: true,
  units: {
    from: 'cells',
    file: {
      url: 'https://www.destatis.de/static/DE/zensus/gitterdaten/Zensus2022_Bevoelkerungszahl.zip',
      kind: 'zip',
      entry: '100m-Gitter.csv',
      megabytes: 110,
    },
    table: { cell: 'GITTER_ID_100m', people: 'Einwohner', delimiter: ';', missing: ['–'] },
    tables: {
      ages: grid('Alter_5er-Jahresgruppen_100mGitter', 'Alter_5er-Jahresgruppen', 90, { zeros: ['–', '-'] }),
      households: grid(
        'Zensus2022_Groesse_des_privaten_Haushalts_in_Gitterzellen',
        'Groesse_des_privaten_Haushalts',
        40,
        { missing: ['–', '-'] },
      ),
    },
  },
  topics: {
    residents: {
      note: 'Residents at the census of 2022 by cell of 100 m; small counts are changed to keep them secret.',
      comparability: 'full',
      fields: { total: 'Einwohner' },
    },
    age_classes: {
      note: 'Residents spread over the published age classes of their cell; classes of fewer than three people are kept secret and count as none, so small cells are rough.',
      comparability: 'partial',
      table: 'ages',
      ageClasses,
      spreadFrom: { areaCode: {}, people: { sum: [...AGES, ...OLDEST] } },
    },
    families: {
      note: 'Private households; fewer than three in a cell are kept secret.',
      comparability: 'partial',
      table: 'households',
      fields: { households: 'Insgesamt_Haushalte' },
    },
  },
  national: { weight: 'Einwohner', without: ['households'] },
  income: {
    file: {
      url: 'https://www.regionalstatistik.de/genesisws/downloader/00/tables/73111-01-01-5_00.csv',
      kind: 'text',
      megabytes: 1,
    },
    encoding: 'windows-1252',
    delimiter: ';',
    skipLines: 7,
    endsAt: '__________',
    header: ['year', 'code', 'area', 'taxpayers', 'income', 'tax'],
    where: [
      { column: 'year', equals: ['2021'] },
      { column: 'code', equals: ['DG'], not: true },
    ],
    missing: ['-', '.', '/', 'x'],
    // States, districts and municipalities stand in one table; a city that is a district has the code of that alone.
    key: 'code',
    areasNested: true,
    income: 'income',
    isSum: true,
    people: 'taxpayers',
    areas: {
      file: {
        url: 'https://daten.gdz.bkg.bund.de/produkte/vg/vg250_ebenen_0101/2024/vg250_01-01.utm32s.shape.ebenen.zip',
        kind: 'zip',
        name: 'vg250-2024.zip',
        entry: 'VG250_GEM.shp',
        megabytes: 66,
      },
      // The table has the municipalities of three years after its own.
      code: 'AGS',
      crs: 'EPSG:25832',
      vintage: '2024-01-01',
      name: 'BKG, VG250, municipalities',
      licence: 'dl-de/by-2-0',
      attribution: '© GeoBasis-DE / BKG 2024',
      page: 'https://gdz.bkg.bund.de/index.php/default/open-data/verwaltungsgebiete-1-250-000-stand-01-01-vg250-01-01.html',
    },
    measure: 'income per taxpayer of the municipality, couples counted once',
    vintage: '2021',
    name: 'Statistical offices of the Länder, wage and income tax 2021, municipalities (73111-01-01-5)',
    licence: 'dl-de/by-2-0',
    attribution: '© Statistische Ämter des Bundes und der Länder, Deutschland, 2025',
    page: 'https://www.regionalstatistik.de/genesis/online/statistic/73111',
  },
  lacking: 'The tables of residents, ages and households of the Zensus 2022 do not have it.',
};
