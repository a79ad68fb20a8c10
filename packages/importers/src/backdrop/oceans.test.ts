import { pointInMultiPolygon } from '@hinterland/geo';
import { describe, expect, it } from 'vitest';
import { oceans } from './oceans.ts';

const BOX = { west: 0, south: 0, east: 10, north: 10 };
/** Whether places are wet. */
const wet = (coasts: number[][][], ...places: [number, number][]) => {
  const { polygons } = oceans(coasts, BOX);
  return places.map(([lng, lat]) => polygons.some((polygon) => pointInMultiPolygon(lng, lat, [polygon])));
};
const ring = (...points: number[][]) => [...points, points[0]!];
/** Counterclockwise: land inside. */
const ISLAND = ring([4, 4], [6, 4], [6, 6], [4, 6]);

describe('the ocean of a map', () => {
  it('lies on the right of a coast that crosses the map', () => {
    const north = [
      [-1, 5],
      [5, 6],
      [11, 5],
    ];
    expect(wet([north], [5, 1], [5, 9], [1, 1], [9, 9])).toEqual([true, false, true, false]);
    expect(wet([north.toReversed()], [5, 1], [5, 9], [1, 1], [9, 9])).toEqual([false, true, false, true]);
  });

  it('has two shores where two coasts face each other, whatever their order', () => {
    const south = [
      [-1, 3],
      [11, 3],
    ].toReversed();
    const north = [
      [-1, 7],
      [11, 7],
    ];
    for (const coasts of [
      [south, north],
      [north, south],
    ]) {
      expect(wet(coasts, [5, 1], [5, 5], [5, 9])).toEqual([false, true, false]);
    }
  });

  it('fills a bay and leaves an island in it dry', () => {
    const bay = [
      [8, 11],
      [8, 2],
      [2, 2],
      [2, 11],
    ];
    const places: [number, number][] = [
      [5, 5],
      [3, 5],
      [1, 5],
      [5, 1],
      [9, 9],
    ];
    expect(wet([bay, ISLAND], ...places)).toEqual([false, true, false, false, false]);
    expect(wet([bay.toReversed()], ...places)).toEqual([false, false, true, true, true]);
  });

  it('surrounds islands that are all there is, and islands that the edge cuts', () => {
    expect(wet([ISLAND], [5, 5], [1, 1], [9, 9])).toEqual([false, true, true]);
    const cut = ring([8, 4], [12, 4], [12, 6], [8, 6]);
    expect(wet([cut], [9, 5], [5, 5], [9, 9], [9, 1])).toEqual([false, true, true, true]);
    // The same ring, however it begins.
    expect(wet([ring([12, 4], [12, 6], [8, 6], [8, 4])], [9, 5], [5, 5])).toEqual([false, true]);
  });

  it('is not there without a coast, nor where coasts end in the middle of nowhere', () => {
    expect(oceans([], BOX)).toEqual({ polygons: [], openEnds: 0 });
    expect(
      oceans(
        [
          [
            [2, 5],
            [5, 5],
          ],
        ],
        BOX,
      ),
    ).toEqual({ polygons: [], openEnds: 1 });
  });

  it('reaches the edge where an extract cut a coast at the last node before it', () => {
    expect(
      wet(
        [
          [
            [0.4, 5],
            [5, 6],
            [9.5, 5],
          ],
        ],
        [5, 1],
        [5, 9],
        [0.1, 1],
        [9.9, 9],
      ),
    ).toEqual([true, false, true, false]);
  });

  it('is land on the left of a closed coast, and water inside one that goes the other way', () => {
    expect(wet([ISLAND.toReversed()], [5, 5], [1, 1])).toEqual([true, false]);
  });
});
