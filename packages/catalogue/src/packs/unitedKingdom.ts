import type { PackTopic, PeoplePack } from './pack.ts';

const bulk = (table: string, megabytes: number) => ({
  file: {
    url: `https://www.nomisweb.co.uk/output/census/2021/census2021-${table}.zip`,
    kind: 'zip' as const,
    entry: `census2021-${table}-oa.csv`,
    megabytes,
  },
  key: 'geography code',
});

/** A table without which people are known, too. */
const further = (table: string, megabytes: number) => ({ ...bulk(table, megabytes), isExtra: true });

const size = (n: number) => `Household size: ${n} ${n === 1 ? 'person' : 'people'} in household; measures: Value`;
const tenure = (of: string) => `Tenure of household: ${of}`;

const ageClasses: PackTopic['ageClasses'] = Array.from({ length: 18 }, (_, i) => {
  const [from, to] = [5 * i, i === 17 ? null : 5 * i + 4];
  const years = to === null ? '85 years and over' : from === 0 ? '4 years and under' : `${from} to ${to} years`;
  return { from, to, total: `Age: Aged ${years}` };
});

const LARGEST = 'Household size: 8 or more people in household; measures: Value';
const BORN_HERE = 'Country of birth: Europe: United Kingdom; measures: Value';

/** England and Wales: Scotland and Northern Ireland have offices, dates and files of their own. */
export const UNITED_KINGDOM: PeoplePack = {
  code: 'ons-census-2021',
  name: 'ONS, Census 2021 of England and Wales, output areas',
  countries: ['GB'],
  vintage: '2021-03-21',
  licence: 'OGL-UK-3.0',
  attribution:
    'Source: Office for National Statistics licensed under the Open Government Licence v.3.0. Contains OS data © Crown copyright and database right 2023',
  page: 'https://www.nomisweb.co.uk/sources/census_2021_bulk',
  mayShare: true,
  units: {
    from: 'outlines',
    outlines: {
      url: 'https://open-geography-portalx-ons.hub.arcgis.com/api/download/v1/items/6beafcfd9b9c4c9993a06b6b199d7e6d/shapefile?layers=0',
      kind: 'zip',
      name: 'output-areas-2021-ew-bgc.zip',
      megabytes: 150,
    },
    code: 'OA21CD',
    crs: 'EPSG:27700',
    tables: {
      people: bulk('ts001', 6),
      sexes: bulk('ts008', 6),
      ages: bulk('ts007a', 20),
      origins: further('ts004', 15),
      sizes: further('ts017', 10),
      tenures: further('ts054', 12),
    },
    without: ['scotland', 'ireland-and-northern-ireland'],
    mostPeople: 3e6,
  },
  topics: {
    residents: {
      note: 'Usual residents at the census of 2021 by output area; small counts are changed to keep them secret.',
      comparability: 'full',
      table: 'people',
      fields: {
        total: 'Residence type: Total; measures: Value',
        male: { column: 'Sex: Male; measures: Value', table: 'sexes' },
        female: { column: 'Sex: Female; measures: Value', table: 'sexes' },
      },
    },
    age_classes: {
      note: 'Age classes of five years.',
      comparability: 'full',
      table: 'ages',
      ageClasses,
    },
    families: {
      note: 'Households with at least one usual resident by size.',
      comparability: 'full',
      table: 'sizes',
      fields: {
        households: { sum: [1, 2, 3, 4, 5, 6, 7].map(size).concat(LARGEST) },
        ...Object.fromEntries([1, 2, 3, 4, 5].map((n) => [`households_${n}`, size(n)])),
        households_6_plus: { sum: [size(6), size(7), LARGEST] },
      },
    },
    origins: {
      note: 'Usual residents by country of birth.',
      comparability: 'full',
      table: 'origins',
      fields: {
        base: 'Country of birth: Total; measures: Value',
        born_in_country: BORN_HERE,
        born_abroad: { difference: ['Country of birth: Total; measures: Value', BORN_HERE] },
      },
    },
    housing: {
      note: 'Households by tenure; those with shared ownership are among the mortgaged.',
      comparability: 'full',
      table: 'tenures',
      fields: {
        occupied: tenure('Total: All households'),
        owned_outright: tenure('Owned: Owns outright'),
        mortgaged: { sum: [tenure('Owned: Owns with a mortgage or loan'), tenure('Shared ownership')] },
        rented: { sum: [tenure('Social rented'), tenure('Private rented'), tenure('Lives rent free')] },
      },
    },
  },
  national: { name: 'England and Wales' },
  income: {
    file: {
      url: 'https://www.ons.gov.uk/file?uri=/employmentandlabourmarket/peopleinwork/earningsandworkinghours/datasets/smallareaincomeestimatesformiddlelayersuperoutputareasenglandandwales/financialyearending2023/datasetfinal.xlsx',
      kind: 'zip',
      name: 'ons-small-area-income-2023.xlsx',
      megabytes: 2,
    },
    sheet: 'Net income after housing costs',
    skipLines: 3,
    thousands: ',',
    key: 'MSOA code',
    income: 'Disposable (net) annual income after housing costs (£)',
    areas: {
      file: {
        url: 'https://open-geography-portalx-ons.hub.arcgis.com/api/download/v1/items/b9ca90c10aaa4b8d9791e9859a38ca67/csv?layers=0',
        kind: 'text',
        name: 'output-areas-2021-ew-lookup.csv',
        megabytes: 25,
      },
      unit: 'OA21CD',
      area: 'MSOA21CD',
      vintage: '2021-12',
      name: 'ONS, output areas of 2021 with the larger areas that hold them',
      licence: 'OGL-UK-3.0',
      attribution: 'Source: Office for National Statistics licensed under the Open Government Licence v.3.0',
      page: 'https://geoportal.statistics.gov.uk/datasets/b9ca90c10aaa4b8d9791e9859a38ca67_0',
    },
    measure: 'net household income after housing costs, equivalised, of the middle layer super output area',
    vintage: '2022-23',
    name: 'ONS, model-based income estimates for small areas, year ending March 2023',
    licence: 'OGL-UK-3.0',
    attribution: 'Source: Office for National Statistics licensed under the Open Government Licence v.3.0',
    page: 'https://www.ons.gov.uk/employmentandlabourmarket/peopleinwork/earningsandworkinghours/datasets/smallareaincomeestimatesformiddlelayersuperoutputareasenglandandwales',
  },
  lacking:
    'The tables of the census of 2021 that are read here (TS001, TS004, TS007A, TS008, TS017, TS054) do not have it.',
};
