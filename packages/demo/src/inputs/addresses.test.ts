import { PolygonIndex } from '@hinterland/geo';
import type { AddressPoint } from '@hinterland/importers';
import { describe, expect, test } from 'vitest';
import { addresses, demo, layer } from '../testing/demo.ts';

describe('addresses', () => {
  test('lie in the locality, state and postcode that they name, and in a census unit', () => {
    const short: Record<string, string> = { Halcyon: 'HAL', Ponant: 'PON', Rāwhiti: 'RAW' };
    const index = (level: number) => new PolygonIndex(layer(level).map(({ polygon }) => polygon));
    const [localities, states, postcodes] = [index(9), index(4), index(-1)];
    const units = new PolygonIndex(demo.census!.units.map(({ polygon }) => polygon));
    const wrong = addresses.filter(
      ({ lng, lat, locality, region, postcode }) =>
        layer(9)[localities.first(lng, lat)]?.name !== locality ||
        short[layer(4)[states.first(lng, lat)]?.name ?? ''] !== region ||
        layer(-1)[postcodes.first(lng, lat)]?.code !== postcode ||
        units.first(lng, lat) < 0,
    );
    expect(wrong).toEqual([]);
  });

  test('come with units, ranges, suffixes and sometimes without number', () => {
    const count = (holds: (address: AddressPoint) => boolean) => addresses.filter(holds).length;
    expect(count(({ unit }) => unit !== '')).toBeGreaterThan(10_000);
    expect(count(({ numberLast }) => numberLast !== '')).toBeGreaterThan(500);
    expect(count(({ number }) => /^\d+A$/.test(number))).toBeGreaterThan(500);
    expect(count(({ number }) => number === '')).toBeGreaterThan(50);
    expect(count(({ dwellings }) => dwellings === 0)).toBeGreaterThan(500);
    expect(count(({ number }) => !/^(\d+A?)?$/.test(number))).toBe(0);
    expect(count(({ unit }) => !/^\d*$/.test(unit))).toBe(0);
    expect(count(({ postcode }) => !/^\d{4}$/.test(postcode))).toBe(0);
    expect(count(({ street, locality }) => street === '' || locality === '')).toBe(0);
    expect(
      count(
        ({ number, numberLast }) =>
          numberLast !== '' &&
          !(Number(numberLast) > Number(number) && (Number(numberLast) - Number(number)) % 2 === 0),
      ),
    ).toBe(0);
  });

  test('no two are alike', () => {
    const written = addresses
      .filter(({ number }) => number !== '')
      .map(({ unit, number, street, locality }) => `${unit}/${number} ${street}, ${locality}`);
    const seen = new Set<string>();
    expect(written.filter((text) => seen.size === seen.add(text).size)).toEqual([]);
  });

  test('street names have accents and macrons of several languages', () => {
    const streets = [...new Set(addresses.map(({ street }) => street))];
    expect(streets.length).toBeGreaterThan(1_000);
    for (const sample of [/^Rue de(s| la| l'|u)/, /É|é/, /[ōāūī]/, /^Rua d/, / Street$/, /^Te Ara /]) {
      expect(streets.some((street) => sample.test(street))).toBe(true);
    }
  });

  test('odd and even numbers stand on opposite sides of their street', () => {
    const { osm } = demo;
    const ways = new Map<string, [number, number][][]>();
    for (let way = 0; way < osm.ways.ids.length; way++) {
      const name = osm.tag('way', way, 'name');
      const highway = osm.tag('way', way, 'highway');
      if (name === undefined || highway === 'footway' || highway === 'cycleway') continue;
      const line = [...osm.wayNodes(way)].map((node): [number, number] => [osm.lng(node), osm.lat(node)]);
      ways.set(name, [...(ways.get(name) ?? []), line]);
    }
    const sides = new Map<string, { odd: number[]; even: number[] }>();
    for (const address of addresses.filter(
      ({ number, unit, street }) => /^\d+$/.test(number) && (unit === '' || unit === '1') && ways.has(street),
    )) {
      // One name may be given in two places; a locality has it once.
      const street = `${address.street}, ${address.locality}`;
      const own = sides.get(street) ?? { odd: [], even: [] };
      sides.set(street, own);
      own[Number(address.number) % 2 === 1 ? 'odd' : 'even'].push(sideOf(address, ways.get(address.street)!));
    }
    let [right, all] = [0, 0];
    for (const { odd, even } of sides.values()) {
      if (odd.length < 4 || even.length < 4) continue;
      const left = (list: number[]) => list.filter((side) => side > 0).length;
      const agreeing = left(odd) + even.length - left(even);
      all += odd.length + even.length;
      right += Math.max(agreeing, odd.length + even.length - agreeing);
    }
    expect(all).toBeGreaterThan(30_000);
    expect(right / all).toBeGreaterThan(0.97);
  });
});

/** Above 0 when the address lies left of the nearest piece of its street. */
function sideOf({ lng, lat }: AddressPoint, lines: readonly [number, number][][]): number {
  let least = Number.POSITIVE_INFINITY;
  let side = 0;
  for (const line of lines) {
    for (let i = 1; i < line.length; i++) {
      const [ax, ay] = line[i - 1]!;
      const [bx, by] = line[i]!;
      const [dx, dy] = [(bx - ax) * 0.8, by - ay];
      const [px, py] = [(lng - ax) * 0.8, lat - ay];
      const share = Math.min(1, Math.max(0, (px * dx + py * dy) / (dx * dx + dy * dy)));
      const distance = Math.hypot(px - share * dx, py - share * dy);
      if (distance >= least) continue;
      least = distance;
      side = dx * py - dy * px;
    }
  }
  return side;
}
