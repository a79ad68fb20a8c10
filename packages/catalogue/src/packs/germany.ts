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
  lacking: 'The tables of residents, ages and households of the Zensus 2022 do not have it.',
};
