import { leadingDigits } from '@hinterland/catalogue';
import { toMicrodegrees } from '@hinterland/geo';
import { inMemoryTerritory, type Territory, type TerritoryParts } from '@hinterland/territory';

/** An address of a drawn town. Texts left out are empty; places left out follow each other eastwards, 100 m apart. */
export interface TownAddress {
  readonly number?: string;
  readonly numberLast?: string;
  readonly unit?: string;
  readonly street?: string;
  readonly locality?: string;
  readonly region?: string;
  readonly postcode?: string;
  readonly lat?: number;
  readonly lng?: number;
}

const DEGREES_PER_100_METERS = 0.0009;

/**
 * A territory of addresses alone, each with a pole of its own unless it stands where another one stands. Pole p is the
 * place of the first address that stands there; addresses are ordered as in a bundle. `more`: members such as the manifest.
 */
export function addressTown(given: readonly TownAddress[], more: Partial<TerritoryParts> = {}): Territory {
  const text = (value: string | undefined) => value ?? '';
  const texts = [
    ...new Set(
      given.flatMap(({ street, locality, region, postcode }) => [street, locality, region, postcode].map(text)),
    ),
  ];
  const sorted = ['', ...texts.filter((one) => one !== '').sort()];
  const rowOf = new Map(sorted.map((one, row) => [one, row]));
  const row = (value: string | undefined) => rowOf.get(text(value))!;
  const placeOf = (address: TownAddress, i: number) =>
    [toMicrodegrees(address.lng ?? i * DEGREES_PER_100_METERS), toMicrodegrees(address.lat ?? 0)] as const;
  const poles = new Map<string, number>();
  const lngMicrodegrees: number[] = [];
  const latMicrodegrees: number[] = [];
  const poleOf = given.map((address, i) => {
    const [lng, lat] = placeOf(address, i);
    const known = poles.get(`${lng} ${lat}`);
    if (known !== undefined) return known;
    poles.set(`${lng} ${lat}`, lngMicrodegrees.length);
    lngMicrodegrees.push(lng);
    latMicrodegrees.push(lat);
    return lngMicrodegrees.length - 1;
  });
  const compareTexts = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
  const order = given
    .map((address, i) => ({ address, pole: poleOf[i]! }))
    .sort(
      ({ address: a }, { address: b }) =>
        row(a.street) - row(b.street) ||
        row(a.locality) - row(b.locality) ||
        row(a.region) - row(b.region) ||
        leadingDigits(text(a.number)) - leadingDigits(text(b.number)) ||
        compareTexts(text(a.number), text(b.number)) ||
        compareTexts(text(a.unit), text(b.unit)),
    );
  const rows = (column: 'street' | 'locality' | 'region' | 'postcode') =>
    Uint32Array.from(order, ({ address }) => row(address[column]));
  return inMemoryTerritory({
    ...more,
    texts: sorted,
    poles: {
      lngMicrodegrees: Int32Array.from(lngMicrodegrees),
      latMicrodegrees: Int32Array.from(latMicrodegrees),
      dwellings: new Uint16Array(lngMicrodegrees.length).fill(1),
      kind: new Uint8Array(lngMicrodegrees.length),
    },
    addresses: {
      pole: Uint32Array.from(order, ({ pole }) => pole),
      street: rows('street'),
      locality: rows('locality'),
      region: rows('region'),
      postcode: rows('postcode'),
      number: order.map(({ address }) => text(address.number)),
      numberLast: order.map(({ address }) => text(address.numberLast)),
      unit: order.map(({ address }) => text(address.unit)),
    },
  });
}
