import type { TerritoryInputs } from '@hinterland/importers';
import { Report } from '@hinterland/importers';
import { backdrop } from './backdrop/backdrop.ts';
import { census } from './census/census.ts';
import { ORIGIN } from './geometry/plane.ts';
import { addressSource } from './inputs/addresses.ts';
import { boundaries } from './inputs/boundaries.ts';
import { osmMap } from './inputs/osmMap.ts';
import { DEMO_LISTINGS, demoRealestate } from './listings/listings.ts';
import { COUNTRY, TIME_ZONE } from './plan/country.ts';
import { demoPlayers } from './stores/stores.ts';
import { demoTimetable } from './timetable/timetable.ts';
import { makeWorld } from './world.ts';

export interface DemoOptions {
  /** Another seed gives other coasts, streets, houses and people on the same plan; a whole number. */
  readonly seed?: number;
}

/** Seed of the territory that the documentation and the golden checksums speak of. */
export const DEMO_SEED = 1;

/**
 * Maravea, a fictional island state in the South Pacific, as inputs of the same pipeline that real data goes through.
 * The same seed gives the same inputs, byte for byte. Takes a few seconds.
 */
export function demoInputs(options: DemoOptions = {}): TerritoryInputs {
  const seed = options.seed ?? DEMO_SEED;
  if (!Number.isInteger(seed)) throw new RangeError(`seed is ${seed}; give a whole number`);
  const world = makeWorld(seed);
  const areas = boundaries(world);
  const note = {
    name: 'Maravea, a fictional country made by seeded code',
    licence: 'CC0-1.0',
    attribution: 'Fictional data, Hinterland demo territory',
  };
  return {
    id: 'maravea',
    name: COUNTRY.name,
    countries: [COUNTRY.code],
    continent: 'oceania',
    timeZone: TIME_ZONE,
    center: { lat: ORIGIN.lat, lng: ORIGIN.lng },
    versions: {
      territory: '2026-10',
      sociodemo: '2021',
      players: '2026-10',
      realestate: '2026-10-31',
      transit: '2026-10',
    },
    osm: osmMap(world),
    poleSources: [addressSource(world)],
    boundaries: areas,
    backdrop: async () => backdrop(world),
    census: census(world, areas, seed),
    players: demoPlayers(world, seed),
    realestate: demoRealestate(world, seed),
    transit: {
      longestTransferSeconds: 600,
      async *timetables() {
        yield demoTimetable(world);
      },
    },
    sources: [
      { ...note, vintage: '2026-10', family: 'players' },
      { ...note, name: DEMO_LISTINGS, vintage: '2023-11 to 2026-10', family: 'realestate' },
      { ...note, vintage: '2026-10', family: 'territory' },
      { ...note, vintage: '2021', family: 'sociodemo' },
      { ...note, vintage: '2026-10 to 2027-03', family: 'transit' },
    ],
    report: new Report(COUNTRY.name),
  };
}
