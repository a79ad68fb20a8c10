import type { Sector } from '@hinterland/catalogue';
import { placeOfStore, type SectorMarket } from '@hinterland/engine/market';
import type { SalesMarket } from '@hinterland/engine/salesModel';

/** A store or a candidate of the owner of a model. */
export interface OwnPlace {
  readonly lat: number;
  readonly lng: number;
  readonly squareMeters: number;
  readonly format: string | null;
  readonly attributes: Readonly<Record<string, number>>;
  readonly steps: Uint16Array;
  /** Position in the market's stores of the known store that it is; null for one that the data lack. */
  readonly known: number | null;
}

export type Scales = Readonly<Record<string, { readonly mean: number; readonly deviation: number }>>;

const NEIGHBOR_METERS = 1000;

interface Spot {
  readonly lat: number;
  readonly lng: number;
  readonly squareMeters: number;
}

/**
 * Returns how much store there is around a place, in straight line: ln(1 + Σ floor area ÷ median · exp(−meters ÷ 1000)), the place
 * itself left out (competing destinations, A. S. Fotheringham, Environment and Planning A 15, 1983).
 */
function neighborsOf(place: Spot, spots: readonly Spot[], self: Spot | null, { medianFloorAreaSquareMeters }: Sector) {
  let sum = 0;
  const meters = 111_195;
  const narrow = Math.cos((place.lat * Math.PI) / 180);
  for (const spot of spots) {
    if (spot === self) continue;
    const north = (spot.lat - place.lat) * meters;
    if (Math.abs(north) > 8 * NEIGHBOR_METERS) continue;
    const way = Math.hypot(north, (spot.lng - place.lng) * meters * narrow);
    sum += (spot.squareMeters / medianFloorAreaSquareMeters) * Math.exp(-way / NEIGHBOR_METERS);
  }
  return Math.log1p(sum);
}

/**
 * The market of a sales model: the stores that the territory knows, own ones with what their owner says of them, own ones that
 * it lacks behind. In: store terms and scales of a model, by which values of own stores are measured. Out: the position of each own store.
 */
export function salesMarketOf(
  market: SectorMarket,
  demand: Float64Array,
  own: readonly OwnPlace[],
  storeTerms: readonly string[],
  scales: Scales,
) {
  const { sector } = market.query;
  const ownAt = new Map(own.flatMap((place, i) => (place.known === null ? [] : [[place.known, i] as const])));
  const knownSpots = market.stores.map(({ row, squareMeters }, j): Spot => {
    const i = ownAt.get(j);
    return i === undefined ? { ...placeOfStore(market.territory, row), squareMeters } : own[i]!;
  });
  const added = own.filter(({ known }) => known === null);
  const spots: Spot[] = [...knownSpots, ...added];
  const valuesOf = (spot: Spot, self: Spot | null, place: OwnPlace | null): number[] =>
    storeTerms.map((term) => {
      if (term === 'own') return place === null ? 0 : 1;
      if (term === 'neighbors') return neighborsOf(spot, spots, self, sector) - scales.neighbors!.mean;
      const [kind, ...rest] = term.split(':');
      const name = rest.join(':');
      if (kind === 'format') return place?.format === name ? 1 : 0;
      const value = place?.attributes[name];
      const { mean, deviation } = scales[term]!;
      return value === undefined ? 0 : (value - mean) / deviation;
    });
  const placeAt = (j: number): OwnPlace | null => {
    const i = ownAt.get(j);
    return i === undefined ? null : own[i]!;
  };
  const stores = spots.map((spot, j) => {
    const place = j < knownSpots.length ? placeAt(j) : added[j - knownSpots.length]!;
    return {
      attraction: spot.squareMeters,
      steps: place?.steps ?? market.steps[j]!,
      values: valuesOf(spot, spot, place),
    };
  });
  let next = knownSpots.length;
  const positions = own.map(({ known }) => known ?? next++);
  const sales: SalesMarket = {
    demand,
    stores,
    storeTerms,
    parameters: market.parameters,
    outside: { attraction: market.outside.squareMeters, seconds: market.outside.seconds },
  };
  const candidateOf = (place: OwnPlace) => ({
    attraction: place.squareMeters,
    steps: place.steps,
    values: valuesOf(place, null, place),
    lat: place.lat,
    lng: place.lng,
    format: place.format,
    unknown: storeTerms.filter((term) => {
      const [kind, ...name] = term.split(':');
      return kind === 'format'
        ? place.format === null
        : kind === 'attribute' && place.attributes[name.join(':')] === undefined;
    }),
  });
  return { sales, positions, candidateOf };
}

/** Stores of a format from which on it may have a coefficient of its own. */
const LEAST_OF_FORMAT = 4;

/** Terms of own stores that may enter a model, and the scales of their values. */
export function storeTermsOf(market: SectorMarket, own: readonly OwnPlace[]): { terms: string[]; scales: Scales } {
  const formats = new Map<string, number>();
  for (const { format } of own) if (format !== null) formats.set(format, (formats.get(format) ?? 0) + 1);
  // The most frequent format is what the others are compared with.
  const [, ...others] = [...formats].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  const scales: Record<string, { mean: number; deviation: number }> = {};
  const spots = [
    ...own,
    ...market.stores.map(({ row, squareMeters }) => ({ ...placeOfStore(market.territory, row), squareMeters })),
  ];
  scales.neighbors = scaleOf(own.map((place) => neighborsOf(place, spots, place, market.query.sector)));
  const names = [...new Set(own.flatMap(({ attributes }) => Object.keys(attributes)))].sort();
  const attributes = names.filter((name) => {
    const scale = scaleOf(own.flatMap((place) => place.attributes[name] ?? []));
    scales[`attribute:${name}`] = scale;
    return scale.deviation > 0;
  });
  const hasOthers = market.stores.length > own.filter(({ known }) => known !== null).length;
  return {
    terms: [
      ...(hasOthers ? ['own'] : []),
      'neighbors',
      ...others.filter(([, count]) => count >= LEAST_OF_FORMAT).map(([name]) => `format:${name}`),
      ...attributes.map((name) => `attribute:${name}`),
    ],
    scales,
  };
}

/** Mean and standard deviation of values; 0 of none. */
export function scaleOf(values: readonly number[]) {
  const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, deviation: Math.sqrt(squares / Math.max(1, values.length - 1)) };
}
