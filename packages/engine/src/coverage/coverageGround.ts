import { geoJsonOf } from '@hinterland/geo';
import type { MultiPolygonCoordinates, Territory } from '@hinterland/territory';
import { catchment, sweepOf } from '../catchment/catchment.ts';
import type { Sweep } from '../catchment/sweep.ts';
import { riddenNodes } from '../catchment/transitCatchment.ts';
import { travelTimes } from '../graph/edgeCosts.ts';
import { cellClasses } from '../isochrone/cellClass.ts';
import { Contour } from '../isochrone/contour.ts';
import { Corners } from '../isochrone/corners.ts';
import { drawReached } from '../isochrone/drawReached.ts';
import { groundOf, microPolygonOfGround } from '../isochrone/ground.ts';
import { type Lattice, latticeOf } from '../isochrone/lattice.ts';
import { ReachedCells } from '../isochrone/reachedCells.ts';
import type { NodeField, SearchWorkspace } from '../search/workspace.ts';
import { snapOrigins } from '../snap/snapOrigins.ts';
import { requiredTimetable } from '../transit/timetable.ts';
import { type Network, storesByPole } from './network.ts';
import { secondCosts } from './secondCosts.ts';
import type { StoreSetsQuery } from './storeSets.ts';
import { TwoLabels } from './twoLabels.ts';

/**
 * A network is drawn no finer than a catchment of this many places. With cells as fine as for a single store, the polygons
 * of 500 stores take ten megabytes.
 */
const PLACES_FOR_CELLS = 6;

/** Pictures of the ground that the open stores of a network reach. They are not used for counts. */
export interface CoverageGround {
  readonly covered: MultiPolygonCoordinates;
  /** Within reach of two stores or more; lies within `covered`. */
  readonly shared: MultiPolygonCoordinates;
}

/**
 * The ground that stores cover and the ground that two or more of them share, drawn as isochrones are: by the cost to the
 * nearest store, and by the cost to the second nearest. Every pole lies on the ground that its count of stores says.
 *
 * In: the query that the network's sets answer; its first places are the stores.
 */
export function coverageGround(network: Network, query: StoreSetsQuery, checkpoint?: () => void): CoverageGround {
  const { territory } = network.sets;
  const stores = { ...query, places: query.places.slice(0, network.stores) };
  const { nearest, field, second } =
    query.transit === undefined ? onRoads(territory, stores, checkpoint) : byRides(territory, stores, checkpoint);
  const limitCost = nearest.limitCosts[0]!;
  // One lattice for both, so that the one lies within the other.
  const few = { ...nearest, origins: nearest.origins.slice(0, PLACES_FOR_CELLS) };
  const lattice = latticeOf(territory, cellClasses(few, field)[0]!);
  const count = storesByPole(network);
  const covered = draw(nearest, lattice, limitCost, (pole) => count[pole]! > 0);
  checkpoint?.();
  const shared = draw({ ...nearest, origins: [], workspace: second() }, lattice, limitCost, (pole) => count[pole]! > 1);
  return { covered, shared };
}

/** Costs of nodes to the nearest of some stores, and to the second nearest. */
interface TwoNearest {
  readonly nearest: Sweep;
  /** The costs of `nearest`. */
  readonly field: NodeField;
  second(): SearchWorkspace;
}

function onRoads(territory: Territory, query: StoreSetsQuery, checkpoint?: () => void): TwoNearest {
  const { places: origins, limitSeconds, mode, traffic, hour, snapLimitMeters } = query;
  const nearest = catchment(
    territory,
    {
      origins,
      measure: 'time',
      limits: [limitSeconds],
      mode,
      traffic,
      hour,
      direction: 'inbound',
      ...(snapLimitMeters === undefined ? {} : { snapLimitMeters }),
    },
    checkpoint === undefined ? {} : { checkpoint },
  );
  const sweep = sweepOf(nearest);
  const second = () => secondCosts(territory, sweep.costs, nearest.origins, sweep.limitCosts[0]!, checkpoint);
  return { nearest: sweep, field: nearest.field, second };
}

/** By public transport each store has times at the percentile of its own: their least ones, not those of the union. */
function byRides(territory: Territory, query: StoreSetsQuery, checkpoint?: () => void): TwoNearest {
  const { places, limitSeconds, mode, snapLimitMeters } = query;
  const timetable = requiredTimetable(territory);
  const costs = travelTimes(territory, query, 'inbound');
  const origins = snapOrigins(territory, mode, places, snapLimitMeters);
  const limitCosts = [Math.round(limitSeconds * 1000)];
  const labels = new TwoLabels(territory.nodes.rows);
  origins.forEach((origin, place) => {
    const question = { territory, timetable, costs, origins: [origin], transit: query.transit!, limitCosts };
    const field = riddenNodes(question, checkpoint);
    field.nodes.forEach((node, i) => void labels.improve(node, place, field.costs[i]!));
  });
  const workspace = labels.first();
  const nearest = { territory, costs, origins, workspace, limitCosts };
  return { nearest, field: workspace.takeField(), second: () => labels.second() };
}

function draw(
  sweep: Sweep,
  lattice: Lattice,
  limitCost: number,
  isReached: (pole: number) => boolean,
): MultiPolygonCoordinates {
  const { territory, origins } = sweep;
  const cells = new ReachedCells();
  cells.start([limitCost]);
  drawReached(sweep, lattice, cells);
  // On a road with a store the second way may be the direct one, which is not known from the ends of the road.
  const { lngMicrodegrees, latMicrodegrees, rows } = territory.poles;
  for (let pole = 0; pole < rows; pole++) {
    if (!isReached(pole)) continue;
    const x = Math.floor(lngMicrodegrees[pole]! / lattice.cellLng);
    const y = Math.floor(latMicrodegrees[pole]! / lattice.cellLat);
    cells.mark(x, y, 0);
  }
  const contour = new Contour(new Corners(cells, 0), lattice);
  const squareMeters = lattice.metersPerLng * lattice.metersPerLat;
  const places = origins.map(({ origin }) => origin);
  const grounds = groundOf(territory, contour, places, squareMeters, isReached);
  return geoJsonOf(microPolygonOfGround(contour, grounds)).coordinates;
}
