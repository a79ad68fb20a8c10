import { haversineMeters } from '@hinterland/geo';
import { NONE } from '@hinterland/territory';
import type { OsmData } from '../map/osmData.ts';
import { BuiltUpAreas } from './builtUp.ts';
import { townLimitOf } from './country.ts';
import { speedLimit } from './speedLimit.ts';
import { SIGNED_KILOMETERS } from './speeds.ts';

/**
 * Limits of roads in towns that have none on the map: the country's for towns, or, where it is higher, the mean of those
 * signed in its towns on roads of the same class, by length, if they are signed on SIGNED_KILOMETERS at least. Roundabouts
 * are slower than the roads that they join, and keep the country's.
 */
export class TownLimits {
  readonly #map: OsmData;
  /** Limit of the country by way; 0 where the way is no road of a town. */
  readonly #ofCountry: Float32Array;
  /** Kilometers with a signed limit, and the sum of these limits by length, by `keyOf`. */
  readonly #signed = new Map<string, { kilometers: number; sum: number }>();

  constructor(map: OsmData, countries: readonly string[]) {
    this.#map = map;
    this.#ofCountry = new Float32Array(map.ways.ids.length);
    const builtUp = new BuiltUpAreas(map);
    for (let way = 0; way < map.ways.ids.length; way++) {
      if (map.tag('way', way, 'highway') === undefined || !builtUp.has(way)) continue;
      this.#ofCountry[way] = townLimitOf(map, way, countries);
      const tags = map.tags('way', way);
      const limit = speedLimit(tags, true) ?? speedLimit(tags, false);
      if (limit !== null) this.#count(way, limit);
    }
  }

  /** Returns the limit of a road without one, km/h; undefined for ways that are no roads of a town. */
  of(way: number): number | undefined {
    const ofCountry = this.#ofCountry[way]!;
    if (ofCountry === 0) return undefined;
    if (['roundabout', 'circular'].includes(this.#map.tag('way', way, 'junction') ?? '')) return ofCountry;
    const { kilometers, sum } = this.#signed.get(this.#keyOf(way)) ?? { kilometers: 0, sum: 0 };
    return kilometers < SIGNED_KILOMETERS ? ofCountry : Math.max(ofCountry, sum / kilometers);
  }

  #count(way: number, limit: number): void {
    const signed = this.#signed.get(this.#keyOf(way)) ?? { kilometers: 0, sum: 0 };
    const kilometers = kilometersOf(this.#map, way);
    signed.kilometers += kilometers;
    signed.sum += kilometers * limit;
    this.#signed.set(this.#keyOf(way), signed);
  }

  #keyOf(way: number): string {
    return `${this.#ofCountry[way]} ${this.#map.tag('way', way, 'highway')}`;
  }
}

function kilometersOf(map: OsmData, way: number): number {
  const nodes = map.wayNodes(way);
  let meters = 0;
  for (let i = 1; i < nodes.length; i++) {
    const [a, b] = [nodes[i - 1]!, nodes[i]!];
    if (a !== NONE && b !== NONE) meters += haversineMeters(map.lng(a), map.lat(a), map.lng(b), map.lat(b));
  }
  return meters / 1000;
}
