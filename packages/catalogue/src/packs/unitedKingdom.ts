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

const ageClasses: PackTopic['ageClasses'] = Array.from({ length: 18 }, (_, i) => {
  const [from, to] = [5 * i, i === 17 ? null : 5 * i + 4];
  const years = to === null ? '85 years and over' : from === 0 ? '4 years and under' : `${from} to ${to} years`;
  return { from, to, total: `Age: Aged ${years}` };
});

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
    tables: { people: bulk('ts001', 6), sexes: bulk('ts008', 6), ages: bulk('ts007a', 20) },
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
  },
  lacking: 'The tables of the census of 2021 that are read here (TS001, TS007A, TS008) do not have it.',
};
