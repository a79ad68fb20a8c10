import { describe, expect, it } from 'vitest';
import { UnitMap } from '../census/unitMap.ts';
import type { CensusInput } from '../inputs/census.ts';
import type { AddressPoint, BuildingPoint, PoleSource } from '../inputs/poles.ts';
import type { TerritoryInputs } from '../inputs/territory.ts';
import { OsmBuilder } from '../map/osmBuilder.ts';
import { Report } from '../report/report.ts';
import { makePoles } from './makePoles.ts';

/**
 * Three census units side by side, each 0.01° wide and high from the corner (10, 0): a street runs through all of them
 * at latitude 0.005.
 */
function units(residents: readonly number[], mapBox?: TerritoryInputs['mapBox']): UnitMap {
  const census = {
    units: residents.map((_, i) => ({ code: `U${i}`, polygon: [[square(10 + i * 0.01)]] })),
    topics: [{ code: 'residents', columns: new Map([['total', Float64Array.from(residents)]]) }],
  } as unknown as CensusInput;
  return new UnitMap(census, mapBox);
}

function square(west: number): number[][] {
  return [
    [west, 0],
    [west + 0.01, 0],
    [west + 0.01, 0.01],
    [west, 0.01],
    [west, 0],
  ];
}

function street() {
  const map = new OsmBuilder();
  const ends = [10, 10.01, 10.02, 10.03].map((lng) => map.addNode(0.005, lng));
  map.addWay(ends, { highway: 'residential' });
  return map.build();
}

function address(lng: number, lat: number, more: Partial<AddressPoint> = {}): AddressPoint {
  return {
    lng,
    lat,
    number: '',
    numberLast: '',
    unit: '',
    street: 'S',
    locality: '',
    region: '',
    postcode: '',
    dwellings: 1,
    ref: `${lng}`,
    ...more,
  };
}

const from = {
  addresses: (addresses: readonly AddressPoint[], beyondMap = false): PoleSource => ({
    kind: 'address',
    beyondMap,
    async each(push) {
      for (const a of addresses) push(a);
    },
  }),
  buildings: (buildings: readonly BuildingPoint[]): PoleSource => ({
    kind: 'building',
    async each(push) {
      for (const b of buildings) push(b);
    },
  }),
  streets: { kind: 'street', spacingMeters: 100 } as PoleSource,
};

async function make(poleSources: readonly PoleSource[], unitMap: UnitMap | null, mapBox?: TerritoryInputs['mapBox']) {
  const report = new Report('Test');
  const made = await makePoles(
    { poleSources, osm: street(), report, ...(mapBox === undefined ? {} : { mapBox }) },
    unitMap,
  );
  const poles = Array.from({ length: made.draft.count }, (_, pole) => ({
    unit: made.draft.unit(pole),
    kind: made.draft.kind(pole),
    dwellings: made.draft.dwellings(pole),
  }));
  return {
    made,
    poles,
    kinds: (unit: number) => poles.filter((p) => p.unit === unit).map(({ kind }) => kind),
    report: report.toJson(),
  };
}

describe('making poles', () => {
  it('uses buildings only where addresses are too few, and streets where both are or no house is mapped', async () => {
    // 100 residents each are 40 expected households: 2 dwellings at addresses are enough, 12 with buildings.
    const sources = [
      from.addresses([address(10.001, 0.001), address(10.002, 0.001), address(10.011, 0.001), address(10.021, 0.001)]),
      from.buildings([
        { lng: 10.004, lat: 0.002, dwellings: 30, ref: 'way 1' },
        { lng: 10.014, lat: 0.002, dwellings: 30, ref: 'way 2' },
        { lng: 10.024, lat: 0.002, dwellings: 3, ref: 'way 3' },
      ]),
      from.streets,
    ];
    const { kinds, poles, report } = await make(sources, units([100, 100, 100]));
    expect(kinds(0)).toEqual(['address', 'address']);
    expect(kinds(1).slice(0, 3)).toEqual(['address', 'building', 'street']);
    expect(kinds(2).slice(0, 3)).toEqual(['address', 'building', 'street']);
    const streetPoles = poles.filter(({ kind, unit }) => kind === 'street' && unit === 2);
    // The second unit has enough dwellings, but no house is mapped at its street; a point there is one home.
    expect(
      poles.filter(({ kind, unit, dwellings }) => kind === 'street' && unit === 1 && dwellings === 1),
    ).toHaveLength(11);
    // 1,112 m of street in the unit, a point each 100 m; 36 households are not accounted for.
    expect(streetPoles).toHaveLength(11);
    expect(streetPoles.reduce((sum, { dwellings }) => sum + dwellings, 0)).toBeCloseTo(36, 9);
    expect(
      report.subjects
        .find(({ name }) => name === 'census units')!
        .changes.map(({ reason, references }) => [reason, references]),
    ).toEqual([
      ['no houses are mapped at some of its streets: points along them were used', ['U1', 'U2']],
      ['too few addresses: its buildings were used', ['U1', 'U2']],
    ]);
  });

  it('leaves streets alone where houses stand at them', async () => {
    const houses = Array.from({ length: 11 }, (_, i) => ({
      lng: 10.0005 + i * 0.0009,
      lat: 0.0052,
      dwellings: 4,
      ref: `way ${i}`,
    }));
    const { kinds } = await make([from.buildings(houses), from.streets], units([100]));
    expect(new Set(kinds(0))).toEqual(new Set(['building']));
  });

  it('gives a building to the address that stands for it', async () => {
    const sources = [
      from.addresses([address(10.001, 0.001, { ref: 'way 9', street: 'A', number: '1' }), address(10.005, 0.005)]),
      from.buildings([
        { lng: 10.003, lat: 0.001, dwellings: 20, ref: 'way 9' },
        { lng: 10.00501, lat: 0.005, dwellings: 6, ref: 'way 10' },
        { lng: 10.0053, lat: 0.005, dwellings: 5, ref: 'way 11' },
      ]),
    ];
    const { poles } = await make(sources, units([1000]));
    expect(poles).toEqual([
      { unit: 0, kind: 'address', dwellings: 20 },
      { unit: 0, kind: 'address', dwellings: 6 },
      { unit: 0, kind: 'building', dwellings: 5 },
    ]);
  });

  it('puts one synthetic pole into a unit with residents and nothing else, none where nobody lives', async () => {
    const { made, poles } = await make([from.addresses([address(10.001, 0.001)])], units([1, 50, 0]));
    expect(poles).toEqual([
      { unit: 0, kind: 'address', dwellings: 1 },
      { unit: 1, kind: 'synthetic', dwellings: 1 },
    ]);
    expect([...made.synthetic]).toEqual([0, 1, 0]);
  });

  it('drops addresses outside the map but for its edge', async () => {
    const mapBox = { west: 10, south: 0, east: 10.01, north: 0.01 };
    const { poles, report } = await make(
      [from.addresses([address(10.001, 0.001), address(10.012, 0.001), address(10.02, 0.001), address(200, 0)])],
      null,
      mapBox,
    );
    expect(poles).toHaveLength(2);
    expect(report.subjects[0]).toMatchObject({
      kept: 2,
      drops: [{ reason: 'no place on Earth' }, { reason: 'outside the map', references: ['10.02'] }],
    });
  });

  it('cuts a unit at the edge by area, or by addresses where a register reaches beyond the map', async () => {
    const mapBox = { west: 10, south: 0, east: 10.0025, north: 0.01 };
    const places = [
      address(10.001, 0.001),
      address(10.002, 0.001),
      address(10.004, 0.002),
      address(10.005, 0.004),
      address(10.006, 0.006),
    ];
    const byArea = await make([from.addresses(places)], units([100], mapBox), mapBox);
    expect(byArea.made.insideShare[0]).toBeCloseTo(0.25, 9);
    const byAddresses = await make([from.addresses(places, true)], units([100], mapBox), mapBox);
    expect(byAddresses.made.insideShare[0]).toBe(0.4);
    expect(byAddresses.poles).toHaveLength(2);
  });

  it('without a census takes buildings where addresses are few among them, and streets where there is nothing', async () => {
    const buildings = from.buildings(
      [1, 2, 3, 4, 5, 6].map((i) => ({ lng: 10 + i * 0.001, lat: 0.002, dwellings: 1, ref: `way ${i}` })),
    );
    expect((await make([from.addresses([address(10.001, 0.008)]), buildings], null)).poles).toHaveLength(7);
    expect(
      (await make([from.addresses([address(10.001, 0.008), address(10.002, 0.008)]), buildings], null)).poles,
    ).toHaveLength(2);
    const { poles } = await make([from.streets], null);
    expect(poles).toHaveLength(33);
    expect(poles.every(({ kind }) => kind === 'street')).toBe(true);
  });
});
