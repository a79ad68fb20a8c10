import { MODE_BIT, MODES, type Mode } from '@hinterland/territory';
import type { Tags } from '../osm/data.ts';
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
/** Barriers that nobody passes. */
const ALL_STOP = new Set(['wall', 'fence', 'retaining_wall', 'city_wall', 'hedge']);

/**
 * Which modes cannot pass a node, as bits of MODE_BIT. Access tags of the node beat the kind of barrier; a locked gate
 * stops everybody whom no tag lets through.
 */
export function blockedModes(tags: Tags): number {
  const barrier = tags.get('barrier');
  if (barrier === undefined && !tags.has('ford')) return 0;
  let bits = 0;
  for (const mode of MODES) {
    const open = accessOf(tags, mode) ?? passes(tags, barrier, mode);
    if (!open) bits |= MODE_BIT[mode];
  }
  return bits;
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
