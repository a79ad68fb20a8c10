import type { PackTopic, PeoplePack } from './pack.ts';

/** Age classes of table G01 as its columns are called. */
const AGES: readonly (readonly [number, number | null, string])[] = [
  [0, 4, 'Age_0_4_yr'],
  [5, 14, 'Age_5_14_yr'],
  [15, 19, 'Age_15_19_yr'],
  [20, 24, 'Age_20_24_yr'],
  [25, 34, 'Age_25_34_yr'],
  [35, 44, 'Age_35_44_yr'],
  [45, 54, 'Age_45_54_yr'],
  [55, 64, 'Age_55_64_yr'],
  [65, 74, 'Age_65_74_yr'],
  [75, 84, 'Age_75_84_yr'],
  [85, null, 'Age_85ov'],
];

const ageClasses: PackTopic['ageClasses'] = AGES.map(([from, to, name]) => ({
  from,
  to,
  total: `${name}_P`,
  male: `${name}_M`,
  female: `${name}_F`,
}));

/** All tables of the census by SA1. */
const DATA_PACK = {
  url: 'https://www.abs.gov.au/census/find-census-data/datapacks/download/2021_GCP_SA1_for_AUS_short-header.zip',
  kind: 'zip',
  megabytes: 350,
} as const;

const PUBLISHED = {
  licence: 'CC-BY-4.0',
  attribution: 'Australian Bureau of Statistics, Census 2021',
  page: 'https://www.abs.gov.au/census/find-census-data/datapacks',
} as const;

export const AUSTRALIA: PeoplePack = {
  code: 'abs-census-2021',
  name: 'ABS, Census 2021, statistical areas level 1',
  countries: ['AU'],
  vintage: '2021-08-10',
  ...PUBLISHED,
  mayShare: true,
  units: {
    from: 'outlines',
    outlines: {
      url: 'https://www.abs.gov.au/statistics/standards/australian-statistical-geography-standard-asgs-edition-3/jul2021-jun2026/access-and-downloads/digital-boundary-files/SA1_2021_AUST_SHP_GDA2020.zip',
      kind: 'zip',
      megabytes: 190,
    },
    code: 'SA1_CODE21',
    crs: 'EPSG:7844',
    tables: {
      people: {
        file: { ...DATA_PACK, entry: '2021Census_G01_AUST_SA1.csv' },
        key: 'SA1_CODE_2021',
      },
    },
    mostPeople: 3e6,
  },
  topics: {
    residents: {
      note: 'Usual residents at the census of 2021 by statistical area level 1; small counts are changed at random to keep them secret, so parts do not add up to their sum.',
      comparability: 'full',
      fields: { total: 'Tot_P_P', male: 'Tot_P_M', female: 'Tot_P_F' },
    },
    age_classes: {
      note: 'Eleven age classes of the census of 2021; those of ten years are split into five.',
      comparability: 'full',
      ageClasses,
    },
    origins: {
      note: 'Residents whose country of birth is stated, and citizens of Australia.',
      comparability: 'full',
      fields: {
        base: { sum: ['Birthplace_Australia_P', 'Birthplace_Elsewhere_P'] },
        born_in_country: 'Birthplace_Australia_P',
        born_abroad: 'Birthplace_Elsewhere_P',
        citizens: 'Australian_citizen_P',
      },
    },
  },
  national: { weight: 'Tot_P_P' },
  income: {
    file: { ...DATA_PACK, entry: '2021Census_G02_AUST_SA1.csv' },
    key: 'SA1_CODE_2021',
    income: 'Median_tot_prsnl_inc_weekly',
    measure: 'median weekly income of persons of 15 years and over',
    vintage: '2021',
    name: 'ABS, Census 2021, table G02, statistical areas level 1',
    ...PUBLISHED,
  },
  lacking: 'Table G01 of the census of 2021, which is read here, does not have it.',
};
