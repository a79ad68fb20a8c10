import type { PeoplePack } from './pack.ts';

const AGES: readonly (readonly [number, number | null, string])[] = [
  [0, 3, 'ind_0_3'],
  [4, 5, 'ind_4_5'],
  [6, 10, 'ind_6_10'],
  [11, 17, 'ind_11_17'],
  [18, 24, 'ind_18_24'],
  [25, 39, 'ind_25_39'],
  [40, 54, 'ind_40_54'],
  [55, 64, 'ind_55_64'],
  [65, 79, 'ind_65_79'],
  [80, null, 'ind_80p'],
];

const CELLS = {
  url: 'https://www.insee.fr/fr/statistiques/fichier/8735162/Filosofi2021_carreaux_200m_csv.zip',
  kind: 'zip',
  entry: 'carreaux_200m_met.csv',
  megabytes: 150,
} as const;

const PUBLISHED = {
  licence: 'etalab-2.0',
  attribution: 'Insee, Filosofi 2021',
  page: 'https://www.insee.fr/fr/statistiques/8735162',
} as const;

export const FRANCE: PeoplePack = {
  code: 'filosofi-2021',
  name: 'Insee, Filosofi 2021, cells of 200 m',
  countries: ['FR'],
  vintage: '2021',
  ...PUBLISHED,
  mayShare: true,
  units: {
    from: 'cells',
    file: CELLS,
    table: { cell: 'idcar_200m', people: 'ind' },
  },
  topics: {
    residents: {
      note: 'People in households that pay taxes; four cells in five are filled in from larger ones to keep them secret.',
      comparability: 'partial',
      fields: { total: 'ind', in_households: 'ind' },
    },
    age_classes: {
      note: 'Ten age classes of people in households that pay taxes, split into five years.',
      comparability: 'partial',
      ageClasses: AGES.map(([from, to, total]) => ({ from, to, total })),
    },
    families: {
      note: 'Households that pay taxes.',
      comparability: 'partial',
      fields: { households: 'men', households_1: 'men_1ind', persons_in_households: 'ind' },
    },
    income: {
      note: 'Sum of the standards of living of all people (disposable income of the household per consumption unit), extremes cut; true in total where cells are filled in from larger ones.',
      comparability: 'partial',
      fields: { earners: 'ind', total_personal_income: 'ind_snv' },
    },
    housing: {
      note: 'Main homes of households that pay taxes.',
      comparability: 'partial',
      fields: { occupied: 'men', houses: 'men_mais', apartments: 'men_coll' },
    },
  },
  national: { weight: 'ind' },
  income: {
    file: CELLS,
    key: 'idcar_200m',
    income: 'ind_snv',
    isSum: true,
    people: 'ind',
    measure: 'the standard of living (disposable income per consumption unit)',
    vintage: '2021',
    name: 'Insee, Filosofi 2021, cells of 200 m',
    ...PUBLISHED,
  },
  lacking: 'Filosofi by cells of 200 m does not have it.',
};
