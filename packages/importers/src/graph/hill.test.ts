import { EARTH_RADIUS_METERS } from '@hinterland/geo';
import { describe, expect, it } from 'vitest';
import type { Heights } from '../inputs/heights.ts';
import { type Drawing, drawOsm } from '../map/testing/drawOsm.ts';
import { buildGraph } from './build.ts';
import { CAR, STREET, WALK } from './testing/drawGraph.ts';
import { leastSeconds } from './testing/leastSeconds.ts';

const METERS_PER_DEGREE = (EARTH_RADIUS_METERS * Math.PI) / 180;

/** Ground that has a height by the meters east of the picture's left edge. */
const ground = (height: (eastMeters: number) => number): Heights => ({
  at: (lng) => height(lng * METERS_PER_DEGREE),
  cellMeters: 25,
});

const graphOf = (picture: string, drawing: Drawing, heights?: Heights) => {
  const drawn = drawOsm(picture, drawing);
  return { drawn, graph: buildGraph(drawn.map, [], heights) };
};

describe('a drawn hill', () => {
  // 10% to the east: up e^(−0.35), down e^0 of the level speed on foot; by bicycle 0.5 and 1.
  const slope = ground((east) => 0.1 * east);
  const up = Math.exp(0.35);

  it('slows walkers uphill by Tobler, and leaves them level time at 10% downhill', () => {
    const { graph, drawn } = graphOf('a---b', { ways: [['ab', STREET]] }, slope);
    expect(leastSeconds(graph, drawn, 'walk-normal', 'a', 'b')).toBeCloseTo(WALK * up, 1);
    expect(leastSeconds(graph, drawn, 'walk-normal', 'b', 'a')).toBeCloseTo(WALK, 1);
  });

  it('halves cyclists uphill, and leaves cars as they are', () => {
    const { graph, drawn } = graphOf('a---b', { ways: [['ab', STREET]] }, slope);
    expect(leastSeconds(graph, drawn, 'bicycle-normal', 'a', 'b')).toBeCloseTo(48, 1);
    expect(leastSeconds(graph, drawn, 'bicycle-normal', 'b', 'a')).toBeCloseTo(24, 1);
    for (const [from, to] of ['ab', 'ba'].map((way) => way.split(''))) {
      expect(leastSeconds(graph, drawn, 'car-normal', from!, to!)).toBeCloseTo(CAR, 1);
    }
  });

  it('adds up a road over a hilltop piece by piece, both ways alike', () => {
    // 5% up to the middle and down again: up e^0.175, down e^−0.175 of the level time.
    const hilltop = ground((east) => 0.05 * Math.min(east, 200 - east));
    const { graph, drawn } = graphOf('a-------b', { ways: [['ab', STREET]] }, hilltop);
    expect(graph.edges.fromNode).toHaveLength(1);
    const seconds = WALK * (Math.exp(0.175) + Math.exp(-0.175));
    expect(leastSeconds(graph, drawn, 'walk-normal', 'a', 'b')).toBeCloseTo(seconds, 1);
    expect(leastSeconds(graph, drawn, 'walk-normal', 'b', 'a')).toBeCloseTo(seconds, 1);
  });

  it('leads a bridge level over a valley, but the street beside it down and up', () => {
    // A valley of 20 m between a and b, which lie equally high.
    const valley = ground((east) => 0.2 * Math.abs(east - 100));
    const times = (tags: Record<string, string>) => {
      const { graph, drawn } = graphOf('a-------b', { ways: [['ab', { ...STREET, ...tags }]] }, valley);
      return leastSeconds(graph, drawn, 'walk-normal', 'a', 'b');
    };
    expect(times({ bridge: 'viaduct' })).toBeCloseTo(2 * WALK, 1);
    expect(times({ tunnel: 'yes' })).toBeCloseTo(2 * WALK, 1);
    // Down 20%: e^(3.5 × 0.1); up: e^(3.5 × 0.2).
    expect(times({})).toBeCloseTo(WALK * (Math.exp(0.35) + Math.exp(0.7)), 1);
    expect(times({ tunnel: 'building_passage' })).toBe(times({}));
  });

  it('counts stairs and lifts as they are', () => {
    for (const tags of [
      { highway: 'steps' },
      { highway: 'footway', conveying: 'yes' },
      { highway: 'elevator' },
    ] as Record<string, string>[]) {
      const drawing: Drawing = { ways: [['ab', tags]] };
      const [level, hilly] = [undefined, slope].map((heights) => graphOf('a---b', drawing, heights));
      for (const profile of ['walk-normal', 'bicycle-normal'] as const) {
        expect(hilly!.graph.weights[profile]).toEqual(level!.graph.weights[profile]);
      }
    }
  });

  it('counts ground as level where no height is known, and says how many edges', () => {
    const half = ground((east) => (east > 110 ? Number.NaN : 0.1 * east));
    const { graph, drawn } = graphOf(
      'a---b---c\n    |\n    d',
      {
        ways: [
          ['abc', STREET],
          ['bd', STREET],
        ],
      },
      half,
    );
    expect(leastSeconds(graph, drawn, 'walk-normal', 'a', 'b')).toBeCloseTo(WALK * up, 1);
    expect(leastSeconds(graph, drawn, 'walk-normal', 'b', 'c')).toBeCloseTo(WALK, 0);
    expect(graph.counts.withoutHeights).toBe(1);
  });

  it('changes nothing on level ground', () => {
    const drawing: Drawing = {
      ways: [
        ['abc', STREET],
        ['bd', { ...STREET, bridge: 'yes' }],
      ],
    };
    const picture = 'a---b---c\n    |\n    d';
    const level = graphOf(picture, drawing).graph;
    const { counts, ...flat } = graphOf(
      picture,
      drawing,
      ground(() => 17),
    ).graph;
    expect({ ...flat, counts: { ...counts, withoutHeights: undefined } }).toEqual({
      ...level,
      counts: { ...level.counts, withoutHeights: undefined },
    });
  });
});
