import { geoJsonOf } from '@hinterland/geo';
import type { MultiPolygonCoordinates } from '@hinterland/territory';
import { catchment, sweepOf } from '../catchment/catchment.ts';
import type { Sweep } from '../catchment/sweep.ts';
import { cellClasses } from '../isochrone/cellClass.ts';
import { Contour } from '../isochrone/contour.ts';
import { Corners } from '../isochrone/corners.ts';
import { drawReached } from '../isochrone/drawReached.ts';
import { groundOf, microPolygonOfGround } from '../isochrone/ground.ts';
import { type Lattice, latticeOf } from '../isochrone/lattice.ts';
import { ReachedCells } from '../isochrone/reachedCells.ts';
import { type Network, storesByPole } from './network.ts';
import { secondCosts } from './secondCosts.ts';
import type { StoreSetsQuery } from './storeSets.ts';

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
  const { limitSeconds, mode, traffic, snapLimitMeters } = query;
  const origins = query.places.slice(0, network.stores);
  const nearest = catchment(
    territory,
    {
      origins,
      measure: 'time',
      limits: [limitSeconds],
      mode,
      traffic,
      direction: 'inbound',
      ...(snapLimitMeters === undefined ? {} : { snapLimitMeters }),
    },
    checkpoint === undefined ? {} : { checkpoint },
  );
  const sweep = sweepOf(nearest);
  const limitCost = sweep.limitCosts[0]!;
  // One lattice for both, so that the one lies within the other.
  const few = { ...sweep, origins: sweep.origins.slice(0, PLACES_FOR_CELLS) };
  const lattice = latticeOf(territory, cellClasses(few, nearest.field)[0]!);
  const count = storesByPole(network);
  const covered = draw(sweep, lattice, limitCost, (pole) => count[pole]! > 0);
  checkpoint?.();
  const second = secondCosts(territory, sweep.costs, nearest.origins, limitCost, checkpoint);
  const shared = draw({ ...sweep, origins: [], workspace: second }, lattice, limitCost, (pole) => count[pole]! > 1);
  return { covered, shared };
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
