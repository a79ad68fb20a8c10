import type { PackPart, PeoplePack } from './pack.ts';

/** Regions by ISTAT's code: about how many megabytes their file has, and a box around them. */
const REGIONS: readonly (readonly [code: string, megabytes: number, box: readonly [number, number, number, number]])[] =
  [
    ['01', 60, [6.6, 44, 9.25, 46.5]],
    ['02', 4, [6.75, 45.4, 8, 46.05]],
    ['03', 90, [8.45, 44.65, 11.5, 46.7]],
    ['04', 25, [10.35, 45.6, 12.5, 47.15]],
    ['05', 65, [10.6, 44.75, 13.15, 46.75]],
    ['06', 20, [12.3, 45.5, 13.95, 46.7]],
    ['07', 25, [7.45, 43.75, 10.1, 44.7]],
    ['08', 65, [9.15, 43.7, 12.8, 45.2]],
    ['09', 60, [9.65, 42.2, 12.45, 44.5]],
    ['10', 20, [11.85, 42.3, 13.3, 43.65]],
    ['11', 25, [12.1, 42.65, 13.95, 44]],
    ['12', 50, [11.4, 40.75, 14.1, 42.9]],
    ['13', 25, [13, 41.65, 14.85, 42.95]],
    ['14', 8, [13.9, 41.35, 15.2, 42.1]],
    ['15', 50, [13.7, 39.95, 15.85, 41.55]],
    ['16', 40, [14.9, 39.75, 18.6, 42.3]],
    ['17', 12, [15.3, 39.85, 16.95, 41.2]],
    ['18', 30, [15.6, 37.85, 17.25, 40.2]],
    ['19', 60, [11.9, 35.45, 15.7, 38.85]],
    ['20', 30, [8.1, 38.8, 9.9, 41.35]],
  ];

export const ITALY: PeoplePack = {
  code: 'istat-2021',
  name: 'ISTAT, territorial bases 2021, census sections',
  countries: ['IT'],
  vintage: '2021-12-31',
  licence: 'CC-BY-4.0',
  attribution: 'Istat, Basi territoriali 2021',
  page: 'https://www.istat.it/notizia/basi-territoriali-e-variabili-censuarie/',
  mayShare: true,
  units: {
    from: 'outlines',
    outlines: { url: 'https://www.istat.it/storage/cartografia/basi_territoriali/2021/R{part}_21.zip', kind: 'zip' },
    code: 'SEZ21_ID',
    crs: 'EPSG:32632',
    parts: REGIONS.map(([code, megabytes, box]): PackPart => ({ code, megabytes, box })),
    mostPeople: 3e6,
  },
  topics: {
    residents: {
      note: 'Residents at the permanent census of 2021 by census section.',
      comparability: 'full',
      fields: { total: 'POP21' },
    },
    families: {
      note: 'Households of the permanent census of 2021.',
      comparability: 'full',
      fields: { households: 'FAM21' },
    },
    housing: {
      note: 'Dwellings of the permanent census of 2021.',
      comparability: 'partial',
      fields: { dwellings: 'ABI21' },
    },
  },
  national: { residents: 59_030_133 },
  income: {
    file: {
      url: 'https://www1.finanze.gov.it/finanze/analisi_stat/public/v_4_0_0/contenuti/Redditi_e_principali_variabili_IRPEF_su_base_comunale_CSV_2021.zip',
      kind: 'zip',
      entry: '.csv',
      megabytes: 3,
    },
    key: { column: 'Codice Istat Comune', padTo: 6 },
    delimiter: ';',
    income: 'Reddito imponibile - Ammontare in euro',
    isSum: true,
    people: 'Numero contribuenti',
    // A section is a number of seven digits within the municipality.
    areaOfUnit: { drop: 7, padTo: 6 },
    measure: 'taxable income per taxpayer of the municipality',
    vintage: '2021',
    name: 'Ministero dell’Economia e delle Finanze, tax returns of 2021 by municipality',
    licence: 'CC-BY-3.0-IT',
    attribution: 'Ministero dell’Economia e delle Finanze, Dipartimento delle Finanze',
    page: 'https://www1.finanze.gov.it/finanze/analisi_stat/public/index.php?opendata=yes',
  },
  lacking: 'The outlines of the census sections of 2021 bring residents, households and dwellings alone.',
};
