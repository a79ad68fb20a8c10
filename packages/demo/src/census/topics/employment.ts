import { apportion, part } from '../apportion.ts';
import { aged } from './count.ts';
import { keysOf, type Topic, titled } from './topic.ts';

/** Sections of ISIC revision 4, joined where a small country publishes them so. */
const INDUSTRIES = [
  ['a', 'Agriculture, forestry and fishing'],
  ['b_e', 'Mining, energy, water and waste'],
  ['c', 'Manufacturing'],
  ['f', 'Construction'],
  ['g', 'Wholesale and retail trade'],
  ['h', 'Transport and storage'],
  ['i', 'Accommodation and food service'],
  ['j', 'Information and communication'],
  ['k_l', 'Finance, insurance and real estate'],
  ['m_n', 'Professional and administrative services'],
  ['o', 'Public administration and defence'],
  ['p', 'Education'],
  ['q', 'Health and social work'],
  ['r_s', 'Arts, recreation and other services'],
] as const;
const INDUSTRY_SHARES = [4, 2.5, 7, 8.5, 14, 6, 10, 3.5, 5, 10, 8, 8.5, 13.5, 5.5];

export const employment: Topic = {
  note: 'Invented figures of a fictional country; persons aged 15 and over.',
  lists: [
    {
      name: 'industry',
      unit: 'persons',
      meaning: 'Employed persons by industry (sections of ISIC revision 4)',
      keys: titled(INDUSTRIES),
    },
  ],
  fill({ columns, row, profile, people, random }) {
    const byAge = people.male.map((male, i) => male + people.female[i]!);
    const rates = [0, 0, 0, 0.48, 0.79, 0.86, 0.87, 0.87, 0.88, 0.87, 0.85, 0.78, 0.6, 0.3, 0.13, 0.06, 0.02, 0];
    const keen = Math.min(1.1, 0.93 + 0.08 * profile.income - 0.16 * profile.student + 0.04 * random.next());
    const base = aged(people, 3);
    const labourForce = Math.min(
      base,
      byAge.reduce((sum, count, i) => sum + part(count, rates[i]! * keen), 0),
    );
    const unemployed = part(
      labourForce,
      Math.min(0.16, Math.max(0.015, 0.058 - 0.04 * (profile.income - 1) + 0.02 * random.next())),
    );
    const employed = labourForce - unemployed;
    const [self, publicly, privately] = apportion(employed, [
      0.11 + (profile.urban ? 0 : 0.1),
      0.2 + 0.05 * profile.income,
      0.68,
    ]);
    columns.set(row, {
      base,
      labour_force: labourForce,
      employed,
      unemployed,
      not_in_labour_force: base - labourForce,
      self_employed: self!,
      private_employees: privately!,
      public_employees: publicly!,
    });
    const farms = profile.urban ? 0.35 : 5;
    const offices = 0.6 + 0.5 * profile.income + 0.4 * profile.young;
    const leanings = [
      farms,
      1,
      1,
      1,
      1,
      1,
      1 + 0.4 * profile.student,
      offices,
      offices,
      offices,
      1,
      1 + 0.6 * profile.student,
      1,
      1,
    ];
    const shares = INDUSTRY_SHARES.map((share, i) => share * leanings[i]! * random.between(0.75, 1.25));
    columns.setList(row, 'industry', keysOf(INDUSTRIES), apportion(employed, shares));
  },
};
