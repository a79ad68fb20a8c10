import type { Mode } from '@hinterland/territory';
import type { Tags } from '../osm/data.ts';

/** Keys that say who may use something, from the most special to the most general. */
const ACCESS_KEYS: Readonly<Record<Mode, readonly string[]>> = {
  car: ['motorcar', 'motor_vehicle', 'vehicle', 'access'],
  walk: ['foot', 'access'],
  bicycle: ['bicycle', 'vehicle', 'access'],
};

/**
 * Who lives behind a "destination" sign may drive there, and so may a store's customers: both are what a catchment is
 * about. Private ways are closed: their residents are fastened to the public road at their gate.
 */
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
const CLOSED = new Set([
  'no',
  'private',
  'agricultural',
  'forestry',
  'delivery',
  'emergency',
  'psv',
  'bus',
  'hov',
  'permit',
  'military',
  'employees',
  'staff',
  'members',
  'restricted',
  'use_sidepath',
  'false',
  '0',
]);

/**
 * Whether the tags open (true) or close (false) something to a mode; undefined where they do not say. A direction's own
 * key ("motor_vehicle:backward") beats the same key without one. Values that are not known say nothing.
 */
export function accessOf(tags: Tags, mode: Mode, forward?: boolean): boolean | undefined {
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

/** Whether a key of the mode's own is set to something open: what "allowed although it is a motorway" asks for. */
export function isExplicitlyOpen(tags: Tags, key: string): boolean {
  return accessValue(tags.get(key)) === true;
}

/** A list ("customers;delivery") is open when one of its values is. */
function accessValue(text: string | undefined): boolean | undefined {
  if (text === undefined) return undefined;
  let known: boolean | undefined;
  for (const value of text.split(';')) {
    if (OPEN.has(value.trim())) return true;
    if (CLOSED.has(value.trim())) known = false;
  }
  return known;
}
