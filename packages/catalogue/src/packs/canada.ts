import type { PackTopic, PeoplePack } from './pack.ts';

/** Numbers of the characteristics of the Census Profile; those of age classes of five years stand in two rows of numbers. */
const CHARACTERISTIC = {
  people: '1',
  dwellings: '4',
  occupied: '5',
  households: '50',
  bySize: ['51', '52', '53', '54'],
  householdIncome: '244',
};
const AGES = [10, 11, 12, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 25, 26, 27, 28, 29].map(String);

const ageClasses: PackTopic['ageClasses'] = AGES.map((total, i) => ({
  from: 5 * i,
  to: i === AGES.length - 1 ? null : 5 * i + 4,
  total,
}));

/** The profile has six columns that are all called SYMBOL, so columns go by their place. */
const COLUMNS = [
  'CENSUS_YEAR',
  'DGUID',
  'ALT_GEO_CODE',
  'GEO_LEVEL',
  'GEO_NAME',
  'TNR_SF',
  'TNR_LF',
  'DATA_QUALITY_FLAG',
  'CHARACTERISTIC_ID',
  'CHARACTERISTIC_NAME',
  'CHARACTERISTIC_NOTE',
  ...['COUNT_TOTAL', 'COUNT_MEN', 'COUNT_WOMEN', 'RATE_TOTAL', 'RATE_MEN', 'RATE_WOMEN'].flatMap((name) => [
    name,
    `${name}_SYMBOL`,
  ]),
];

const GET_FILE =
  'https://www12.statcan.gc.ca/census-recensement/2021/dp-pd/prof/details/download-telecharger/comp/GetFile.cfm';

const BOUNDARIES = 'https://www12.statcan.gc.ca/census-recensement/2021/geo/sip-pis/boundary-limites/files-fichiers';

const PUBLISHED = {
  licence: 'Statistics Canada Open Licence',
  attribution:
    'Adapted from Statistics Canada, Census Profile and boundary files of the 2021 census. This does not constitute an endorsement by Statistics Canada of this product.',
  page: 'https://www12.statcan.gc.ca/census-recensement/2021/dp-pd/prof/details/download-telecharger.cfm?Lang=E',
} as const;

/** How the Census Profile is written. */
const PROFILE = {
  encoding: 'windows-1252',
  delimiter: ',',
  skipLines: 1,
  header: COLUMNS,
  missing: ['...', '..', 'x', 'F'],
} as const;

export const CANADA: PeoplePack = {
  code: 'statcan-census-2021',
  name: 'Statistics Canada, Census 2021, dissemination areas',
  countries: ['CA'],
  vintage: '2021-05-11',
  ...PUBLISHED,
  mayShare: true,
  units: {
    from: 'outlines',
    outlines: {
      url: `${BOUNDARIES}/lda_000b21a_e.zip`,
      kind: 'zip',
      megabytes: 198,
    },
    code: 'DGUID',
    crs: 'EPSG:3347',
    tables: {
      people: {
        file: {
          url: `${GET_FILE}?Lang=E&FILETYPE=CSV&GEONO=006_{part}`,
          kind: 'zip',
          name: '98-401-X2021006_{part}_eng_CSV.zip',
          entry: '_English_CSV_data_*.csv',
        },
        key: 'DGUID',
        ...PROFILE,
        where: [
          {
            column: 'CHARACTERISTIC_ID',
            equals: [
              CHARACTERISTIC.people,
              CHARACTERISTIC.dwellings,
              CHARACTERISTIC.occupied,
              ...AGES,
              CHARACTERISTIC.households,
              ...CHARACTERISTIC.bySize,
            ],
          },
        ],
        long: { name: 'CHARACTERISTIC_ID', value: 'COUNT_TOTAL' },
      },
    },
    parts: [
      {
        code: 'Atlantic_Atlantique',
        megabytes: 190,
        extracts: ['newfoundland-and-labrador', 'prince-edward-island', 'nova-scotia', 'new-brunswick'],
      },
      { code: 'Quebec', megabytes: 550, extracts: ['quebec'] },
      { code: 'Ontario', megabytes: 800, extracts: ['ontario'] },
      { code: 'Prairies', megabytes: 447, extracts: ['manitoba', 'saskatchewan', 'alberta'] },
      { code: 'BC_CB', megabytes: 307, extracts: ['british-columbia'] },
      { code: 'Territories_Territoires', megabytes: 10, extracts: ['yukon', 'northwest-territories', 'nunavut'] },
    ],
    mostPeople: 3e6,
  },
  topics: {
    residents: {
      note: 'Residents at the census of 2021 by dissemination area.',
      comparability: 'full',
      fields: { total: CHARACTERISTIC.people },
    },
    age_classes: {
      note: 'Age classes of five years, rounded at random to multiples of five.',
      comparability: 'full',
      ageClasses,
    },
    families: {
      note: 'Private households by size, rounded at random to multiples of five.',
      comparability: 'full',
      fields: {
        households: CHARACTERISTIC.households,
        ...Object.fromEntries(CHARACTERISTIC.bySize.map((number, i) => [`households_${i + 1}`, number])),
      },
    },
    housing: {
      note: 'Private dwellings, and those that usual residents live in.',
      comparability: 'full',
      fields: { dwellings: CHARACTERISTIC.dwellings, occupied: CHARACTERISTIC.occupied },
    },
  },
  national: { row: '2021A000011124' },
  income: {
    file: {
      url: `${GET_FILE}?Lang=E&FILETYPE=CSV&GEONO=012`,
      kind: 'zip',
      name: '98-401-X2021012_eng_CSV.zip',
      entry: '_English_CSV_data.csv',
      megabytes: 216,
    },
    ...PROFILE,
    key: 'DGUID',
    where: [
      { column: 'GEO_LEVEL', equals: ['Aggregate dissemination area'] },
      { column: 'CHARACTERISTIC_ID', equals: [CHARACTERISTIC.householdIncome] },
    ],
    income: 'COUNT_TOTAL',
    areas: {
      file: { url: `${BOUNDARIES}/lada000b21a_e.zip`, kind: 'zip', megabytes: 155 },
      code: 'DGUID',
      crs: 'EPSG:3347',
      vintage: '2021',
      name: 'Statistics Canada, aggregate dissemination areas 2021, outlines',
      ...PUBLISHED,
    },
    measure: 'median household income of 2020 after taxes of the aggregate dissemination area',
    vintage: '2020',
    name: 'Statistics Canada, Census Profile 2021, aggregate dissemination areas',
    ...PUBLISHED,
  },
  lacking: 'The characteristics of the Census Profile of 2021 that are read here do not have it.',
};
