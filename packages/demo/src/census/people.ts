import { AGE_CLASSES } from '@hinterland/catalogue';
import type { SeededRandom } from '@hinterland/geo';
import { apportion, part } from './apportion.ts';
import type { Profile } from './profile.ts';

/** The people of one census unit, counted in whole numbers that fit each other. */
export interface People {
  readonly dwellings: number;
  readonly households: number;
  /** Households of 1, 2, 3, 4, 5 and 6 or more persons. */
  readonly bySize: readonly number[];
  readonly inHouseholds: number;
  readonly total: number;
  readonly previousTotal: number;
  /** By five-year class. */
  readonly male: readonly number[];
  readonly female: readonly number[];
  readonly couplesWithoutChildren: number;
  readonly couplesWithChildren: number;
  readonly oneParent: number;
  readonly otherFamilies: number;
}

/** Students per hall of residence. */
const STUDENTS_PER_HALL = 84;

/** Persons per 1,000 of each five-year class in a place of one kind only. */
const PYRAMIDS = {
  base: [58, 60, 61, 60, 62, 66, 68, 67, 66, 64, 63, 62, 58, 52, 46, 36, 27, 24],
  student: [12, 8, 8, 190, 370, 170, 76, 40, 26, 20, 18, 16, 14, 11, 8, 6, 4, 3],
  young: [52, 28, 20, 30, 110, 190, 170, 110, 72, 52, 42, 36, 28, 22, 16, 11, 7, 4],
  family: [92, 98, 94, 80, 46, 52, 82, 104, 104, 84, 58, 40, 26, 16, 11, 7, 4, 2],
  retired: [26, 28, 30, 30, 26, 28, 32, 36, 42, 52, 72, 94, 112, 120, 104, 76, 52, 40],
} as const;

/** Share of males per class: more boys are born, more women grow old. */
const MALE_SHARE = [
  0.513, 0.513, 0.512, 0.511, 0.507, 0.501, 0.497, 0.495, 0.494, 0.494, 0.493, 0.492, 0.489, 0.484, 0.476, 0.459, 0.428,
  0.36,
];

/** Households by size in houses of families, in other houses, and in flats. */
const SIZES = {
  family: [0.11, 0.24, 0.2, 0.27, 0.12, 0.06],
  house: [0.27, 0.37, 0.14, 0.13, 0.06, 0.03],
  flat: [0.45, 0.34, 0.12, 0.06, 0.02, 0.01],
} as const;

export function countPeople(profile: Profile, random: SeededRandom): People {
  const dwellings = profile.houses + profile.flats;
  const households = dwellings - part(dwellings, profile.vacancy * (0.7 + 0.6 * random.next()));
  const bySize = householdSizes(profile, households, random);
  // In every second large household there is a seventh person.
  const inHouseholds = bySize.reduce((sum, count, i) => sum + count * (i + 1), 0) + Math.floor(bySize[5]! / 2);
  const inCare = dwellings > 120 && random.next() < 0.035 + 0.03 * profile.retired ? 35 + random.int(60) : 0;
  const students = profile.halls * STUDENTS_PER_HALL;
  const total = inHouseholds + inCare + students + profile.aboard;

  const ages = apportion(inHouseholds + profile.aboard, pyramid(profile, random));
  for (const [i, count] of apportion(students, [0, 0, 0, 46, 44, 10]).entries()) ages[i]! += count;
  for (const [i, count] of apportion(inCare, [7, 10, 21, 34, 28]).entries()) ages[13 + i]! += count;
  const male = ages.map((count, i) =>
    part(count, MALE_SHARE[i]! + (count > 0 ? (0.5 * random.normal()) / Math.sqrt(count) / 2 : 0)),
  );
  return {
    dwellings,
    households,
    bySize,
    inHouseholds,
    total,
    previousTotal: total === 0 ? 0 : Math.max(1, Math.round(total / (1 + profile.growth))),
    male,
    female: ages.map((count, i) => count - male[i]!),
    ...families(profile, bySize),
  };
}

function householdSizes(profile: Profile, households: number, random: SeededRandom): number[] {
  const family = (1 - profile.flatShare) * profile.family;
  const house = (1 - profile.flatShare) * (1 - profile.family);
  const shares = SIZES.flat.map(
    (flat, i) =>
      (profile.flatShare * flat + family * SIZES.family[i]! + house * SIZES.house[i]!) * (0.9 + 0.2 * random.next()),
  );
  return apportion(households, shares);
}

function pyramid(profile: Profile, random: SeededRandom): number[] {
  const leanings = { student: profile.student, young: profile.young, family: profile.family, retired: profile.retired };
  return AGE_CLASSES.map((_, i) => {
    let share = 0.35 * PYRAMIDS.base[i]!;
    for (const [kind, weight] of Object.entries(leanings))
      share += weight * PYRAMIDS[kind as keyof typeof leanings][i]!;
    return share * (0.88 + 0.24 * random.next());
  });
}

/** Families by the size of the household they live in; what is left are people who share a home. */
function families(profile: Profile, bySize: readonly number[]) {
  const grouped = 0.1 + 0.25 * profile.young + 0.3 * profile.student;
  const kinds = [
    [0, 0, 0, 0, 1],
    [0.7 * (1 - grouped), 0, 0.22 * (1 - grouped), 0.08 * (1 - grouped), grouped],
    [0.12, 0.56, 0.2, 0.06, 0.35 * grouped],
    [0.03, 0.8, 0.11, 0.03, 0.2 * grouped],
    [0.01, 0.84, 0.1, 0.03, 0.15 * grouped],
    [0, 0.84, 0.1, 0.06, 0],
  ];
  const sums = [0, 0, 0, 0, 0];
  for (const [i, count] of bySize.entries()) {
    for (const [kind, families] of apportion(count, kinds[i]!).entries()) sums[kind]! += families;
  }
  const [couplesWithoutChildren, couplesWithChildren, oneParent, otherFamilies] = sums as [
    number,
    number,
    number,
    number,
    number,
  ];
  return { couplesWithoutChildren, couplesWithChildren, oneParent, otherFamilies };
}
