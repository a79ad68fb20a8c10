import type { SeededRandom } from '@hinterland/geo';
import { AGE_CLASSES } from '@hinterland/territory';
import { apportion, part } from './apportion.ts';
import type { Columns } from './columns.ts';
import type { People } from './people.ts';
import type { Profile } from './profile.ts';

export const BIRTH_COUNTRIES = [
  ['new_zealand', 'New Zealand'],
  ['united_kingdom', 'United Kingdom'],
  ['france', 'France'],
  ['australia', 'Australia'],
  ['philippines', 'Philippines'],
  ['tonga', 'Tonga'],
  ['samoa', 'Samoa'],
  ['india', 'India'],
  ['china', 'China'],
  ['vietnam', 'Viet Nam'],
  ['portugal', 'Portugal'],
  ['chile', 'Chile'],
  ['south_africa', 'South Africa'],
  ['elsewhere', 'Elsewhere'],
] as const;
const BIRTH_SHARES = [15, 14, 13, 10, 9, 7, 6, 7, 6, 3, 3, 2, 2, 12];

/** National languages first; the rest are other languages. */
export const LANGUAGES = [
  ['english', 'English'],
  ['french', 'French'],
  ['maravean', 'Maravean'],
  ['tagalog', 'Tagalog'],
  ['tongan', 'Tongan'],
  ['samoan', 'Samoan'],
  ['hindi', 'Hindi'],
  ['mandarin', 'Mandarin'],
  ['vietnamese', 'Vietnamese'],
  ['portuguese', 'Portuguese'],
  ['spanish', 'Spanish'],
  ['other', 'Other'],
] as const;
const OTHER_LANGUAGE_SHARES = [20, 15, 13, 14, 14, 7, 8, 4, 15];

const keysOf = (list: readonly (readonly [string, string])[]) => list.map(([key]) => key);
const sum = (counts: readonly number[]) => counts.reduce((a, b) => a + b, 0);

export function residents(columns: Columns, row: number, people: People): void {
  columns.set(row, {
    total: people.total,
    male: sum(people.male),
    female: sum(people.female),
    in_households: people.inHouseholds,
    previous_total: people.previousTotal,
  });
}

export function ageClasses(columns: Columns, row: number, people: People): void {
  for (const [i, { code }] of AGE_CLASSES.entries()) {
    columns.set(row, {
      [`total_${code}`]: people.male[i]! + people.female[i]!,
      [`male_${code}`]: people.male[i]!,
      [`female_${code}`]: people.female[i]!,
    });
  }
}

export function families(columns: Columns, row: number, people: People): void {
  const [one, two, three, four, five, sixPlus] = people.bySize;
  columns.set(row, {
    families: people.couplesWithoutChildren + people.couplesWithChildren + people.oneParent,
    couples_without_children: people.couplesWithoutChildren,
    couples_with_children: people.couplesWithChildren,
    one_parent: people.oneParent,
    other_families: people.otherFamilies,
    households: people.households,
    households_1: one!,
    households_2: two!,
    households_3: three!,
    households_4: four!,
    households_5: five!,
    households_6_plus: sixPlus!,
    persons_in_households: people.inHouseholds,
  });
}

export function education(columns: Columns, row: number, profile: Profile, people: People, random: SeededRandom): void {
  const base = part(aged(people, 3), 0.94 + 0.03 * random.next());
  const degree = Math.min(
    0.62,
    Math.max(0.05, 0.2 + 0.24 * (profile.income - 1) + 0.14 * profile.young + 0.08 * profile.student),
  );
  const [none, lower, upper, vocational, tertiary] = apportion(base, [
    0.07 + 0.07 * profile.retired,
    0.2 - 0.1 * degree,
    0.26 + 0.25 * profile.student,
    0.27 - 0.1 * degree,
    degree,
  ]);
  const at = (i: number, share: number) => part(people.male[i]! + people.female[i]!, share);
  const attending =
    at(0, 0.3) +
    at(1, 0.97) +
    at(2, 0.99) +
    at(3, 0.78) +
    at(4, 0.3 + 0.6 * profile.student) +
    at(5, 0.1 + 0.3 * profile.student);
  columns.set(row, {
    base,
    primary_or_none: none!,
    lower_secondary: lower!,
    upper_secondary: upper!,
    vocational: vocational!,
    tertiary: tertiary!,
    attending,
  });
}

export function origins(columns: Columns, row: number, profile: Profile, people: People, random: SeededRandom): void {
  const base = part(people.total, 0.95 + 0.03 * random.next());
  const abroadShare =
    0.1 + 0.12 * profile.flatShare + 0.1 * profile.student + 0.06 * profile.young + 0.05 * random.next();
  const abroad = part(base, abroadShare);
  const stated = part(people.total, 0.96);
  const foreign = part(stated, abroadShare * 0.52);
  const spoken = part(people.total, 0.965);
  const other = part(spoken, 0.02 + 0.55 * abroadShare * random.between(0.85, 1.15));
  const [english, french, maravean] = apportion(spoken - other, [
    0.72 - 0.12 * profile.retired,
    0.14 + 0.1 * (profile.urban ? 0 : 1),
    0.1,
  ]);
  columns.set(row, {
    base,
    born_in_country: base - abroad,
    born_abroad: abroad,
    citizens: stated - foreign,
    foreign_citizens: foreign,
    other_language_at_home: other,
  });
  const noisy = (shares: readonly number[]) => shares.map((share) => share * random.between(0.6, 1.4));
  columns.setList(row, 'birth_country', keysOf(BIRTH_COUNTRIES), apportion(abroad, noisy(BIRTH_SHARES)));
  const others = apportion(other, noisy(OTHER_LANGUAGE_SHARES));
  columns.setList(row, 'language', keysOf(LANGUAGES), [english!, french!, maravean!, ...others]);
}

/** Persons from an age class on. */
export function aged(people: People, fromClass: number): number {
  return sum(people.male.slice(fromClass)) + sum(people.female.slice(fromClass));
}
