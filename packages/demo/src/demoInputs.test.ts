import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { multiPolygonAreaSquareKm } from '@hinterland/geo';
import type { AddressPoint, TerritoryInputs } from '@hinterland/importers';
import { describe, expect, test } from 'vitest';
import { demoInputs } from './demoInputs.ts';
import { addresses, addressesOf, column, demo, LEVELS, layer, total } from './testing/demo.ts';
import { ringFaults } from './testing/ringFaults.ts';

const doorOf = (address: AddressPoint) => `${address.lng} ${address.lat}`;

describe('size', () => {
  test('more than 100,000 people live at more than 40,000 places', () => {
    expect(total(column('residents', 'total'))).toBeGreaterThan(150_000);
    expect(total(column('residents', 'total'))).toBeLessThan(200_000);
    const doors = new Set(addresses.map(doorOf)).size;
    expect(doors).toBeGreaterThan(45_000);
    expect(doors).toBeLessThan(62_000);
  });

  test('areas of every level, and census units', () => {
    expect(LEVELS.map((level) => layer(level).length)).toEqual([1, 3, 11, 75, 49]);
    expect(demo.census!.units.length).toBeGreaterThan(300);
    expect(demo.census!.units.length).toBeLessThan(600);
    expect(new Set(demo.census!.units.map(({ code }) => code)).size).toBe(demo.census!.units.length);
    expect(new Set(demo.boundaries.map(({ code }) => code)).size).toBe(demo.boundaries.length);
  });

  test('figures in docs/data/demo.md are those of the demo', () => {
    const page = readFileSync(new URL('../../../docs/data/demo.md', import.meta.url), 'utf8');
    const count = (holds: (address: AddressPoint) => boolean) => addresses.filter(holds).length;
    const figures = [
      demo.osm.ways.ids.length,
      addresses.length,
      new Set(addresses.map(doorOf)).size,
      count(({ unit }) => unit !== ''),
      count(({ numberLast }) => numberLast !== ''),
      count(({ number }) => number.endsWith('A')),
      count(({ number }) => number === ''),
      count(({ dwellings }) => dwellings === 0),
      new Set(addresses.map(({ street, locality }) => `${street}, ${locality}`)).size,
      new Set(addresses.map(({ street }) => street)).size,
      total(column('residents', 'total')),
      total(column('housing', 'occupied')),
      total(column('housing', 'dwellings')),
      demo.census!.units.length,
      demo.census!.benchmarks.length,
    ];
    const missing = figures.filter((figure) => !new RegExp(`\\b${figure.toLocaleString('en')}\\b`).test(page));
    expect(missing).toEqual([]);
  });

  test('the code of the country is one that no real country can get, as is its money', () => {
    expect(demo.countries).toEqual(['XM']);
    expect(demo.census!.currency).toMatch(/^XM[A-Z]$/);
  });
});

const CHECKSUM = '80fa5d0864e90bc87797f0509ec8ebe1e0c0ac21dcdb460234c3557aa316243b';

describe('the same every time', () => {
  test('another seed is another country as sound as this one', async () => {
    const other = demoInputs({ seed: 77 });
    expect(await checksum(other)).not.toBe(CHECKSUM);
    for (const { polygon } of other.boundaries) expect(ringFaults(polygon)).toEqual([]);
    const land = (level: number) =>
      other.boundaries
        .filter((area) => area.level === level)
        .reduce((sum, { polygon }) => sum + multiPolygonAreaSquareKm(polygon), 0);
    for (const level of LEVELS) expect(land(level)).toBeCloseTo(land(2), 6);
  });

  test('golden checksum, also after another: when it changes on purpose, say so in the changelog', async () => {
    expect(await checksum(demo)).toBe(CHECKSUM);
    expect(await checksum(demoInputs())).toBe(CHECKSUM);
  });

  test('a seed that is no whole number is refused', () => {
    expect(() => demoInputs({ seed: 1.5 })).toThrow('give a whole number');
  });
});

async function checksum(inputs: TerritoryInputs): Promise<string> {
  const hash = createHash('sha256');
  const { osm, census, boundaries } = inputs;
  for (const { ids, tagStart, tagTexts } of [osm.nodes, osm.ways]) hash.update(ids).update(tagStart).update(tagTexts);
  hash.update(osm.nodes.lngE7).update(osm.nodes.latE7).update(osm.ways.nodeStart).update(osm.ways.nodes);
  hash.update(JSON.stringify([osm.strings, boundaries, await addressesOf(inputs)]));
  for (const { code, columns, flags, entry } of census!.topics) {
    hash.update(JSON.stringify([code, entry])).update(flags);
    for (const [name, values] of columns) hash.update(name).update(values);
  }
  hash.update(
    JSON.stringify([census!.units, census!.benchmarks.map((area) => ({ ...area, unitRows: [...area.unitRows] }))]),
  );
  return hash.digest('hex');
}
