import type { Mode } from '@hinterland/catalogue';
import type { Tags } from '../map/osmData.ts';

/** Keys that say who may use something, from the most special to the most general. */
const ACCESS_KEYS: Readonly<Record<Mode, readonly string[]>> = {
  car: ['motorcar', 'motor_vehicle', 'vehicle', 'access'],
  walk: ['foot', 'access'],
  bicycle: ['bicycle', 'vehicle', 'access'],
};

/**
 * Access of a mode by a tag. `private` is open to those who live or work there: people behind a gate are reached and
 * reach others, but the way in costs time (PRIVATE_ENTRY_SECONDS), so that nobody takes a short cut through it.
 */
export type Access = 'open' | 'private' | 'closed';

/** Residents behind a "destination" sign may drive there, and so may a store's customers: catchments count both. */
const OPEN = new Set([
  'yes',
  'designated',
  'official',
  'permissive',
  'destination',
  'customers',
  'residents',
  'public',
  'discouraged',
  'dismount',
  'true',
  '1',
]);
const PRIVATE = new Set(['private', 'permit', 'military', 'employees', 'staff', 'members', 'restricted']);
const CLOSED = new Set([
  'no',
  'agricultural',
  'forestry',
  'delivery',
  'emergency',
  'psv',
  'bus',
  'hov',
  'use_sidepath',
  'false',
  '0',
]);

/**
 * Returns the access of a mode by all tags; undefined where none speaks of it. A direction's own key
 * ("motor_vehicle:backward") beats the same key without one. Values that are not known say nothing.
 */
export function accessOf(tags: Tags, mode: Mode, forward?: boolean): Access | undefined {
  for (const key of ACCESS_KEYS[mode]) {
    if (forward !== undefined) {
      const directed = accessValue(tags.get(`${key}:${forward ? 'forward' : 'backward'}`));
      if (directed !== undefined) return directed;
    }
    const general = accessValue(tags.get(key));
    if (general !== undefined) return general;
  }
  return undefined;
}

/** Whether a key of the mode's own invites it: what "allowed although it is a motorway" asks for. */
export function isInvited(tags: Tags, key: string): boolean {
  const access = accessValue(tags.get(key));
  return access === 'open' || access === 'private';
}

/** A list ("customers;delivery") is as open as its most open value. */
function accessValue(text: string | undefined): Access | undefined {
  if (text === undefined) return undefined;
  const values = text.split(';').map((value) => value.trim());
  if (values.some((value) => OPEN.has(value))) return 'open';
  if (values.some((value) => PRIVATE.has(value))) return 'private';
  return values.some((value) => CLOSED.has(value)) ? 'closed' : undefined;
}
