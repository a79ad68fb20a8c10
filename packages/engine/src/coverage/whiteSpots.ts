import type { Measure } from '@hinterland/catalogue';
import { type AreaColumn, type Territory, windowOn } from '@hinterland/territory';
import { measureOfUnits } from '../census/measures.ts';
import { PerTerritory } from '../memory/perTerritory.ts';
import { SharedPerTerritory } from '../memory/sharedPerTerritory.ts';
import { snapStarts } from '../snap/snapStarts.ts';
import { classWeights } from './classWeights.ts';
import { peopleOfPoles } from './exactPeople.ts';
import { coveredPeople, type Network } from './network.ts';
import { areaByEdge, firstMixed, forEachReachedRun, NO_POLES, peopleByEdge } from './sumsByEdge.ts';

/** The layers of areas in which white spots can be found. */
export type WhiteSpotLevel = 'postcode' | 4 | 5 | 6 | 7 | 8 | 9;

const COLUMN_OF: Readonly<Record<WhiteSpotLevel, AreaColumn>> = {
  4: 'level4',
  5: 'level5',
  6: 'level6',
  7: 'level7',
  8: 'level8',
  9: 'level9',
  postcode: 'postcode',
};

/** From coarse to fine. */
const LEVELS: readonly WhiteSpotLevel[] = [4, 5, 6, 7, 8, 9, 'postcode'];

export interface WhiteSpot {
  /** Row of `areas`. */
  readonly area: number;
  /** People of the area, on all its poles. */
  readonly people: number;
  /** Of these, reached by some open store. */
  readonly covered: number;
  /** `people` − `covered`. */
  readonly unreached: number;
}

export interface WhiteSpots {
  /** The layer that was asked for, or the next finer one that the territory has; null where it has none at all. */
  readonly levelUsed: WhiteSpotLevel | null;
  /** Touched areas, those where at least one pole is reached: most unreached first, ties by code. */
  readonly areas: readonly WhiteSpot[];
  /** Sum over the touched areas. `people` = `covered` + `unreached`, exactly. */
  readonly people: number;
  readonly covered: number;
  readonly unreached: number;
  /** Covered people on poles that lie in no area of the layer; with `covered` they are all that the network covers. */
  readonly coveredOutside: number;
}

/**
 * Returns the areas with people whom no open store reaches (docs/methods/network-coverage.md); null if the territory does
 * not hold the measure. An area counts if at least one of its poles is reached, so a network is not charged with the rest
 * of the country.
 */
export function whiteSpots(network: Network, measure: Measure, level: WhiteSpotLevel): WhiteSpots | null {
  const { sets, storeCount } = network;
  const { territory, mode, runs } = sets;
  const units = measureOfUnits(territory, measure);
  if (units === null) return null;
  const levelUsed = levelInUse(territory, level);
  if (levelUsed === null) {
    const weights = classWeights(sets, [measure])[0]!;
    const coveredOutside = coveredPeople(storeCount, weights);
    return { levelUsed, areas: [], people: 0, covered: 0, unreached: 0, coveredOutside };
  }
  const column = COLUMN_OF[levelUsed];
  const people = peopleOfAreas(territory, measure, column);
  const covered = new Float64Array(territory.areas.rows);
  const isTouched = new Uint8Array(territory.areas.rows);
  let coveredOutside = 0;
  const { pole: poleOf } = territory.snaps[mode]!;
  const firstSnap = snapStarts(territory, mode);
  const peopleOf = peopleOfPoles(territory, units);
  const peopleOfEdge = peopleByEdge(territory, mode, measure)!;
  const areaOf = areaByEdge(territory, mode, column);
  const add = (area: number, persons: number) => {
    if (area < 0) {
      coveredOutside += persons;
      return;
    }
    isTouched[area] = 1;
    covered[area]! += persons;
  };
  /** Rows of one edge. */
  const addRows = (edge: number, start: number, end: number) => {
    const area = areaOf.area[edge]!;
    const mixed = firstMixed(area);
    const first = firstSnap[edge]!;
    for (let row = start; row < end; row++) {
      add(mixed < 0 ? area : areaOf.mixed[mixed + row - first]!, peopleOf(poleOf[row]!));
    }
  };
  forEachReachedRun(runs, firstSnap, (c, start, firstRow, firstEdge, endEdge, lastRow, end) => {
    if (storeCount[c] === 0) return;
    addRows(firstEdge - 1, start, firstRow);
    for (let edge = firstEdge; edge < endEdge; edge++) {
      const area = areaOf.area[edge]!;
      if (firstMixed(area) >= 0) addRows(edge, firstSnap[edge]!, firstSnap[edge + 1]!);
      else if (area !== NO_POLES) add(area, peopleOfEdge[edge]!);
    }
    addRows(endEdge, lastRow, end);
  });

  const spots: WhiteSpot[] = [];
  const sum = { people: 0, covered: 0 };
  for (let area = 0; area < territory.areas.rows; area++) {
    if (isTouched[area] === 0) continue;
    const spot = { area, people: people[area]!, covered: covered[area]!, unreached: people[area]! - covered[area]! };
    spots.push(spot);
    sum.people += spot.people;
    sum.covered += spot.covered;
  }
  const { code } = territory.areas;
  spots.sort((a, b) => b.unreached - a.unreached || compareCodes(code.at(a.area), code.at(b.area)) || a.area - b.area);
  return { levelUsed, areas: spots, ...sum, unreached: sum.people - sum.covered, coveredOutside };
}

/** Returns the first layer with poles from the given one toward finer ones; else the finest with poles. */
export function levelInUse(territory: Territory, level: WhiteSpotLevel): WhiteSpotLevel | null {
  const isThere = (candidate: WhiteSpotLevel) => hasPoles(territory, COLUMN_OF[candidate]);
  const finer = LEVELS.slice(LEVELS.indexOf(level)).find(isThere);
  return finer ?? [...LEVELS].reverse().find(isThere) ?? null;
}

const keptPresence = new PerTerritory<boolean>();

function hasPoles(territory: Territory, column: AreaColumn): boolean {
  return keptPresence.get(territory, column, () => {
    const areaOf = windowOn(territory.poleAreas, column);
    for (let pole = 0; pole < territory.poles.rows; pole++) if (areaOf(pole) >= 0) return true;
    return false;
  });
}

/** The column of the layer that white spots of a level are found in; null where the territory has none. */
export function columnInUse(territory: Territory, level: WhiteSpotLevel): AreaColumn | null {
  const levelUsed = levelInUse(territory, level);
  return levelUsed === null ? null : COLUMN_OF[levelUsed];
}

const keptPeople = new SharedPerTerritory<{ readonly people: Float64Array }>('peopleByArea');

/** Returns the people of a measure in each area of a column of `poleAreas`, row = area; 0 for areas of other layers. */
export function peopleOfAreas(territory: Territory, measure: Measure, column: AreaColumn): Float64Array {
  const { people } = keptPeople.get(territory, `${column}:${measure}`, () => {
    const units = measureOfUnits(territory, measure)!;
    const areaOf = windowOn(territory.poleAreas, column);
    const peopleOf = peopleOfPoles(territory, units);
    const people = new Float64Array(territory.areas.rows);
    for (let pole = 0; pole < territory.poles.rows; pole++) {
      const area = areaOf(pole);
      if (area >= 0) people[area]! += peopleOf(pole);
    }
    return { people };
  });
  return people;
}

function compareCodes(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
