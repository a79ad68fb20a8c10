import { BARRIERS, MODE_BIT, MODES, type Mode } from '@hinterland/catalogue';
import type { Tags } from '../map/osmData.ts';
import { accessOf } from './access.ts';
import { listed } from './listed.ts';

/**
 * What a barrier stops follows from what it is made for, whether it is drawn as a node, as a line across a road or as a tag of the
 * road itself: one that opens or lies flat lets everybody pass; one that is passed on foot but not by vehicles stops cars, and bicycles
 * too where one has to climb, turn or squeeze through; one that runs beside a road says nothing of a way along it, and stops all
 * where a node of the road carries it. A kind that is not listed stops cars, as in OSRM. Access tags beat the kind.
 */
const CARS_PASS: ReadonlySet<string> = new Set(BARRIERS.opens);
const BICYCLES_STOP: ReadonlySet<string> = new Set(BARRIERS.climbed);
const ALL_STOP: ReadonlySet<string> = new Set(BARRIERS.runsBeside);
/** Kinds that are drawn as a line across a road, too. */
const CROSSES: ReadonlySet<string> = new Set([...BARRIERS.opens, ...BARRIERS.climbed, ...BARRIERS.stands]);

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
  const barriers = listed(tags, 'barrier');
  if (barriers.length === 0 && !tags.has('ford')) return { stops: 0, isPrivateTo: 0 };
  let stops = 0;
  let isPrivateTo = 0;
  for (const mode of MODES) {
    const access = accessOf(tags, mode) ?? (passes(tags, barriers, mode) ? 'open' : 'closed');
    if (access === 'closed') stops |= MODE_BIT[mode];
    if (access === 'private') isPrivateTo |= MODE_BIT[mode];
  }
  return { stops, isPrivateTo };
}

/** Whether tags say that a barrier crosses a road: as a line of its own, or as a road that carries the tag. */
export function crossesRoads(tags: Tags): boolean {
  return listed(tags, 'barrier').some((barrier) => CROSSES.has(barrier));
}

/** Whether the barrier of a road's own tags lets a mode pass along it. */
export function barrierLets(tags: Tags, mode: Mode): boolean {
  const crossing = listed(tags, 'barrier').filter((barrier) => CROSSES.has(barrier));
  return crossing.length === 0 || passes(tags, crossing, mode);
}

function passes(tags: Tags, barriers: readonly string[], mode: Mode): boolean {
  if (barriers.length === 0) return fordPasses(tags, mode);
  if (listed(tags, 'locked').includes('yes')) return false;
  return barriers.every((barrier) => {
    if (ALL_STOP.has(barrier)) return false;
    if (mode === 'walk') return true;
    if (mode === 'bicycle') return !BICYCLES_STOP.has(barrier);
    // A rising bollard goes down for those who live there.
    return CARS_PASS.has(barrier) || (barrier === 'bollard' && listed(tags, 'bollard').includes('rising'));
  });
}

function fordPasses(tags: Tags, mode: Mode): boolean {
  const ford = listed(tags, 'ford');
  return !ford.includes('boat') && (!ford.includes('stepping_stones') || mode === 'walk');
}
