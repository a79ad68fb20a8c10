import { MODE_BIT, MODES, type Mode } from '@hinterland/catalogue';
import type { Tags } from '../map/osmData.ts';
import { accessOf } from './access.ts';

/**
 * Barriers on a node that let cars pass unless a tag says otherwise, after the car profile of OSRM. Every other
 * barrier stops cars.
 */
const CARS_PASS = new Set([
  'no',
  'entrance',
  'gate',
  'lift_gate',
  'sally_port',
  'cattle_grid',
  'bump_gate',
  'border_control',
  'checkpoint',
  'toll_booth',
  'height_restrictor',
  'kerb',
  'coupure',
]);
/** Barriers that stop bicycles too: those that one has to climb over, turn through or squeeze through. */
const BICYCLES_STOP = new Set([
  'stile',
  'kissing_gate',
  'turnstile',
  'full-height_turnstile',
  'horse_stile',
  'ditch',
  'log',
  'debris',
]);
/** Barriers closed to all. */
const ALL_STOP = new Set(['wall', 'fence', 'retaining_wall', 'city_wall', 'hedge']);

/** Modes as bits of MODE_BIT: those that a node stops, and those that pass it as through a private gate. */
export interface Gate {
  readonly stops: number;
  readonly isPrivateTo: number;
}

/**
 * Returns the effect of a barrier or ford on a node. Access tags of the node beat the kind of barrier; a locked gate
 * stops everybody whom no tag lets through.
 */
export function gateOf(tags: Tags): Gate {
  const barrier = tags.get('barrier');
  if (barrier === undefined && !tags.has('ford')) return { stops: 0, isPrivateTo: 0 };
  let stops = 0;
  let isPrivateTo = 0;
  for (const mode of MODES) {
    const access = accessOf(tags, mode) ?? (passes(tags, barrier, mode) ? 'open' : 'closed');
    if (access === 'closed') stops |= MODE_BIT[mode];
    if (access === 'private') isPrivateTo |= MODE_BIT[mode];
  }
  return { stops, isPrivateTo };
}

function passes(tags: Tags, barrier: string | undefined, mode: Mode): boolean {
  if (barrier === undefined) return fordPasses(tags.get('ford'), mode);
  if (ALL_STOP.has(barrier) || tags.get('locked') === 'yes') return false;
  if (mode === 'walk') return true;
  if (mode === 'bicycle') return !BICYCLES_STOP.has(barrier);
  // A rising bollard goes down for those who live there.
  return CARS_PASS.has(barrier) || (barrier === 'bollard' && tags.get('bollard') === 'rising');
}

function fordPasses(ford: string | undefined, mode: Mode): boolean {
  return ford !== 'boat' && (ford !== 'stepping_stones' || mode === 'walk');
}
