import type { Mode } from '@hinterland/catalogue';
import type { Tags } from '../map/osmData.ts';
import { listed } from './listed.ts';

/** Keys that say who may use something, from the most special to the most general. */
const ACCESS_KEYS: Readonly<Record<Mode, readonly string[]>> = {
  car: ['motorcar', 'motor_vehicle', 'vehicle', 'access'],
  walk: ['foot', 'access'],
  bicycle: ['bicycle', 'vehicle', 'access'],
};

/**
 * Access of a mode by a tag. Ways of `destination` and `private` are open to those who have a reason to be there: people on them
 * are reached and reach others, but nobody drives through them. The way onto a private one costs time, too
 * (PRIVATE_ENTRY_SECONDS), and a door prefers a public one. Walkers pass ways of `destination` as any other.
 */
export type Access = 'open' | 'destination' | 'private' | 'closed';

const VALUES: Readonly<Record<Access, readonly string[]>> = {
  open: ['yes', 'designated', 'official', 'permissive', 'public', 'discouraged', 'dismount', 'allowed', 'true', '1'],
  destination: [
    'destination',
    'customers',
    'residents',
    'resident',
    'local',
    'visitors',
    'visitor',
    'guests',
    'patrons',
  ],
  private: [
    'private',
    'permit',
    'military',
    'employees',
    'staff',
    'members',
    'restricted',
    'delivery',
    'agricultural',
    'forestry',
  ],
  closed: ['no', 'emergency', 'psv', 'bus', 'taxi', 'hov', 'use_sidepath', 'false', '0'],
};
const ACCESS_OF = new Map(
  Object.entries(VALUES).flatMap(([access, values]) => values.map((value) => [value, access as Access])),
);
/** From the most open on. */
const ACCESSES = Object.keys(VALUES) as readonly Access[];

/**
 * Returns the access of a mode by all tags; undefined where none speaks of it. A direction's own key
 * ("motor_vehicle:backward") beats the same key without one. Values that are not known say nothing.
 */
export function accessOf(tags: Tags, mode: Mode, forward?: boolean): Access | undefined {
  for (const key of ACCESS_KEYS[mode]) {
    if (forward !== undefined) {
      const directed = accessValue(tags, `${key}:${forward ? 'forward' : 'backward'}`);
      if (directed !== undefined) return directed;
    }
    const general = accessValue(tags, key);
    if (general !== undefined) return general;
  }
  return undefined;
}

/** Whether a key of the mode's own invites it: what "allowed although it is a motorway" asks for. */
export function isInvited(tags: Tags, key: string): boolean {
  const access = accessValue(tags, key);
  return access !== undefined && access !== 'closed';
}

/** A list ("customers;delivery") is as open as its most open value. */
function accessValue(tags: Tags, key: string): Access | undefined {
  const found = listed(tags, key).map((value) => ACCESS_OF.get(value.toLowerCase()));
  return ACCESSES.find((access) => found.includes(access));
}
