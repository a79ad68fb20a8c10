import { Problem } from '../../api/request.ts';
import type { Question, Spot } from './question.ts';

/** A place that a refusal is about. */
export interface PlaceFault {
  /** The member of the input that has the place. */
  readonly member: string;
  /** Its number in the list, from 1. */
  readonly no: number;
  /** Whether it is alone in its list. */
  readonly isOnly: boolean;
  readonly place: Spot;
  /** It lies off the map, or too far from a road. */
  readonly cause: 'outside' | 'far';
}

/** A place as a refusal points at it: an item of a list, or a body with coordinates of its own. */
const PLACE = /^#(?:\/(\w+)\/(\d+))?$/;
/** Where the areas of a question are drawn, its places have this name, whatever the question calls them. */
const DRAWN = 'origins';

/** The places of a question that a refusal is about; none where it is about anything else. `subject` is the member with the places asked about. */
export function placeFaultsOf(error: unknown, subject: string | null, { places, values }: Question): PlaceFault[] {
  if (!(error instanceof Problem) || subject === null) return [];
  const cause = error.code === 'outside_coverage' ? 'outside' : 'far';
  return error.fields.flatMap(({ pointer }) => {
    const [found, name = DRAWN, index = '0'] = PLACE.exec(pointer) ?? [];
    if (found === undefined || (found === '#' && cause === 'far')) return [];
    const member = name === DRAWN ? subject : name;
    const list = member === subject ? places : values[member];
    const place: unknown = Array.isArray(list) ? list[Number(index)] : undefined;
    if (!isSpot(place)) return [];
    return [{ member, no: Number(index) + 1, isOnly: (list as unknown[]).length === 1, place, cause }];
  });
}

const isSpot = (value: unknown): value is Spot =>
  typeof value === 'object' && value !== null && 'lat' in value && 'lng' in value;

/** The member of the body that a pointer of a refusal is about; null where it is about the whole. */
export const memberOf = (pointer: string): string | null => /^#\/(\w+)/.exec(pointer)?.[1] ?? null;
