import { actions } from '@hinterland/actions';
import { describe, expect, it } from 'vitest';
import { withDescriber } from './describeTool.ts';
import { describeTools } from './listTools.ts';
import { readArguments } from './readArguments.ts';
import { restTool } from './restTool.ts';
import type { ToolServices } from './services.ts';
import { serviceTools } from './serviceTools.ts';
import { ANSWER_CHARACTERS, partOf, shortened } from './shorten.ts';

const services = { actions } as unknown as ToolServices;
const tools = describeTools(services, withDescriber(services, [...serviceTools(services), restTool(services)]));
const schemaOf = (id: string) => tools.find((tool) => tool.id === id)!.inputSchema;

/** The same arguments as strict modes of models send them: every member, null where there is nothing. */
const withNulls = (schema: any, example: object) => {
  const optional = Object.keys(schema.properties).filter((name) => !(schema.required ?? []).includes(name));
  return { ...Object.fromEntries(optional.map((name) => [name, null])), ...example };
};
/** As clients send them that know texts alone. */
const asTexts = (example: object) =>
  Object.fromEntries(
    Object.entries(example).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  );

describe('arguments as clients send them', () => {
  const charged = actions.filter(({ example }) => example !== undefined);
  it.each(charged.map(({ id, example, input }) => [id, example as object, input] as const))(
    '%s with lists as text, and null for what is optional',
    (id, example, input) => {
      const meant = input.parse(example);
      const own = (given: object) => {
        const { territory, quotedCredits, idempotencyKey, analysisId, ...rest } = readArguments(
          schemaOf(id),
          given,
        ) as Record<string, unknown>;
        expect([territory, quotedCredits, idempotencyKey, analysisId].filter(Boolean)).toEqual([]);
        return input.parse(rest);
      };
      expect(own(asTexts(example))).toEqual(meant);
      expect(own(withNulls(schemaOf(id), example))).toEqual(meant);
      expect(own(withNulls(schemaOf(id), asTexts(example)))).toEqual(meant);
    },
  );

  it('reads inside of lists and objects, and leaves texts and what is wrong alone', () => {
    const read = (given: object) => readArguments(schemaOf('analysis.isochrone'), given);
    expect(read({ origins: '[{"lat": "-36.2", "lng": -151.7}]', departure: null })).toEqual({
      origins: [{ lat: -36.2, lng: -151.7 }],
    });
    expect(read({ bandSeconds: '["600"]', geometry: 'false' })).toEqual({ bandSeconds: [600], geometry: false });
    expect(read({ origins: 'here', bandSeconds: '[600', unknown: '[1]', quotedCredits: '3' })).toEqual({
      origins: 'here',
      bandSeconds: '[600',
      unknown: '[1]',
      quotedCredits: 3,
    });
    expect(readArguments(schemaOf('search.addresses'), { query: '12' })).toEqual({ query: '12' });
    expect(readArguments(schemaOf('answers.rest'), { tool: 'areas_list', input: '{"level": 4}', part: '/1' })).toEqual({
      tool: 'areas_list',
      input: { level: 4 },
      part: '/1',
    });
  });
});

const polygon = (points: number) => ({
  type: 'MultiPolygon',
  coordinates: [[Array.from({ length: points }, (_, i) => [i / 1000, i / 2000])]],
});
const features = (count: number, points: number) => ({
  type: 'FeatureCollection',
  features: Array.from({ length: count }, (_, id) => ({
    type: 'Feature',
    id,
    properties: {},
    geometry: polygon(points),
  })),
});

describe('answers that are too long for a model', () => {
  it('stay as they are where they are short', () => {
    const short = { rows: [1, 2, 3], geojson: features(1, 4) };
    expect(shortened(short, false)).toEqual({ answer: short, leftOut: [] });
  });

  it('leave out polygons that nobody asked for', () => {
    const geojson = features(2, 2000);
    const { answer, leftOut } = shortened({ residents: 5, geojson }, false);
    expect(answer).toEqual({ residents: 5 });
    expect(leftOut).toEqual([{ pointer: '/geojson', characters: JSON.stringify(geojson).length }]);
    expect(partOf({ residents: 5, geojson }, '/geojson')).toEqual({ pointer: '/geojson', value: geojson });
    const wanted = shortened({ residents: 5, geojson: features(1, 500) }, true);
    expect(wanted.leftOut).toEqual([]);
  });

  it.each([1, 7, 5000])(
    'give long tables from their beginning, and the rest by parts: rows of %d figures',
    (figures) => {
      const count = figures === 5000 ? 40 : 4000;
      const rows = Array.from({ length: count }, (_, id) => ({
        id,
        values: Array.from({ length: figures }, () => id),
      }));
      const whole = { total: count, byArea: { rows }, method: 'x' };
      const { answer, leftOut } = shortened(whole, false);
      expect(JSON.stringify(answer).length).toBeLessThanOrEqual(ANSWER_CHARACTERS);
      expect(answer).toMatchObject({ total: count, method: 'x' });
      const [{ pointer, shown = 0, of }] = leftOut as any;
      expect([pointer, of]).toEqual(['/byArea/rows', count]);
      const read: unknown[] = [...(answer as any).byArea.rows];
      for (let next: unknown = `${pointer}/${shown}`, calls = 0; typeof next === 'string'; calls++) {
        const part = partOf(whole, next) as any;
        read.push(...part.value);
        next = calls < 3 || figures < 5000 ? part.next : null;
      }
      if (figures < 5000) expect(read).toEqual(rows);
      expect(read.length).toBeGreaterThan(shown);
    },
  );

  it('has no part where the answer has none', () => {
    for (const pointer of ['', '/b', '/a/7', '/a/b/c', 'a']) expect(partOf({ a: [1] }, pointer)).toBeNull();
  });
});
