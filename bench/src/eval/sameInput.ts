import { findAction } from '@hinterland/actions';
import type { ExpectedCall, Input } from './question.ts';

/** How far a place may be from the expected one: the other end of a large house. */
const PLACE_METERS = 150;
const METERS_PER_DEGREE = 111_195;

/**
 * Returns the members of an input that are not as expected; none if the call is right. Members that the question does not
 * fix are the model's to choose. Defaults of the action count as given.
 */
export function differences({ action, input: expected }: ExpectedCall, given: Input): string[] {
  const schema = findAction(action)?.input;
  const parsed = schema?.safeParse(given);
  if (parsed?.success !== true) return ['(not an input of the action)'];
  const complete = parsed.data as Input;
  if ('lat' in expected && 'lng' in expected) {
    const { lat, lng, ...rest } = expected;
    const place = isSame({ lat, lng }, { lat: complete.lat, lng: complete.lng }) ? [] : ['lat', 'lng'];
    return [...place, ...differing(rest, complete)];
  }
  return differing(expected, complete);
}

const differing = (expected: Input, given: Input): string[] =>
  Object.keys(expected).filter((name) => !isSame(expected[name], given[name], name));

/** Lists are sets. More topics than expected are dearer, and no other question. */
function isSame(expected: unknown, given: unknown, name = ''): boolean {
  if (Array.isArray(expected)) {
    if (!Array.isArray(given)) return false;
    const left = [...given];
    const allThere = expected.every((item) => {
      const at = left.findIndex((other) => isSame(item, other));
      if (at >= 0) left.splice(at, 1);
      return at >= 0;
    });
    return allThere && (left.length === 0 || name === 'topics');
  }
  if (isPlace(expected)) return isPlace(given) && metersBetween(expected, given) <= PLACE_METERS;
  if (typeof expected === 'string' && typeof given === 'string') {
    return expected.toLocaleLowerCase('en') === given.toLocaleLowerCase('en');
  }
  return expected === given;
}

interface Spot {
  readonly lat: number;
  readonly lng: number;
}

const isPlace = (value: unknown): value is Spot =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as Spot).lat === 'number' &&
  typeof (value as Spot).lng === 'number';

/** On a plane: right to a millimeter at this distance. */
function metersBetween(a: Spot, b: Spot): number {
  const north = (a.lat - b.lat) * METERS_PER_DEGREE;
  const east = (a.lng - b.lng) * METERS_PER_DEGREE * Math.cos((a.lat * Math.PI) / 180);
  return Math.hypot(north, east);
}
