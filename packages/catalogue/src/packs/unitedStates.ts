import type { PackTable, PackTopic, PeoplePack } from './pack.ts';

const SURVEY = 'US Census, American Community Survey 2018-2022, block groups';

/** A table of the survey: estimates of all areas of the country, the group of a block and the nation among them. */
const surveyed = (table: string, megabytes: number): PackTable => ({
  file: {
    url: `https://www2.census.gov/programs-surveys/acs/summary_file/2022/table-based-SF/data/5YRData/acsdt5y2022-${table}.dat`,
    kind: 'text',
    name: `acsdt5y2022-${table}.psv`,
    megabytes,
  },
  isExtra: true,
  source: { name: SURVEY, vintage: '2018-2022' },
  key: 'GEO_ID',
  delimiter: '|',
  // Codes from -666666666 on say why there is no estimate.
  missingBelow: 0,
});

/** A block lies in the group that its first twelve digits name. */
const GROUP = { take: 12, prefix: '1500000US' };

/** Classes of table B01001 from its third column on: those of men, and 24 columns later those of women. */
const AGES: readonly (readonly [from: number, to: number | null, columns: number])[] = [
  [0, 4, 1],
  [5, 9, 1],
  [10, 14, 1],
  [15, 19, 2],
  [20, 24, 3],
  [25, 29, 1],
  [30, 34, 1],
  [35, 39, 1],
  [40, 44, 1],
  [45, 49, 1],
  [50, 54, 1],
  [55, 59, 1],
  [60, 64, 2],
  [65, 69, 2],
  [70, 74, 1],
  [75, 79, 1],
  [80, 84, 1],
  [85, null, 1],
];

const ageClasses: PackTopic['ageClasses'] = AGES.map(([from, to, count], i) => {
  const first = 3 + AGES.slice(0, i).reduce((sum, [, , columns]) => sum + columns, 0);
  const columns = (start: number) =>
    Array.from({ length: count }, (_, j) => `B01001_E${String(start + j).padStart(3, '0')}`);
  const [male, female] = [columns(first), columns(first + 24)];
  return { from, to, total: { sum: [...male, ...female] }, male: { sum: male }, female: { sum: female } };
});

/** FIPS codes of the states, and about how many megabytes their files of blocks have. */
const STATES: Readonly<Record<string, readonly [code: string, megabytes: number]>> = {
  alabama: ['01', 95],
  alaska: ['02', 30],
  arizona: ['04', 80],
  arkansas: ['05', 75],
  california: ['06', 220],
  colorado: ['08', 80],
  connecticut: ['09', 25],
  delaware: ['10', 10],
  'district-of-columbia': ['11', 3],
  florida: ['12', 150],
  georgia: ['13', 110],
  hawaii: ['15', 12],
  idaho: ['16', 50],
  illinois: ['17', 140],
  indiana: ['18', 90],
  iowa: ['19', 75],
  kansas: ['20', 80],
  kentucky: ['21', 80],
  louisiana: ['22', 80],
  maine: ['23', 35],
  maryland: ['24', 45],
  massachusetts: ['25', 50],
  michigan: ['26', 110],
  minnesota: ['27', 90],
  mississippi: ['28', 70],
  missouri: ['29', 125],
  montana: ['30', 60],
  nebraska: ['31', 60],
  nevada: ['32', 40],
  'new-hampshire': ['33', 20],
  'new-jersey': ['34', 50],
  'new-mexico': ['35', 65],
  'new-york': ['36', 120],
  'north-carolina': ['37', 110],
  'north-dakota': ['38', 45],
  ohio: ['39', 120],
  oklahoma: ['40', 85],
  oregon: ['41', 75],
  pennsylvania: ['42', 160],
  'rhode-island': ['44', 8],
  'south-carolina': ['45', 75],
  'south-dakota': ['46', 45],
  tennessee: ['47', 95],
  texas: ['48', 300],
  utah: ['49', 45],
  vermont: ['50', 15],
  virginia: ['51', 95],
  washington: ['53', 90],
  'west-virginia': ['54', 50],
  wisconsin: ['55', 95],
  wyoming: ['56', 40],
};

export const UNITED_STATES: PeoplePack = {
  code: 'us-census-2020',
  name: 'US Census 2020, blocks',
  countries: ['US'],
  vintage: '2020-04-01',
  licence: 'Public domain (U.S. Government work)',
  attribution: 'U.S. Census Bureau, 2020 Census, TIGER/Line',
  page: 'https://www.census.gov/geographies/mapping-files/time-series/geo/tiger-line-file.html',
  mayShare: true,
  units: {
    from: 'outlines',
    outlines: {
      url: 'https://www2.census.gov/geo/tiger/TIGER2020/TABBLOCK20/tl_2020_{part}_tabblock20.zip',
      kind: 'zip',
    },
    parts: Object.entries(STATES).map(([name, [code, megabytes]]) => ({ code, megabytes, extracts: [`us/${name}`] })),
    code: 'GEOID20',
    hasFigures: true,
    tables: { ages: surveyed('b01001', 230), medians: surveyed('b19013', 18) },
    mostPeople: 3e6,
  },
  topics: {
    residents: {
      note: 'Residents at the census of 2020 by block; counts of single blocks carry noise that keeps them secret.',
      comparability: 'full',
      table: 'outlines',
      fields: { total: 'POP20' },
    },
    age_classes: {
      note: 'Ages and sexes of the block group, an estimate of 2018 to 2022 from a sample, spread over its blocks by residents.',
      comparability: 'partial',
      table: 'ages',
      ageClasses,
      spreadFrom: { areaCode: GROUP, people: 'B01001_E001' },
    },
    income: {
      note: 'Median household income of the block group, before taxes, an estimate of 2018 to 2022 from a sample.',
      comparability: 'partial',
      table: 'medians',
      fields: { median_household: 'B19013_E001' },
      spreadFrom: { areaCode: GROUP },
    },
    housing: {
      note: 'Housing units of the census of 2020 by block, vacant ones among them.',
      comparability: 'partial',
      table: 'outlines',
      fields: { dwellings: 'HOUSING20' },
    },
  },
  national: { row: '0100000US' },
  income: {
    file: {
      url: 'https://www2.census.gov/programs-surveys/acs/summary_file/2022/table-based-SF/data/5YRData/acsdt5y2022-b19301.dat',
      kind: 'text',
      name: 'acsdt5y2022-b19301.psv',
      megabytes: 22,
    },
    key: 'GEO_ID',
    areaPrefix: '1500000US',
    delimiter: '|',
    income: 'B19301_E001',
    missing: ['-666666666', '-888888888', '-999999999'],
    // A block lies in the group that its first twelve digits name.
    areaOfUnit: { take: 12 },
    measure: 'income per head of 2018 to 2022',
    vintage: '2018-2022',
    name: 'US Census, American Community Survey 2018-2022, table B19301, block groups',
    licence: 'Public domain (U.S. Government work)',
    attribution: 'U.S. Census Bureau, American Community Survey 5-year estimates',
    page: 'https://www.census.gov/programs-surveys/acs',
  },
  lacking:
    'The blocks of the census of 2020 and the tables of the American Community Survey that are read here do not have it.',
};
