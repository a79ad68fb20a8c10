import { multiPolygonAreaSquareKm } from '@hinterland/geo';
import { describe, expect, it } from 'vitest';
import { crossesItself, repairPolygon } from './repair.ts';

/** A square of 0.01° from a corner, counterclockwise and closed. */
const square = (x: number, y: number, size = 0.01): number[][] => [
  [x, y],
  [x + size, y],
  [x + size, y + size],
  [x, y + size],
  [x, y],
];

describe('repairing rings', () => {
  it('leaves a good polygon as it is', () => {
    const hole = square(0.002, 0.002, 0.003).toReversed();
    expect(repairPolygon([[square(0, 0), hole]])).toEqual({ polygon: [[square(0, 0), hole]], repairs: [] });
  });

  it('turns rings the right way without a word', () => {
    const hole = square(0.002, 0.002, 0.003);
    expect(repairPolygon([[square(0, 0).toReversed(), hole]])).toEqual({
      polygon: [[square(0, 0), hole.toReversed()]],
      repairs: [],
    });
  });

  it('closes an open ring', () => {
    expect(repairPolygon([[square(0, 0).slice(0, 4)]])).toEqual({
      polygon: [[square(0, 0)]],
      repairs: ['ring closed'],
    });
  });

  it('leaves out repeated points', () => {
    const [a, b, c, d, e] = square(0, 0) as [number[], number[], number[], number[], number[]];
    expect(repairPolygon([[[a, b, b, b, c, d, d, e]]])).toEqual({
      polygon: [[square(0, 0)]],
      repairs: ['repeated point left out'],
    });
  });

  it('cuts spikes off, also where the ring closes', () => {
    const spiked = [
      [0, 0],
      [0.01, 0],
      [0.02, 0],
      [0.01, 0],
      [0.01, 0.01],
      [0, 0.01],
      [0, 0],
      [-0.01, 0],
      [0, 0],
    ];
    const { polygon, repairs } = repairPolygon([[spiked]]);
    expect(repairs).toEqual(['spike cut off']);
    expect(multiPolygonAreaSquareKm(polygon)).toBeCloseTo(multiPolygonAreaSquareKm([[square(0, 0)]]), 12);
    expect(polygon[0]![0]).toHaveLength(5);
  });

  it('drops rings without an inside, and a polygon with its holes', () => {
    const line = [
      [0, 0],
      [0.01, 0],
      [0.02, 0],
      [0, 0],
    ];
    expect(repairPolygon([[line], [square(0, 0), line]])).toEqual({
      polygon: [[square(0, 0)]],
      repairs: ['spike cut off', 'ring without an inside dropped'],
    });
    expect(repairPolygon([[line, square(0, 0)]]).polygon).toEqual([]);
    expect(repairPolygon([[[]]]).polygon).toEqual([]);
  });

  it('takes a bow-tie apart into its two halves', () => {
    const bowTie = [
      [0, 0],
      [0.01, 0.01],
      [0.01, 0],
      [0, 0.01],
      [0, 0],
    ];
    expect(crossesItself(bowTie)).toBe(true);
    const { polygon, repairs } = repairPolygon([[bowTie]]);
    expect(repairs).toEqual(['self-crossing ring taken apart']);
    expect(polygon).toHaveLength(2);
    expect(multiPolygonAreaSquareKm(polygon)).toBeCloseTo(multiPolygonAreaSquareKm([[square(0, 0)]]) / 2, 6);
  });

  it('counts a ring that is walked twice once, also with other points the second time', () => {
    const [first, ...rest] = square(0, 0);
    const between = [[0.005, 0], ...rest];
    for (const ring of [
      [first!, ...rest, ...rest],
      [first!, ...rest, ...between],
      [first!, ...rest, ...rest, ...rest].toReversed(),
    ]) {
      const { polygon, repairs } = repairPolygon([[ring, square(0.002, 0.002, 0.003)]]);
      expect(repairs).toEqual(['self-crossing ring taken apart']);
      expect(multiPolygonAreaSquareKm(polygon)).toBeCloseTo(0.91 * multiPolygonAreaSquareKm([[square(0, 0)]]), 6);
      expect(polygon.map((rings) => rings.length)).toEqual([2]);
    }
  });

  it('lets a ring be that only touches itself', () => {
    const touching = [
      [0, 0],
      [0.01, 0.01],
      [0.02, 0],
      [0.02, 0.02],
      [0.01, 0.01],
      [0, 0.02],
      [0, 0],
    ];
    expect(crossesItself(touching)).toBe(false);
  });
});
