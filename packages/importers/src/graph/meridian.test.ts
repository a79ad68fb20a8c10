import { expect, it } from 'vitest';
import { OsmBuilder } from '../map/osmBuilder.ts';
import { buildGraph } from './build.ts';
import { STREET } from './testing/drawGraph.ts';

/** A street of Taveuni along 16.8° south, its nodes at these longitudes. */
function lengthsOf(lngs: readonly number[], ways: readonly (readonly number[])[] = [[...lngs.keys()]]): number[] {
  const builder = new OsmBuilder();
  const ids = lngs.map((lng) => builder.addNode(-16.8, lng));
  for (const way of ways)
    builder.addWay(
      way.map((i) => ids[i]!),
      STREET,
    );
  const { edges } = buildGraph(builder.build());
  return [...edges.lengthMillimeters].map((length) => Math.round(length / 1000)).sort((a, b) => a - b);
}

// 0.001° are 106.45 m at this latitude.
it.each<[string, readonly number[], number[]]>([
  ['on one side', [179.996, 179.997, 179.998], [213]],
  ['up to the meridian', [179.998, 179.999, 180], [213]],
  ['from its other side on', [-180, -179.999, -179.998], [213]],
  ['over it, and cut there', [179.997, 179.999, -179.999, -179.998], [106, 213]],
  ['over it from east to west', [-179.998, -179.999, 179.999, 179.998], [106, 106]],
  ['over it with its first step', [179.999, -179.999, -179.998], [106]],
  ['over it twice', [179.998, 179.999, -179.999, -179.998, 179.998, 179.997], [106, 106, 106]],
  ['with a node at 180° on one side alone', [179.999, 180, -179.999], [106]],
])('a street %s is as long as on earth: %j', (_, lngs, meters) => {
  expect(lengthsOf(lngs)).toEqual(meters);
});

it('streets on both sides are networks of their own, and none runs round the earth', () => {
  const lengths = lengthsOf(
    [179.997, 179.998, 179.999, -179.999, -179.998],
    [
      [0, 1, 2, 3, 4],
      [1, 0],
      [4, 3],
    ],
  );
  expect(Math.max(...lengths)).toBeLessThan(220);
});
