import type { Territory } from '@hinterland/territory';
import { type DrawnCensus, drawnCensus } from '../../census/testing/drawnCensus.ts';
import { holdingsOfPoles } from '../shares.ts';
import { type AvailableTopic, type Part, topicTables } from '../topicTables.ts';

/** The shares of some poles, as a part without an area. */
export const part = (territory: Territory, ...poles: number[]): Part => ({
  unitShares: holdingsOfPoles(territory, Uint32Array.from(poles)).unitShares,
  areaSquareKm: null,
});
/** The table of one topic over parts, without benchmarks. */
export const only = (territory: Territory, code: AvailableTopic['code'], ...parts: Part[]): AvailableTopic =>
  topicTables(territory, [code], parts, [])[0] as AvailableTopic;

/** Two units: the first with poles 0 and 1 (1 and 3 dwellings), the second with pole 2. */
export const two = (topics: DrawnCensus['topics'], more: Partial<DrawnCensus> = {}): Territory =>
  drawnCensus({
    units: [
      { code: 'A', areaSquareKm: 2, poles: [{ dwellings: 1 }, { dwellings: 3 }] },
      { code: 'B', areaSquareKm: 1, poles: [{}] },
    ],
    topics: { residents: { total: [100, 60] }, ...topics },
    ...more,
  });
