import { multiPolygonAreaSquareKm } from '@hinterland/geo';
import type { MultiPolygonCoordinates } from '@hinterland/territory';
import { sweepOf } from '../catchment/catchment.ts';
import { poleCosts } from '../catchment/poleCost.ts';
import type { Band, Catchment } from '../catchment/types.ts';
import { accessCost } from '../graph/edgeCosts.ts';
import { cellClasses } from './cellClass.ts';
import { circles } from './circles.ts';
import { Contour } from './contour.ts';
import { cornersOfCells } from './corners.ts';
import { drawCosts } from './drawCosts.ts';
import { groundOf, toMultiPolygon } from './ground.ts';
import { latticeOf } from './lattice.ts';
import { qualityOf, type ShapeQuality } from './shapeQuality.ts';
import { TileGrid } from './tileGrid.ts';

/** The picture of everyone within one limit. Residents are never counted by it. */
export interface Isochrone {
  /** As asked: seconds or metres. */
  readonly limit: number;
  readonly polygon: { readonly type: 'MultiPolygon'; readonly coordinates: MultiPolygonCoordinates };
  readonly areaSquareKm: number;
  readonly shape: ShapeQuality;
}

/**
 * Polygons of all limits of a catchment, the smallest first: each lies within the next, and is the same whether its limit
 * was asked for alone or with others. A radius gives true circles.
 *
 * Method: docs/methods/isochrone.md. The least cost per cell of a lattice, along the real lines of
 * all reached roads; the ground at a limit by marching squares; rings without anyone reached and small holes without
 * anyone unreached are dropped.
 */
export function isochrones(of: Catchment): Isochrone[] {
  return of.query.measure === 'radius' ? of.bands.map((band) => circleAt(of, band)) : drawnIsochrones(of);
}

function drawnIsochrones(of: Catchment): Isochrone[] {
  const { territory } = of;
  const sweep = sweepOf(of);
  const { limitCosts } = sweep;
  const costOf = poleCosts(sweep);
  const classes = cellClasses(sweep, of.field);
  const costPerMeter = accessCost(sweep.costs.measure, 1000);
  const [cells, corners] = grids();
  let drawn = -1;
  return of.bands.map(({ limit, limitCost, cumulative }, band) => {
    const lattice = latticeOf(territory, classes[band]!);
    if (drawn !== lattice.cellClass) {
      drawn = lattice.cellClass;
      cells.clear();
      corners.clear();
      drawCosts(sweep, limitCosts[classes.lastIndexOf(drawn)]!, lattice, cells);
      cornersOfCells(cells, corners);
    }
    const contour = new Contour(corners, lattice, limitCost, costPerMeter);
    const squareMeters = lattice.metersPerLng * lattice.metersPerLat;
    const isReached = (pole: number) => costOf(pole) <= limitCost;
    const grounds = groundOf(territory, contour, of.query.origins, squareMeters, isReached);
    const coordinates = toMultiPolygon(grounds);
    return {
      limit,
      polygon: { type: 'MultiPolygon', coordinates },
      areaSquareKm: multiPolygonAreaSquareKm(coordinates),
      shape: {
        ...qualityOf(territory, contour, grounds, cumulative),
        cellMeters: lattice.cellLat * lattice.metersPerLat,
      },
    };
  });
}

function circleAt(of: Catchment, { limit, cumulative }: Band): Isochrone {
  const coordinates = circles(of.query.origins, limit);
  const isAnyone = (cumulative.residents ?? cumulative.poles) > 0;
  return {
    limit,
    polygon: { type: 'MultiPolygon', coordinates },
    areaSquareKm: multiPolygonAreaSquareKm(coordinates),
    // Within a circle lies who is reached, but for the rounding of its sides.
    shape: { recall: isAnyone ? 1 : null, precision: isAnyone ? 1 : null, cellMeters: null },
  };
}

let scratch: [TileGrid, TileGrid] | null = null;

/** Two empty grids that keep their memory from call to call. */
function grids(): [TileGrid, TileGrid] {
  scratch ??= [new TileGrid(), new TileGrid()];
  for (const grid of scratch) grid.clear();
  return scratch;
}
