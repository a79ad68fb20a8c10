import type { PeoplePack } from './pack.ts';

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
  },
  topics: {
    residents: {
      note: 'Residents at the census of 2022 by cell of 100 m; small counts are changed to keep them secret.',
      comparability: 'full',
      fields: { total: 'Einwohner' },
    },
  },
  lacking: 'The table of residents of the Zensus 2022 does not have it.',
};
