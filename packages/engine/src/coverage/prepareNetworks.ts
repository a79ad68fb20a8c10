import type { Mode, Traffic } from '@hinterland/catalogue';
import type { Territory } from '@hinterland/territory';
import { travelTimes } from '../graph/edgeCosts.ts';
import { offerSweepTables } from '../sweep/sweepTables.ts';
import { areaByEdge, peopleByEdge } from './sumsByEdge.ts';
import { columnInUse, peopleOfAreas, type WhiteSpotLevel } from './whiteSpots.ts';

/**
 * Makes in advance what every plan of a profile needs whatever its stores: the tables of sweeps, and population by road and
 * by area of a level. The threads of the process share it. One that asks for the tables meanwhile makes its own and does
 * not wait. `checkpoint` is called now and then and may throw to stop.
 */
export function prepareNetworks(
  territory: Territory,
  mode: Mode,
  traffic: Traffic,
  level: WhiteSpotLevel,
  checkpoint: () => void = () => {},
): void {
  offerSweepTables(territory, travelTimes(territory, { mode, traffic }, 'inbound'), checkpoint);
  if (peopleByEdge(territory, mode, 'population') === null) return;
  checkpoint();
  const column = columnInUse(territory, level);
  if (column === null) return;
  areaByEdge(territory, mode, column);
  checkpoint();
  peopleOfAreas(territory, 'population', column);
}
