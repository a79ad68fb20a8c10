import { TOPIC_CODES } from '@hinterland/catalogue';
import type { Territory } from '@hinterland/territory';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawnCensus } from '../census/testing/drawnCensus.ts';
import { polesOfArea } from './shares.ts';
import { only, part, two } from './testing/drawnTables.ts';
import { type AvailableTopic, topicAvailable, topicTables } from './topicTables.ts';

describe('residents', () => {
  const town = two({
    residents: { total: [100, 60], male: [40, 30], female: [60, 30], previous_total: [80, 70] },
  });

  it('adds shares of units, and computes density and change from the sums', () => {
    // A quarter of A (25 people on half a square kilometer) and all of B.
    const { values, shares } = only(town, 'residents', part(town, 0, 2)).parts[0]!;
    expect(values.total).toBeCloseTo(85, 12);
    expect(values.male).toBeCloseTo(40, 12);
    expect(values.density).toBeCloseTo(85 / 1.5, 12);
    expect(values.change).toBeCloseTo(85 - 90, 12);
    expect(values.change_percent).toBeCloseTo((100 * -5) / 90, 12);
    expect(shares.male).toBeCloseTo((100 * 40) / 85, 12);
    expect(shares.female).toBeCloseTo((100 * 45) / 85, 12);
  });

  it('takes a true area where one is given', () => {
    const table = only(town, 'residents', { ...part(town, 0, 1, 2), areaSquareKm: 16 });
    expect(table.parts[0]!.values.density).toBeCloseTo(10, 12);
  });

  it('says that a field is not available when the source lacks the column', () => {
    const table = only(town, 'residents', part(town, 0));
    expect(table.fields.in_households).toMatchObject({ available: false, unit: 'persons', base: 'total' });
    expect(table.parts[0]!.values.in_households).toBeNull();
    expect(table.parts[0]!.shares.in_households).toBeNull();
  });

  it('counts nobody as zero people, without rates', () => {
    const { values, coverage } = only(town, 'residents', part(town)).parts[0]!;
    expect(values).toMatchObject({ total: 0, male: 0, density: null, change_percent: null });
    expect(coverage).toEqual({});
  });
});

describe('topics', () => {
  it('that the territory lacks are unavailable with a reason, never zeros', () => {
    const town = two({}, { entries: { mobility: { note: 'Cars are not asked in this census.' } } });
    const topics = topicTables(town, ['mobility', 'residents', 'income'], [part(town, 0)], []);
    expect(topics.map(({ code, available }) => [code, available])).toEqual([
      ['residents', true],
      ['income', false],
      ['mobility', false],
    ]);
    expect(topics[1]).toEqual({
      code: 'income',
      section: 'economy',
      title: 'Income',
      available: false,
      reason: 'The sources of this territory do not hold this topic.',
    });
    expect(topics[2]).toMatchObject({ reason: 'Cars are not asked in this census.' });
    expect(topicAvailable(town, 'mobility')).toBe(false);
    expect(topicAvailable(town, 'residents')).toBe(true);
  });

  it('are all unavailable in a territory without a census', () => {
    const bare: Territory = { ...two({}), sociodemo: null };
    const topics = topicTables(bare, TOPIC_CODES, [part(bare)], []);
    expect(topics).toHaveLength(10);
    expect(topics.every(({ available }) => !available)).toBe(true);
    expect(topics[0]).toMatchObject({ reason: 'Drawn Town was built without census tables.' });
  });

  it('five belong to people and five to economy', () => {
    const bare: Territory = { ...two({}), sociodemo: null };
    const sections = topicTables(bare, TOPIC_CODES, [], []).map(({ section }) => section);
    expect(sections).toEqual([...Array(5).fill('people'), ...Array(5).fill('economy')]);
  });
});

describe('conservation of people', () => {
  it('the areas of a partition add up to the whole, suppressed cells included', () => {
    const unit = fc.record({
      total: fc.integer({ min: 0, max: 900 }),
      families: fc.option(fc.integer({ min: 0, max: 300 }), { nil: Number.NaN }),
      poles: fc.array(fc.record({ dwellings: fc.integer({ min: 1, max: 40 }), area: fc.integer({ min: 0, max: 4 }) }), {
        minLength: 1,
        maxLength: 9,
      }),
    });
    fc.assert(
      fc.property(fc.array(unit, { minLength: 1, maxLength: 12 }), (units) => {
        const town = drawnCensus({
          units: units.map(({ poles }, i) => ({
            code: `U${i}`,
            poles: poles.map(({ dwellings, area }) => ({ dwellings, areas: { level6: area, country: 5 } })),
          })),
          areas: [0, 1, 2, 3, 4]
            .map((i) => ({ code: `L${i}`, name: `L${i}`, kind: 'county' as const, level: 6 }))
            .concat([{ code: 'C', name: 'C', kind: 'country' as never, level: 2 }]),
          topics: {
            residents: { total: units.map(({ total }) => total) },
            families: { families: units.map(({ families }) => families) },
          },
        });
        const parts = [0, 1, 2, 3, 4, 5].map((row) => part(town, ...polesOfArea(town, row)!));
        const sum = (values: (number | null | undefined)[]) => values.reduce<number>((a, b) => a + (b ?? 0), 0);
        const [residents, families] = topicTables(town, ['residents', 'families'], parts, [], {
          minimumCoverage: 0,
        }) as AvailableTopic[];
        for (const [table, field] of [
          [residents!, 'total'],
          [families!, 'families'],
        ] as const) {
          const figures = table.parts.map(({ values }) => values[field]);
          expect(sum(figures.slice(0, 5))).toBeCloseTo(figures[5] ?? 0, 6);
        }
        expect(residents!.parts[5]!.values.total).toBeCloseTo(sum(units.map(({ total }) => total)), 6);
      }),
      { seed: 19, numRuns: 150 },
    );
  });
});
