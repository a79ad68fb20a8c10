import { storesBySector } from '@hinterland/engine/market';
import { haversineMeters } from '@hinterland/geo';
import { STORE_STATES, type Territory } from '@hinterland/territory';

const CLOSED = STORE_STATES.indexOf('closed');
const METERS_PER_DEGREE = 111_195;

/** Places in cells, to ask how many lie near another. */
export class PlaceGrid {
  readonly #meters: number;
  readonly #cells = new Map<string, { readonly lat: number; readonly lng: number }[]>();

  /** `meters`: the distance that counts as near, above 0. */
  constructor(meters: number) {
    this.#meters = meters;
  }

  add(lat: number, lng: number): void {
    const key = this.#keyOf(this.#row(lat), this.#column(this.#row(lat), lng));
    const cell = this.#cells.get(key);
    if (cell === undefined) this.#cells.set(key, [{ lat, lng }]);
    else cell.push({ lat, lng });
  }

  /** Returns how many places lie nearer than the distance, and at most `enough`. */
  countNear(lat: number, lng: number, enough: number): number {
    const middle = this.#row(lat);
    let count = 0;
    for (let row = middle - 1; row <= middle + 1; row++) {
      const column = this.#column(row, lng);
      for (let at = column - 1; at <= column + 1; at++) {
        for (const place of this.#cells.get(this.#keyOf(row, at)) ?? []) {
          if (haversineMeters(lng, lat, place.lng, place.lat) < this.#meters && ++count === enough) return count;
        }
      }
    }
    return count;
  }

  #row(lat: number): number {
    return Math.floor((lat * METERS_PER_DEGREE) / this.#meters);
  }

  /** Columns of a row are as wide as the distance at its end nearer to a pole, so that none is narrower. */
  #column(row: number, lng: number): number {
    const degrees = (Math.max(Math.abs(row), Math.abs(row + 1)) * this.#meters) / METERS_PER_DEGREE;
    const narrowing = Math.max(0.01, Math.cos((Math.min(89, degrees) * Math.PI) / 180));
    return Math.floor((lng * METERS_PER_DEGREE * narrowing) / this.#meters);
  }

  #keyOf(row: number, column: number): string {
    return `${row}:${column}`;
  }
}

/** The open stores of a territory, of all sectors. */
export function placesOfStores({ players }: Territory, meters: number): PlaceGrid {
  const grid = new PlaceGrid(meters);
  if (players === null) return grid;
  const { stores } = players;
  for (let row = 0; row < stores.rows; row++) {
    if (stores.state[row] !== CLOSED) grid.add(stores.latMicrodegrees[row]! / 1e6, stores.lngMicrodegrees[row]! / 1e6);
  }
  return grid;
}

/** The open stores of a sector. */
export function placesOfSector(territory: Territory, code: string, meters: number): PlaceGrid {
  const grid = new PlaceGrid(meters);
  const { stores } = territory.players!;
  for (const row of storesBySector(territory).get(code) ?? []) {
    if (stores.state[row] !== CLOSED) grid.add(stores.latMicrodegrees[row]! / 1e6, stores.lngMicrodegrees[row]! / 1e6);
  }
  return grid;
}

/** The stops of public transport. */
export function placesOfStops({ transit }: Territory, meters: number): PlaceGrid {
  const grid = new PlaceGrid(meters);
  if (transit === null) return grid;
  const { lngMicrodegrees, latMicrodegrees } = transit.stops;
  for (const [row, lat] of latMicrodegrees.entries()) grid.add(lat / 1e6, lngMicrodegrees[row]! / 1e6);
  return grid;
}
