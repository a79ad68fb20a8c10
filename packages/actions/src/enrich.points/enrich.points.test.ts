import { describe, expect, it } from 'vitest';
import type { ActionProblem } from '../action/action.ts';
import { quotedCredits, totalCredits } from '../action/pricing.ts';
import { enrichPoint } from '../enrich.point/index.ts';
import { sampleOf } from '../enrichment/estimate.ts';
import { BLOCK_SECONDS, contextOf, HALF, island } from '../testing/island.ts';
import { withLine } from '../testing/line.ts';
import { enrichPoints } from './index.ts';
import { input } from './schema.ts';

const { town, territory } = island();
const context = contextOf(territory);
const at = (right: number, up: number) => {
  const { lat, lng } = town.at(right, up);
  return { lat, lng };
};
const ROADLESS = { lat: town.at(0, 0).lat + 0.2, lng: town.at(0, 0).lng };
const given = (points: readonly { lat: number; lng: number }[], more: object = {}) =>
  input.parse({
    points: points.map((point, i) => ({ id: i, ...point })),
    bandSeconds: [BLOCK_SECONDS],
    include: ['people'],
    ...more,
  });
const places = (count: number) => Array.from({ length: count }, (_, i) => at((i % 5) - 2, 0));

describe('estimate', () => {
  it.each([
    [1, [0]],
    [2, [0, 1]],
    [3, [0, 1, 2]],
    [4, [0, 1, 3]],
    [500, [0, 249, 499]],
  ])('S41 of %i points samples %j', (count, sample) => expect(sampleOf(count)).toEqual(sample));

  it('S41 is the mean price of the sample times the count, in one line per section, the same every time', () => {
    const batch = given(places(7));
    const quote = enrichPoints.quote(context, batch);
    expect(quote.extra).toEqual({ sampledPoints: 3 });
    expect(quote.lines).toMatchObject([
      {
        tariff: 'people_economy.topic',
        label: expect.any(String),
        unit: 'topic',
        quantity: 35,
        unitCredits: 2,
        credits: 70,
      },
    ]);
    expect(enrichPoints.quote(contextOf(island().territory), batch)).toEqual(quote);
  });

  it('names the sections that no sampled point has', () => {
    const quote = enrichPoints.quote(context, given(places(7), { include: ['people', 'economy', 'brands'] }));
    expect(quote.skipped?.map(({ section, reason }) => [section, reason])).toEqual([
      ['economy', 'no_data'],
      ['brands', 'no_data'],
    ]);
  });

  it('leaves out sampled points that cannot be answered', () => {
    const quote = enrichPoints.quote(context, given([at(0, 0), ROADLESS, at(1, 0)]));
    expect(quote.extra).toEqual({ sampledPoints: 2 });
    expect(totalCredits(quote)).toBe(30);
  });

  it('is refused with the place of the first where none can be answered', () => {
    let problem: unknown;
    try {
      enrichPoints.quote(context, given([ROADLESS, ROADLESS]));
    } catch (error) {
      problem = error;
    }
    expect((problem as ActionProblem).fields).toMatchObject({ errors: [{ pointer: '#/points/0' }] });
  });
});

describe('batch', () => {
  const batch = enrichPoints.batch as NonNullable<typeof enrichPoints.batch>;

  it('S168 every point is a call of enrich.point with the options of the batch', () => {
    const options = { include: ['people'], mode: 'walk', detail: 'full', maxCredits: 12 };
    const whole = given([at(0, 0), at(1, 1)], options);
    expect(batch.actionId).toBe(enrichPoint.id);
    const { maxCredits: _, ...wanted } = options;
    expect(batch.inputOf(whole, 1)).toEqual(
      enrichPoint.input.parse({ ...at(1, 1), bandSeconds: [BLOCK_SECONDS], ...wanted }),
    );
    expect(batch.items(whole)).toEqual([
      { id: 0, ...at(0, 0) },
      { id: 1, ...at(1, 1) },
    ]);
  });

  it('hands the journeys by public transport on to every point', () => {
    const on = withLine(territory, town);
    const journey = { mode: 'transit', departure: { day: 'saturday', from: '08:00', to: '08:20' }, percentile: 95 };
    const whole = given([at(0, 0), at(HALF, 0)], { ...journey, bandSeconds: [840] });
    const { rows } = enrichPoints.run(contextOf(on), whole).result as any;
    const alone = enrichPoint.input.parse({ ...at(HALF, 0), ...journey, bandSeconds: [840], include: ['people'] });
    expect(rows[1].result).toEqual(enrichPoint.run(contextOf(on), alone).result);
    expect(rows[1].result.catchment.method.transit).toMatchObject({
      date: '2026-03-07',
      departures: 20,
      percentile: 95,
    });
    expect(rows[1].result.dataVersion.transit).toBe('1');
    const sunday = given([at(0, 0)], { mode: 'transit', departure: { day: 'sunday' } });
    expect(() => enrichPoints.quote(contextOf(on), sunday)).toThrow(/No trip runs/);
    expect(() => given([at(0, 0)], { percentile: 95 })).toThrow(/percentile is for mode transit/);
  });

  it('S107 maxCredits is what the caller says, else left to the quote', () => {
    expect(batch.maxCredits(given(places(1), { maxCredits: 7.5 }))).toBe(7.5);
    expect(batch.maxCredits(given(places(1)))).toBeNull();
  });

  it('all at once gives a row per point; one that cannot be answered fails by itself', () => {
    const { result, creditsDue } = enrichPoints.run(context, given([at(0, 0), ROADLESS, at(2, 2)]));
    const { rows } = result as unknown as { rows: { status: string; reason?: string }[] };
    expect(rows.map(({ status, reason }) => [status, reason])).toEqual([
      ['done', undefined],
      ['failed', 'validation_error'],
      ['done', undefined],
    ]);
    expect(creditsDue).toBe(12);
    expect(quotedCredits(enrichPoints.quote(context, given([at(0, 0)])))).toBeGreaterThanOrEqual(6);
  });
});

describe('S106 input', () => {
  const points = (count: number) => places(count).map((place, i) => ({ id: `p${i}`, ...place }));

  it('takes 500 points with texts or whole numbers as ids, and no more', () => {
    expect(input.safeParse({ points: points(500), bandSeconds: [300] }).success).toBe(true);
    const { error } = input.safeParse({ points: points(501), bandSeconds: [300] });
    expect(String(error?.issues[0]?.message)).toBe('points holds 501 points; give at most 500.');
  });

  it.each<[object, (string | number)[], string]>([
    [{ points: [] }, ['points'], 'points holds 0 points; give at least 1.'],
    [
      {
        points: [
          { id: 1, lat: 1, lng: 1 },
          { id: 1, lat: 2, lng: 2 },
        ],
      },
      ['points', 1, 'id'],
      'The id 1 stands at point 0 already.',
    ],
    [{ points: [{ lat: 1, lng: 1 }] }, ['points', 0, 'id'], 'id is missing'],
    [{ points: [{ id: 'a', lat: 91, lng: 1 }] }, ['points', 0, 'lat'], 'lat must be a number of degrees'],
    [{ maxCredits: -1 }, ['maxCredits'], 'maxCredits must be a number of credits'],
    [{ maxCredits: '5' }, ['maxCredits'], 'maxCredits must be a number of credits'],
    [{ include: ['x'] }, ['include', 0], 'A section must be one of'],
    [{ bandSeconds: undefined }, ['bandSeconds'], 'Say how far the catchment reaches'],
  ])('%j is refused at %j', (more, path, message) => {
    const { error } = input.safeParse({ points: points(1), bandSeconds: [300], ...more });
    expect(error?.issues.map((issue) => [issue.path, String(issue.message)])).toEqual([
      [path, expect.stringContaining(message)],
    ]);
  });

  it('1 and "1" are two ids', () => {
    const both = [
      { id: 1, ...at(0, 0) },
      { id: '1', ...at(0, 0) },
    ];
    expect(input.safeParse({ points: both, bandSeconds: [300] }).success).toBe(true);
  });
});
