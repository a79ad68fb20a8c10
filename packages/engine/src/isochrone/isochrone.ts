import { multiPolygonAreaSquareKm } from '@hinterland/geo';
import type { MultiPolygonCoordinates, Territory } from '@hinterland/territory';
import { forEachReachedPole, sweepOf } from '../catchment/catchment.ts';
import { poleTree } from '../catchment/radius.ts';
import type { Catchment } from '../catchment/types.ts';
import { accessCost } from '../graph/edgeCosts.ts';
import { PerTerritory } from '../graph/perTerritory.ts';
import { censusOf } from '../tables/census.ts';
import { cellClasses } from './cellClass.ts';
import { circles } from './circles.ts';
import { Contour } from './contour.ts';
import { cornersOfCells } from './corners.ts';
import { drawCosts } from './drawCosts.ts';
import { type Ground, groundOf, toMultiPolygon } from './ground.ts';
import { latticeOf } from './lattice.ts';
import { TileGrid } from './tileGrid.ts';

/** The picture of everyone within one limit. Residents are never counted by it. */
export interface Isochrone {
  /** As asked: seconds or metres. */
  readonly limit: number;
  readonly polygon: { readonly type: 'MultiPolygon'; readonly coordinates: MultiPolygonCoordinates };
  readonly areaSquareKm: number;
  readonly shape: ShapeQuality;
}

/** How well a polygon shows who is reached, weighed with residents (with poles where there is no census). */
export interface ShapeQuality {
  /** Residents of reached poles inside it ÷ residents of reached poles; null when nobody is reached. */
  readonly recall: number | null;
  /** Residents of reached poles inside it ÷ residents of all poles inside it; null when nobody lives inside. */
  readonly precision: number | null;
  /** North-south side of the cells it was drawn on; null for circles. */
  readonly cellMeters: number | null;
}

/**
 * Polygons of all limits of a catchment, the smallest first: each lies within the next, and is the same whether its limit
 * was asked for alone or with others. A radius gives true circles.
 *
 * Method: methods.md B.10, see docs/methods/isochrone.md. The least cost per cell of a lattice, along the real lines of
 * all reached roads; the ground at a limit by marching squares; rings without anyone reached and small holes without
 * anyone unreached are dropped.
 */
export function isochrones(of: Catchment): Isochrone[] {
  const reached = new ReachedMarks(of);
  try {
    if (of.query.measure === 'radius') return of.bands.map(({ limit }, band) => circleAt(of, limit, band, reached));
    return drawnIsochrones(of, reached);
  } finally {
    reached.clear();
  }
}

function drawnIsochrones(of: Catchment, reached: ReachedMarks): Isochrone[] {
  const { territory } = of;
  const sweep = sweepOf(of);
  const classes = cellClasses(sweep, of.field);
  const costPerMeter = accessCost(sweep.costs.measure, 1000);
  const [cells, corners] = grids();
  let drawn = -1;
  const results: Isochrone[] = [];
  of.bands.forEach(({ limit, limitCost }, band) => {
    const lattice = latticeOf(territory, classes[band]!);
    if (drawn !== lattice.cellClass) {
      drawn = lattice.cellClass;
      cells.clear();
      corners.clear();
      drawCosts(sweep, sweep.limitCosts[classes.lastIndexOf(drawn)]!, lattice, cells);
      cornersOfCells(cells, corners);
    }
    const contour = new Contour(corners, lattice, limitCost, costPerMeter);
    const squareMeters = lattice.metersPerLng * lattice.metersPerLat;
    const grounds = groundOf(territory, contour, of.query.origins, squareMeters, (pole) => reached.within(pole, band));
    const coordinates = toMultiPolygon(grounds);
    const box = boxOf(grounds);
    results.push({
      limit,
      polygon: { type: 'MultiPolygon', coordinates },
      areaSquareKm: multiPolygonAreaSquareKm(coordinates),
      shape: {
        ...reached.quality(band, box, (lng, lat) => contour.holds(lng, lat)),
        cellMeters: lattice.cellLat * lattice.metersPerLat,
      },
    });
  });
  return results;
}

function circleAt(of: Catchment, limit: number, band: number, reached: ReachedMarks): Isochrone {
  const coordinates = circles(of.query.origins, limit);
  return {
    limit,
    polygon: { type: 'MultiPolygon', coordinates },
    areaSquareKm: multiPolygonAreaSquareKm(coordinates),
    // Within a circle lies who is reached, but for the rounding of its sides.
    shape: { ...reached.exact(band), cellMeters: null },
  };
}

let scratch: [TileGrid, TileGrid] | null = null;

/** Two empty grids that keep their memory from call to call. */
function grids(): [TileGrid, TileGrid] {
  scratch ??= [new TileGrid(), new TileGrid()];
  for (const grid of scratch) grid.clear();
  return scratch;
}

interface MicrodegreeBox {
  west: number;
  south: number;
  east: number;
  north: number;
}

function boxOf(grounds: readonly Ground[]): MicrodegreeBox {
  const box = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity };
  for (const { outer } of grounds) {
    box.west = Math.min(box.west, outer.west);
    box.south = Math.min(box.south, outer.south);
    box.east = Math.max(box.east, outer.east);
    box.north = Math.max(box.north, outer.north);
  }
  return box;
}

/** Residents are counted in millionths, so that sums are exact and do not depend on the order of the poles. */
const WEIGHT_STEPS = 2 ** 20;

const keptMarks = new PerTerritory<Uint8Array>();

/** Which poles a catchment reaches, and in which band. */
class ReachedMarks {
  readonly #territory: Territory;
  /** Band + 1 per pole, 0 for a pole that is not reached. */
  readonly #marks: Uint8Array;
  readonly #poles: Uint32Array;
  readonly #weights: Float64Array;

  constructor(of: Catchment) {
    const { territory } = of;
    this.#territory = territory;
    this.#marks = keptMarks.get(territory, '', () => new Uint8Array(territory.poles.rows));
    const { bands } = of;
    this.#poles = new Uint32Array(bands[bands.length - 1]!.cumulative.poles);
    this.#weights = new Float64Array(bands.length);
    let count = 0;
    forEachReachedPole(of, (pole, _cost, band) => {
      this.#poles[count++] = pole;
      this.#marks[pole] = band + 1;
      this.#weights[band]! += this.#weightOf(pole);
    });
  }

  within(pole: number, band: number): boolean {
    const mark = this.#marks[pole]!;
    return mark !== 0 && mark <= band + 1;
  }

  exact(band: number): Pick<ShapeQuality, 'recall' | 'precision'> {
    const weight = this.#weights.subarray(0, band + 1).reduce((sum, w) => sum + w, 0);
    return weight > 0 ? { recall: 1, precision: 1 } : { recall: null, precision: null };
  }

  quality(
    band: number,
    box: MicrodegreeBox,
    holds: (lng: number, lat: number) => boolean,
  ): Pick<ShapeQuality, 'recall' | 'precision'> {
    const { lngMicrodegrees, latMicrodegrees } = this.#territory.poles;
    let inside = 0;
    let reachedInside = 0;
    poleTree(this.#territory).visitBox(box.west, box.south, box.east, box.north, (pole) => {
      if (!holds(lngMicrodegrees[pole]!, latMicrodegrees[pole]!)) return;
      const weight = this.#weightOf(pole);
      inside += weight;
      if (this.within(pole, band)) reachedInside += weight;
    });
    const reached = this.#weights.subarray(0, band + 1).reduce((sum, w) => sum + w, 0);
    return {
      recall: reached > 0 ? reachedInside / reached : null,
      precision: inside > 0 ? reachedInside / inside : null,
    };
  }

  clear(): void {
    for (let i = 0; i < this.#poles.length; i++) this.#marks[this.#poles[i]!] = 0;
  }

  #weightOf(pole: number): number {
    const census = censusOf(this.#territory);
    if (census === null) return 1;
    const { unit, share } = census.sociodemo.poleUnits;
    const residents = share[pole]! > 0 ? census.weights[unit[pole]!]! * share[pole]! : 0;
    return Math.round(residents * WEIGHT_STEPS) / WEIGHT_STEPS;
  }
}
