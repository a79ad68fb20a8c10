import { describe, expect, it } from 'vitest';
import { itemOf, memberOf, NO_PLAN } from '../plan/index.ts';
import { planOfAction, resultOf, worked } from '../testing/worked.ts';
import { answerFigures } from './answerFigures.ts';
import { wideFigures } from './figures.ts';
import { itemPlanOf, itemsOf } from './items.ts';
import { outlinesOf } from './outlines.ts';
import { columnsOf, fitted } from './plan.ts';
import { pointOfWkb, wkbOf } from './wkb.ts';

const valuesOf = (result: unknown, plan = NO_PLAN) =>
  Object.fromEntries(wideFigures(result, plan).map(({ name, value }) => [name, value]));
const point = planOfAction('enrich.point');
const matrix = itemOf(memberOf(planOfAction('network.matrix'), 'origins'));

describe('an answer in one row', () => {
  it('names bands by their limits: all within one, and the ring since the one before', () => {
    const bands = [
      { limitSeconds: 300, residents: 2, cumulativeResidents: 2, poles: 1, cumulativePoles: 1 },
      { limitSeconds: 450, residents: 3, cumulativeResidents: 5, poles: 4, cumulativePoles: 5 },
    ];
    expect(valuesOf({ bands })).toEqual({
      residents_5min: 2,
      poles_5min: 1,
      residents_450s: 5,
      poles_450s: 5,
      residents_300to450s: 3,
      poles_300to450s: 4,
    });
    expect(Object.keys(valuesOf({ bands: [{ radiusMeters: 1500, residents: 1 }] }))).toEqual(['residents_1500m']);
  });

  it('names the figures of a section of enrich.point as the analysis does that it is of', () => {
    for (const [id, section] of [
      ['analysis.markets_sector', 'sectors'],
      ['analysis.markets_brands', 'brands'],
    ] as const) {
      const { parts, [section]: listed } = resultOf(id);
      const inSection = valuesOf({ [section]: { parts, [section]: listed } }, point);
      expect(Object.keys(inSection).length).toBeGreaterThan(10);
      expect(valuesOf(resultOf(id), planOfAction(id))).toMatchObject(inSection);
    }
  });

  it('gives each candidate its values of the tables that compare them', () => {
    const result = resultOf('analysis.site_comparison');
    const items = itemsOf(result, 'candidates');
    expect(items.map(({ id }) => id)).toEqual(result.candidates.map(({ id }: { id: unknown }) => id));
    const rows = result.tables.flatMap((table: { rows: object[] }) => table.rows) as {
      id: string;
      label: string;
      values: unknown[];
    }[];
    expect(rows.length).toBeGreaterThan(1);
    for (const [at, { figures }] of items.entries()) {
      const found = wideFigures(figures, itemPlanOf(planOfAction('analysis.site_comparison'), 'candidates'));
      const values = new Set(found.map(({ value }) => value));
      for (const row of rows) expect(values, row.id).toContain(row.values[at] ?? null);
      const titles = new Set(found.map(({ title }) => title));
      expect(rows.filter(({ label }) => !titles.has(label))).toEqual([]);
      expect(found.some(({ name }) => /^residents_\d+(min|s)$/.test(name))).toBe(true);
    }
  });

  it('names nearest places by their rank, and destinations by their id', () => {
    const nearest = [
      { rank: 1, id: 'a', minutes: 2 },
      { rank: 2, id: 'b', minutes: 3 },
    ];
    expect(valuesOf({ origins: [{ id: 1, nearest }] }, planOfAction('network.nearest'))).toMatchObject({
      nearest_1_minutes: 2,
      nearest_2_id: 'b',
    });
    // Columns of the table itself are no figures.
    expect(
      Object.keys(
        valuesOf({ origins: [{ id: 1, name: 'x', status: 'all', nearest: [] }] }, planOfAction('network.nearest')),
      ),
    ).toContain('answer_status');
    expect(
      Object.keys(
        valuesOf({ origins: [{ id: 1, name: 'x', status: 'all', nearest }] }, planOfAction('network.nearest')),
      ),
    ).not.toContain('id');
    const destinations = [
      { id: 'north', minutes: 2 },
      { id: 7, minutes: null },
    ];
    expect(valuesOf({ destinations }, matrix)).toEqual({ destinations_north_minutes: 2, destinations_7_minutes: null });
  });

  it('names figures of topics by topic, field and part, with what is said of them', () => {
    const found = wideFigures(resultOf('analysis.people_economy'), planOfAction('analysis.people_economy'));
    const at = (name: string) => found.find((figure) => figure.name === name);
    const topic = resultOf('analysis.people_economy').topics[0];
    const part = resultOf('analysis.people_economy').parts.find(({ kind }: { kind: string }) => kind === 'cumulative');
    const end = `${part.limitSeconds / 60}min`;
    expect(at(`${topic.code}_total_${end}`)).toMatchObject({
      value: topic.figures[part.id].values.total,
      title: topic.fields.total.meaning,
      unit: topic.fields.total.unit,
      about: { topic: topic.title, vintage: String(topic.vintage), method: topic.fields.total.method },
    });
    expect(at(`${topic.code}_male_share_${end}`)).toMatchObject({
      value: topic.figures[part.id].shares.male,
      unit: '%',
    });
  });

  it.each(Object.keys(worked).filter((id) => worked[id].execute !== undefined))(
    'of %s has a name of its own for each figure, in letters, digits and underscores',
    (id) => {
      const names = wideFigures(resultOf(id), planOfAction(id)).map(({ name }) => name);
      expect(new Set(names).size).toBe(names.length);
      expect(names.filter((name) => !/^[a-z0-9]+(_[a-z0-9]+)*$/.test(name))).toEqual([]);
    },
  );

  it('loses no figure that columns have no place for', () => {
    const row = (result: unknown) => ({ figures: wideFigures(result), outlines: [] });
    const columns = columnsOf([row({ a: 1, b: null }), row({ c: 'x' })]);
    expect(columns.map(({ name, type }) => [name, type])).toEqual([
      ['a', 'float64'],
      ['c', 'utf8'],
    ]);
    expect(fitted(columns, [row({ a: 2, b: 3, c: 4 }), null, row({ a: true })])).toEqual({
      values: [
        [2, null, null],
        [null, null, null],
      ],
      more: [{ b: 3, c: 4 }, null, { a: true }],
    });
  });
});

describe('what columns say of themselves', () => {
  const about = (result: object, plan = NO_PLAN) =>
    Object.fromEntries(
      columnsOf([{ figures: wideFigures(result, plan), outlines: [] }]).map((one) => [one.name, one.about]),
    );

  it('numbers without a unit say so, and so does what tells rows apart', () => {
    const ranked = itemsOf(resultOf('site.rank'), 'candidates')[0]!.figures;
    const said = about(ranked, itemPlanOf(planOfAction('site.rank'), 'candidates'));
    expect(said.rank).toMatchObject({ title: 'Rank', unit: 'none' });
    const found = about(resultOf('search.reverse_address'), planOfAction('search.reverse_address'));
    const levels = Object.keys(found).filter((name) => name.endsWith('_level'));
    expect(levels.length).toBeGreaterThan(0);
    expect(levels.map((name) => found[name]!.unit)).toEqual(levels.map(() => 'none'));
  });

  it('money of an item of a list names the currency of the answer, which is no column of the item', () => {
    const item = itemsOf(resultOf('site.rank'), 'candidates')[0]!.figures;
    const said = about(item, itemPlanOf(planOfAction('site.rank'), 'candidates'));
    expect(said.net_new).toMatchObject({ unit: 'XMD per year', method: 'modelled' });
    expect(said).not.toHaveProperty('currency');
  });

  it('entries of lists of a topic are in the unit of the list, and coverage is a share of the people', () => {
    const result = {
      topics: [
        {
          title: 'Employment',
          fields: { employed: { meaning: 'Employed', unit: 'persons', method: 'sum', base: 'labour_force' } },
          lists: [{ name: 'industry', unit: 'persons', meaning: 'Employed persons by industry' }],
          figures: {
            cumulative_1: {
              values: { employed: 8 },
              coverage: { employed: 0.5 },
              lists: { industry: { items: [{ key: 'a', title: 'Farming', value: 2 }], others: 6 } },
            },
          },
        },
      ],
      parts: [{ id: 'cumulative_1', kind: 'cumulative', limitSeconds: 300 }],
    };
    const said = about(result, planOfAction('analysis.people_economy'));
    const units = Object.entries(said).map(([name, { title, unit, base }]) => [
      name.replace(/^.*employment_/, ''),
      title,
      unit,
      base,
    ]);
    expect(units).toContainEqual([expect.stringMatching(/industry_a_5min$/), 'Farming', 'persons', undefined]);
    expect(units).toContainEqual([expect.stringMatching(/industry_others_5min$/), 'Others', 'persons', undefined]);
    expect(units).toContainEqual([expect.stringMatching(/employed_5min$/), 'Employed', 'persons', 'labour_force']);
    expect(units).toContainEqual([
      expect.stringMatching(/employed_coverage_5min$/),
      'Employed: coverage',
      'fraction',
      'people',
    ]);
  });
});

describe('figures without what is known of them', () => {
  it.each([
    ['analysis.isochrone', undefined],
    ['network.coverage', 'stores'],
  ])('of %s are the same values in the same order', (id, list) => {
    const { about, ...values } = answerFigures(resultOf(id), planOfAction(id), { list }) as { about: object };
    expect(Object.keys(about).length).toBeGreaterThan(3);
    expect(JSON.stringify(answerFigures(resultOf(id), planOfAction(id), { list, isBare: true }))).toBe(
      JSON.stringify(values),
    );
  });
});

describe('further lists of an answer', () => {
  const listsOf = (id: string, lists: readonly string[]) =>
    (
      answerFigures(resultOf(id), planOfAction(id), { lists }) as {
        lists: Record<string, { rows: object[]; about: object }>;
      }
    ).lists;

  it('are rows with their places, areas or ids, and units and currency of the answer', () => {
    const { whiteSpots, closurePlan, nowhere } = listsOf('network.coverage', ['whiteSpots', 'closurePlan', 'nowhere']);
    const result = resultOf('network.coverage') as unknown as Record<
      'whiteSpots' | 'closurePlan',
      readonly Record<string, unknown>[]
    >;
    expect(whiteSpots!.rows).toHaveLength(result.whiteSpots.length);
    expect(whiteSpots!.rows[0]).toMatchObject({
      code: result.whiteSpots[0]!.code,
      within: {},
      figures: { name: result.whiteSpots[0]!.name, unreached: result.whiteSpots[0]!.unreached },
    });
    expect(closurePlan!.rows.map((row) => (row as { id: unknown }).id)).toEqual(result.closurePlan.map(({ id }) => id));
    expect(closurePlan!.about).toMatchObject({ lost: { unit: 'persons' } });
    expect(nowhere).toEqual({ rows: [], about: {} });
    const { places } = listsOf('site.search', ['places']);
    const first = (resultOf('site.search') as unknown as { places: readonly Record<string, unknown>[] }).places[0]!;
    expect(places!.rows[0]).toMatchObject({ lat: first.lat, lng: first.lng, figures: { rank: 1, gain: first.gain } });
    expect(places!.about).toMatchObject({ captured: { unit: 'XMD per year' } });
  });

  it('name the items around theirs, where they are lists within lists', () => {
    const { 'origins.destinations': pairs } = listsOf('network.matrix', ['origins.destinations']);
    const { origins } = resultOf('network.matrix') as unknown as {
      origins: readonly { id: string; destinations: readonly { id: string }[] }[];
    };
    const expected = origins.flatMap(({ id, destinations }) => destinations.map((to) => [id, to.id]));
    expect(expected.length).toBeGreaterThan(1);
    expect(
      (pairs!.rows as { id: string; within: { origins: string } }[]).map(({ id, within }) => [within.origins, id]),
    ).toEqual(expected);
  });
});

describe('well-known binary', () => {
  it('is that of published examples', () => {
    // OGC 06-103r4, 8.2.8, with the byte order changed: POINT (1 2).
    const point = wkbOf({ type: 'Point', coordinates: [1, 2] });
    expect(Buffer.from(point).toString('hex')).toBe('0101000000000000000000f03f0000000000000040');
    expect(pointOfWkb(point)).toEqual({ lng: 1, lat: 2 });
    const big = Buffer.from('00000000013ff00000000000004000000000000000', 'hex');
    expect(pointOfWkb(big)).toEqual({ lng: 1, lat: 2 });
    const withSrid = Buffer.from('0101000020e6100000000000000000f03f0000000000000040', 'hex');
    expect(pointOfWkb(withSrid)).toEqual({ lng: 1, lat: 2 });
    expect(pointOfWkb(new Uint8Array(3))).toBeNull();
  });

  it('holds polygons ring by ring, and outlines are named like their bands', () => {
    const ring = [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 0],
    ];
    const geometry = { type: 'MultiPolygon' as const, coordinates: [[ring], [ring, ring]] };
    const bytes = wkbOf(geometry);
    expect(bytes.length).toBe(5 + 4 + 2 * (5 + 4) + 3 * (4 + 4 * 16));
    const features = [300, 600].map((limitSeconds) => ({ type: 'Feature', properties: { limitSeconds }, geometry }));
    const outlines = outlinesOf({ geojson: { type: 'FeatureCollection', features } });
    expect(outlines.map(({ name }) => name)).toEqual(['outline_5min', 'outline_10min']);
  });
});
