import {
  type Box,
  boxesIntersect,
  clipToBox,
  interiorPoint,
  multiPolygonAreaSquareKm,
  multiPolygonBox,
  PolygonIndex,
} from '@hinterland/geo';
import type { CensusInput } from '../inputs/census.ts';

/** Places of the census units, and the share of each that the map's box holds. Row = row of `CensusInput.units`. */
export class UnitMap {
  /** Usual residents; NaN where suppressed. */
  readonly residents: Float64Array;
  /** Area of the whole unit; 0 for units without an outline. */
  readonly areaSquareKm: Float64Array;
  /** Share of the unit's area that lies in the map's box; 1 where the map holds every unit in full. */
  readonly areaShare: Float64Array;
  readonly #units: CensusInput['units'];
  readonly #mapBox: Box | undefined;
  readonly #index: PolygonIndex;

  constructor(census: CensusInput, mapBox: Box | undefined) {
    this.#units = census.units;
    this.#mapBox = mapBox;
    this.residents =
      census.topics.find(({ code }) => code === 'residents')?.columns.get('total') ??
      new Float64Array(census.units.length).fill(Number.NaN);
    this.areaSquareKm = new Float64Array(census.units.length);
    this.areaShare = new Float64Array(census.units.length);
    for (const [row, { polygon, areaSquareKm }] of census.units.entries()) {
      if (polygon.length === 0) continue;
      const outlined = multiPolygonAreaSquareKm(polygon);
      this.areaSquareKm[row] = areaSquareKm ?? outlined;
      const box = multiPolygonBox(polygon);
      const isApart = mapBox !== undefined && !boxesIntersect(box, mapBox);
      if (isApart || !(outlined > 0)) continue;
      const isWithin =
        mapBox === undefined ||
        (box.west >= mapBox.west && box.east <= mapBox.east && box.south >= mapBox.south && box.north <= mapBox.north);
      const inside = isWithin ? outlined : multiPolygonAreaSquareKm(clipToBox(polygon, mapBox));
      const share = inside / (areaSquareKm ?? outlined);
      this.areaShare[row] = share > 1 - 1e-9 ? 1 : share;
    }
    this.#index = new PolygonIndex(census.units.map(({ polygon }, row) => (this.areaShare[row]! > 0 ? polygon : null)));
  }

  get count(): number {
    return this.#units.length;
  }

  code(row: number): string {
    return this.#units[row]!.code;
  }

  /** The source that counts the people of a unit, by name; undefined where nobody says. */
  source(row: number): string | undefined {
    return this.#units[row]!.source;
  }

  /** The unit that holds the point, -1 where none that touches the map does. */
  locate(lng: number, lat: number): number {
    return this.#index.firstNear(lng, lat);
  }

  /** How far from the unit a home may be that takes its people where it has none; undefined where none does. */
  nearestMeters(row: number): number | undefined {
    return this.#units[row]!.nearestMeters;
  }

  /** A point inside the part of the unit that the map holds, or null where that part has no inside. */
  pointInside(row: number): [lng: number, lat: number] | null {
    const { polygon } = this.#units[row]!;
    return interiorPoint(this.#mapBox === undefined ? polygon : clipToBox(polygon, this.#mapBox));
  }
}
