import type { DataFamily, Territory } from '@hinterland/territory';
import type { Action } from './action.ts';

/** What a family holds, and what brings it where a territory has none. */
const BROUGHT_BY: Readonly<Record<Exclude<DataFamily, 'territory'>, readonly [holds: string, broughtBy: string]>> = {
  sociodemo: ['people', 'a census under census in its recipe'],
  players: ['stores', 'a source of stores under players in its recipe'],
  realestate: [
    'listings or sales',
    'files of your own under realestate in its recipe; no open source has them for the world',
  ],
  transit: [
    'timetables of public transport',
    '"hinterland territory get --timetables", or timetables (GTFS) under transit in its recipe',
  ],
};

/** Says what a family that a territory lacks would hold, and what brings it; null where it has it. */
export function lackOfFamily(family: DataFamily, territory: Territory): string | null {
  if (family === 'territory' || territory[family] !== null) return null;
  const [holds, broughtBy] = BROUGHT_BY[family];
  return `no ${holds} (${broughtBy})`;
}

/** Families that an action needs and a territory does not have. */
export const lackingFamilies = ({ needs = [] }: Pick<Action, 'needs'>, territory: Territory): readonly DataFamily[] =>
  needs.filter((family) => lackOfFamily(family, territory) !== null);

/** Says why an action answers nothing on a territory, whatever the input, and what would bring it; null where it answers. */
export function lackOf(action: Pick<Action, 'needs' | 'needsEarlierStores'>, territory: Territory): string | null {
  const families = lackingFamilies(action, territory).map((family) => lackOfFamily(family, territory));
  const isFirstList =
    families.length === 0 && action.needsEarlierStores === true && territory.earlierStores.length === 0;
  const lacks = isFirstList ? ['no earlier list of stores ("hinterland territory update" adds the next)'] : families;
  return lacks.length === 0 ? null : `${territory.manifest.name} has ${lacks.join(', and ')}`;
}
