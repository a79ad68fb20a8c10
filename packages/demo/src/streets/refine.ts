import type { Terrain } from '../terrain/terrain.ts';
import { classify } from './classify.ts';
import { dropIslands, dropStubs, trimFringe } from './dropEnds.ts';
import { makeOneWay } from './makeOneWay.ts';
import { makeRoundabouts } from './makeRoundabouts.ts';
import type { Network } from './network.ts';
import { thinOut } from './thinOut.ts';
import type { Town } from './town.ts';

/**
 * Makes a town plan of a raw network: takes out what leads nowhere, turns some cross streets into footpaths and steps,
 * gives streets their class, makes lanes of the center one-way, and puts roundabouts where main roads meet.
 */
export function refine(network: Network, towns: readonly Town[], terrain: Terrain, seed: number): void {
  trimFringe(network, towns, seed);
  dropStubs(network);
  dropIslands(network);
  thinOut(network, towns, terrain, seed);
  dropStubs(network);
  classify(network, towns, terrain, seed);
  makeRoundabouts(network, towns);
  makeOneWay(network, seed);
  dropIslands(network);
}
