import { CARRIED_WAYS, WALKED_WAYS, WALKED_WHERE_INVITED } from '@hinterland/catalogue';
import { ROAD_CLASSES, type RoadClass } from '@hinterland/territory';
import type { Tags } from '../map/osmData.ts';
import { isInvited } from './access.ts';
import { firstKnown, listed } from './listed.ts';

const CLASSES: ReadonlyMap<string, RoadClass> = new Map<string, RoadClass>([
  ...ROAD_CLASSES.filter((name) => name !== 'ferry').map((name) => [name, name] as const),
  ['road', 'unclassified'],
  // Roads of buses are open to those whom their tags name alone.
  ['busway', 'service'],
  ['corridor', 'footway'],
  ['elevator', 'footway'],
  ['platform', 'footway'],
]);

/** Keys of which a way has one if it may be travelled, lines of ferries' relations apart. */
export const TRAVEL_KEYS: readonly string[] = [
  'highway',
  ...new Set([...WALKED_WAYS, ...WALKED_WHERE_INVITED].map((pair) => pair.split('=')[0]!)),
];

/** Values of `highway` of stops and the like, which say nothing of a way on which people walk. */
const NO_ROAD = new Set(['bus_stop', 'platform']);

/**
 * Returns the class of a way, null for one that nobody travels. Roads under construction, planned or gone have values of
 * `highway` that are not in the list.
 */
export function classOf(tags: Tags): RoadClass | null {
  const highway = firstKnown(tags, 'highway', (value) => CLASSES.get(value));
  if (highway !== undefined) return highway;
  if (listed(tags, 'highway').some((value) => !NO_ROAD.has(value))) return null;
  if (isCarried(tags)) return 'ferry';
  const isWalked = WALKED_WAYS.some((pair) => has(tags, pair));
  return isWalked || (isInvited(tags, 'foot') && WALKED_WHERE_INVITED.some((pair) => has(tags, pair)))
    ? 'footway'
    : null;
}

/** Whether tags are those of a ferry line or of trains that carry cars. */
export const isCarried = (tags: Tags): boolean => CARRIED_WAYS.some((pair) => has(tags, pair));

export const isShuttleTrain = (tags: Tags): boolean => has(tags, 'route=shuttle_train');

/** Whether one walks along the outline of an area with these tags. */
export function isWalkedOutline(tags: Tags): boolean {
  return tags.has('highway') || WALKED_WAYS.some((pair) => has(tags, pair));
}

function has(tags: Tags, pair: string): boolean {
  const [key, value] = pair.split('=') as [string, string];
  return listed(tags, key).includes(value);
}
