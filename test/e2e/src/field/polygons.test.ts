import { describe, expect, it } from 'vitest';
import { answerField, hasField } from './lab.ts';

type Answer = { parts: { residents: number; areaSquareKm: number }[] };
type Rings = { polygon: { type: 'Polygon'; coordinates: number[][][] } };

/** The answer to a polygon made of the ring of the question, which is walked twice. */
const answer = async (polygon: (ring: number[][]) => number[][][]) => {
  const question = (input: object) => {
    const [twice] = (input as Rings).polygon.coordinates;
    return { ...input, polygon: { type: 'Polygon', coordinates: polygon(twice!) } };
  };
  const { result } = await answerField<Answer>('polygon', 'analysis.people_economy', { question });
  return result.parts[0]!;
};

describe.skipIf(!hasField)('polygons of the field (need ../shared/field)', () => {
  it('a ring walked twice holds who lives in it, and its area once', async () => {
    const twice = await answer((ring) => [ring]);
    const once = await answer((ring) => [ring.slice(0, 5)]);
    expect([twice.residents, twice.areaSquareKm]).toEqual([100, once.areaSquareKm]);
  });

  it('a polygon that encloses nothing is refused', async () => {
    await expect(answer((ring) => [ring.slice(0, 5).concat(ring.slice(0, 4).toReversed())])).rejects.toThrow(
      /The polygon encloses nothing/,
    );
  });
});
