import { apportion, part } from '../apportion.ts';
import { lognormalClasses } from '../lognormal.ts';
import { classes, type Topic } from './topic.ts';

/** Lower limits of classes in minutes to work, one way; the last is open. */
const COMMUTE = [0, 10, 20, 30, 45, 60];

export const mobility: Topic = {
  note: 'Invented figures of a fictional country.',
  distributions: [classes('commute_time', 'minutes', 'Persons who travel to work by minutes one way', COMMUTE)],
  fill({ columns, row, profile, people, random, of }) {
    const households = part(people.households, 0.95 + 0.03 * random.next());
    const city = 1 / (1 + (profile.capitalMeters / 2_200) ** 2);
    const [cars0, cars1, cars2, cars3] = apportion(households, [
      0.05 + 0.28 * city + 0.1 * profile.flatShare + 0.1 * profile.student,
      0.36 + 0.1 * profile.flatShare,
      0.4 - 0.22 * city - 0.1 * profile.flatShare + 0.08 * profile.family,
      0.16 - 0.1 * city - 0.06 * profile.flatShare,
    ]);
    const commuters = part(of('employment', 'employed'), 0.94);
    const walking = (profile.urban ? 0.05 : 0.02) + 0.3 * city;
    const [car, transit, walk, bicycle, other, atHome] = apportion(commuters, [
      0.78 - 0.45 * city,
      profile.urban ? 0.09 + 0.1 * city : 0.03,
      walking,
      (profile.urban ? 0.025 : 0.01) + 0.04 * city,
      0.02,
      0.07 + 0.05 * profile.income,
    ]);
    columns.set(row, {
      households,
      cars_0: cars0!,
      cars_1: cars1!,
      cars_2: cars2!,
      cars_3_plus: cars3!,
      vehicles: cars1! + 2 * cars2! + Math.round(3.3 * cars3!),
      commuters,
      commute_car: car!,
      commute_transit: transit!,
      commute_walk: walk!,
      commute_bicycle: bicycle!,
      commute_other: other!,
      work_at_home: atHome!,
    });
    const typical = 11 + Math.min(20, profile.capitalMeters / 900) * (profile.capitalMeters < 16_000 ? 1 : 0.45);
    columns.setClasses(row, 'commute_time', apportion(commuters - atHome!, lognormalClasses(COMMUTE, typical, 0.6)));
  },
};
