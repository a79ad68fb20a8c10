import { apportion, part } from '../apportion.ts';
import { lognormalClasses } from '../lognormal.ts';
import { groupedMedian } from './classes.ts';
import { classes, keysOf, type Topic, titled } from './topic.ts';

/** Lower limits of classes in dollars a month; the last is open. */
const RENT = [0, 400, 700, 900, 1_100, 1_300, 1_600, 2_000, 2_500, 3_200];
const REPAYMENT = [0, 500, 900, 1_200, 1_500, 1_800, 2_200, 2_700, 3_400, 4_500];

const BUILDING_PERIODS = [
  ['before_1920', 'Before 1920'],
  ['1920_1945', '1920 to 1945'],
  ['1946_1969', '1946 to 1969'],
  ['1970_1989', '1970 to 1989'],
  ['1990_2009', '1990 to 2009'],
  ['since_2010', '2010 and later'],
] as const;

export const housing: Topic = {
  note: 'Invented figures of a fictional country. Rooms are all rooms but kitchens and bathrooms.',
  distributions: [
    classes('rent', 'currency_per_month', 'Rented dwellings by monthly rent', RENT),
    classes('repayment', 'currency_per_month', 'Mortgaged dwellings by monthly repayment', REPAYMENT),
  ],
  lists: [
    {
      name: 'building_period',
      unit: 'dwellings',
      meaning: 'Dwellings by period of construction',
      keys: titled(BUILDING_PERIODS),
    },
  ],
  fill({ columns, row, profile, people, random }) {
    const occupied = people.households;
    const [houses, apartments, other] = apportion(occupied, [
      (1 - profile.flatShare) * 0.985,
      profile.flatShare * 0.995,
      0.015 * (1 - profile.flatShare) + 0.005 * profile.flatShare,
    ]);
    const rent = 0.2 + 0.32 * profile.flatShare + 0.15 * profile.young + 0.2 * profile.student;
    const [outright, mortgaged, rented] = apportion(occupied, [
      0.2 + 0.35 * profile.retired,
      0.2 + 0.34 * profile.family,
      rent,
      0.02,
    ]);
    const monthly = 1_250 * profile.income ** 0.7 * (1 + 0.2 * profile.young);
    const byRent = apportion(part(rented!, 0.96), lognormalClasses(RENT, monthly, 0.38));
    const repayment = 1_750 * profile.income ** 0.75;
    const byRepayment = apportion(part(mortgaged!, 0.95), lognormalClasses(REPAYMENT, repayment, 0.45));
    columns.set(row, {
      dwellings: people.dwellings,
      occupied,
      vacant: people.dwellings - occupied,
      houses: houses!,
      apartments: apartments!,
      other_type: other!,
      owned_outright: outright!,
      mortgaged: mortgaged!,
      rented: rented!,
      rooms: Math.round(
        houses! * (5.2 + 0.7 * profile.income) + apartments! * (2.6 + 0.5 * profile.income) + other! * 2,
      ),
      median_rent: groupedMedian(byRent, RENT),
      median_repayment: groupedMedian(byRepayment, REPAYMENT),
    });
    columns.setClasses(row, 'rent', byRent);
    columns.setClasses(row, 'repayment', byRepayment);
    const old = Math.exp(-profile.townMeters / 1_300);
    const recent = Math.max(0, profile.growth) * 8;
    const periods = [
      0.06 + 0.5 * old,
      0.1 + 0.4 * old,
      0.32,
      0.28,
      0.18 + 0.4 * recent,
      0.08 + 0.6 * recent + 0.15 * profile.flatShare,
    ];
    columns.setList(
      row,
      'building_period',
      keysOf(BUILDING_PERIODS),
      apportion(
        people.dwellings,
        periods.map((share) => share * random.between(0.8, 1.2)),
      ),
    );
  },
};
