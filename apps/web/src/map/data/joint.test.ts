import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { jointOf, jointOfMembers } from './joint.ts';
import { areaFeatures } from './result.ts';

type Band = Readonly<Record<string, unknown>> & { readonly kind?: string };

const answers = JSON.parse(
  readFileSync(new URL('../../../../service/examples/worked-answers.json', import.meta.url), 'utf8'),
);
const resultOf = (id: string) => answers[id].execute.result;

describe('joints of rows and features', () => {
  const area = areaFeatures(resultOf('analysis.isochrone'));
  const joints = area.map((feature, i) => jointOf('area', feature, i));

  it('a band is the area on the map that reaches as far, whatever a result calls it', () => {
    expect(new Set(joints).size).toBe(2);
    const bands: Band[] = resultOf('analysis.isochrone').bands;
    // On the map the widest lies below, first.
    expect(bands.map(jointOfMembers)).toEqual(joints.toReversed());
    const parts: Band[] = resultOf('analysis.people_economy').parts;
    const reached = parts.filter(({ limitSeconds }) => limitSeconds === bands[0]?.limitSeconds);
    expect(reached.map(({ kind }) => kind)).toEqual(['band', 'cumulative']);
    for (const part of reached) expect(jointOfMembers(part)).toBe(joints.at(-1));
    expect(jointOfMembers({ limitMeters: 300 })).not.toBe(jointOfMembers({ limitSeconds: 300 }));
  });

  it('others are known by their id or code, points by their place, and what cannot lie on the map by nothing', () => {
    expect(jointOfMembers({ id: 7, lat: 1, lng: 2 })).toBe('7');
    expect(jointOfMembers({ code: 'XM-1' })).toBe('XM-1');
    expect(jointOfMembers({ lat: 1, lng: 2 })).toBe('1 2');
    expect(jointOfMembers({ name: 'Total' })).toBeUndefined();
    const polygon = { type: 'Polygon' as const, coordinates: [] };
    expect(jointOf('shapes', { type: 'Feature', properties: {}, geometry: polygon }, 2)).toBe('shapes 3');
  });
});
