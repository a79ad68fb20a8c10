import { geoJsonOf, microPolygonAreaSquareKm, multiPolygonAreaSquareKm } from '@hinterland/geo';
import type { MultiPolygonCoordinates, Territory } from '@hinterland/territory';
import { sweepOf } from '../catchment/catchment.ts';
import { poleCosts } from '../catchment/poleCost.ts';
import type { Band, Catchment, ReachedPoles } from '../catchment/types.ts';
import { placeParts } from '../memory/parts.ts';
import { cellClasses } from './cellClass.ts';
import { circles } from './circles.ts';
import { Contour } from './contour.ts';
import { Corners } from './corners.ts';
import { drawReached } from './drawReached.ts';
import { groundOf, microPolygonOfGround } from './ground.ts';
import { type Lattice, latticeOf, nearestCellClass } from './lattice.ts';
import { ReachedCells } from './reachedCells.ts';
import { qualitiesOf, type ShapeQuality } from './shapeQuality.ts';

/** The picture of one limit. Residents are never counted with it. */
export interface Isochrone {
  /** As asked: seconds or meters. */
  readonly limit: number;
  readonly polygon: { readonly type: 'MultiPolygon'; readonly coordinates: MultiPolygonCoordinates };
  readonly areaSquareKm: number;
  readonly shape: ShapeQuality;
}

export interface Detail {
  /** Cells are about as wide as this in meters, or wider where the picture is large. */
  readonly cellMeters?: number;
}

/**
 * Polygons of all limits of a catchment, the smallest first: each lies within the next, and is the same whether its limit
 * was asked for alone or with others, with the same detail. A radius gives true circles.
 *
 * Method: docs/methods/isochrone.md. The cells of a lattice that are reached, along the real lines of all reached roads; the
 * ground at a limit by marching squares; rings without anyone reached and small holes without anyone are dropped.
 */
export function isochrones(of: Catchment, detail: Detail = {}): Isochrone[] {
  return of.query.measure === 'radius' ? of.bands.map((band) => circleAt(of, band)) : drawnIsochrones(of, detail);
}

function drawnIsochrones(of: Catchment, { cellMeters = 0 }: Detail): Isochrone[] {
  const { territory } = of;
  const sweep = sweepOf(of);
  const { limitCosts } = sweep;
  // Made for the first piece of ground without an origin.
  let costOf: ((pole: number) => number) | null = null;
  const finest = nearestCellClass(cellMeters);
  const classes = cellClasses(sweep, of.field).map((cellClass) => Math.max(finest, cellClass));
  const cells = scratch;
  let drawnClass = -1;
  const drawn = of.bands.map(({ limit, limitCost, cumulative }, band) => {
    const lattice = latticeOf(territory, classes[band]!);
    const firstOfClass = classes.indexOf(lattice.cellClass);
    if (drawnClass !== lattice.cellClass) {
      drawnClass = lattice.cellClass;
      cells.start(limitCosts.slice(firstOfClass, classes.lastIndexOf(drawnClass) + 1));
      drawReached(sweep, lattice, cells, firstOfClass);
      if (of.transit !== null) drawPoles(of.transit.poles, lattice, cells, territory);
    }
    const contour = new Contour(new Corners(cells, band - firstOfClass), lattice);
    const squareMeters = lattice.metersPerLng * lattice.metersPerLat;
    const isReached = (pole: number) => {
      costOf ??= of.transit === null ? poleCosts(sweep) : listedCosts(of.transit.poles);
      return costOf(pole) <= limitCost;
    };
    const grounds = groundOf(territory, contour, of.query.origins, squareMeters, isReached);
    const polygon = microPolygonOfGround(contour, grounds);
    return { limit, lattice, contour, grounds, polygon, reached: cumulative };
  });
  const qualities = qualitiesOf(territory, drawn);
  return drawn.map(({ limit, lattice, polygon }, i) => ({
    limit,
    polygon: geoJsonOf(polygon),
    areaSquareKm: microPolygonAreaSquareKm(polygon),
    shape: { ...qualities[i]!, cellMeters: lattice.cellLat * lattice.metersPerLat },
  }));
}

/** Marks the cells of poles whose cost does not follow from the ends of their edge. */
function drawPoles({ poles, costs }: ReachedPoles, lattice: Lattice, cells: ReachedCells, territory: Territory): void {
  const places = placeParts(territory);
  const { lngMicrodegrees, latMicrodegrees } = places;
  for (let i = 0; i < poles.length; i++) {
    const pole = poles[i]!;
    places.need(pole, pole + 1);
    const x = Math.floor(lngMicrodegrees[pole]! / lattice.cellLng);
    const y = Math.floor(latMicrodegrees[pole]! / lattice.cellLat);
    cells.lower(x, y, costs[i]!);
  }
}

/** Answers the costs of reached poles, which ascend; infinite for all others. */
function listedCosts({ poles, costs }: ReachedPoles): (pole: number) => number {
  return (pole) => {
    let low = 0;
    let high = poles.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (poles[middle]! < pole) low = middle + 1;
      else high = middle;
    }
    return poles[low] === pole ? costs[low]! : Infinity;
  };
}

function circleAt(of: Catchment, { limit, cumulative }: Band): Isochrone {
  const coordinates = circles(of.query.origins, limit);
  const isAnyone = (cumulative.residents ?? cumulative.poles) > 0;
  return {
    limit,
    polygon: { type: 'MultiPolygon', coordinates },
    areaSquareKm: multiPolygonAreaSquareKm(coordinates),
    // A circle holds exactly the reached poles, apart from the rounding of its sides.
    shape: { recall: isAnyone ? 1 : null, precision: isAnyone ? 1 : null, cellMeters: null },
  };
}

/** Shared by all calls, for its memory. */
const scratch = new ReachedCells();
