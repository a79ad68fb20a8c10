import { describe, expect, test } from 'vitest';
import type { Drawing } from '../map/testing/drawOsm.ts';
import { drawGraph, STREET } from './testing/drawGraph.ts';
import { leastSeconds } from './testing/leastSeconds.ts';

describe('ferries', () => {
  const KILOMETERS = { metersPerCharacter: 1000 };
  const crossing = (tags: Record<string, string>, more: Partial<Drawing> = {}) =>
    drawGraph('a----b-----c----d', {
      ways: [
        ['ab', STREET],
        ['bc', { route: 'ferry', ...tags }],
        ['cd', STREET],
      ],
      ...KILOMETERS,
      ...more,
    });

  test.each<[Record<string, string>, number]>([
    [{ duration: '00:20' }, 1200],
    [{ duration: '1:00' }, 3600],
    [{ duration: 'PT35M' }, 2100],
    [{ duration: 'PT1H15M' }, 4500],
    [{ duration: '25' }, 1500],
    [{ duration: '25 min' }, 1500],
    // 6 km at 18 km/h
    [{}, 1200],
    [{ duration: 'a while' }, 1200],
    // 6 km in a minute are 360 km/h, in ten hours 0.6 km/h: mistakes
    [{ duration: '00:01' }, 1200],
    [{ duration: '10:00' }, 1200],
  ])('%j takes %i s', (tags, seconds) => {
    const { graph, drawn } = crossing(tags);
    expect(leastSeconds(graph, drawn, 'walk-normal', 'b', 'c')).toBeCloseTo(seconds, 0);
    expect(leastSeconds(graph, drawn, 'car-normal', 'c', 'b')).toBeCloseTo(seconds, 0);
    expect(leastSeconds(graph, drawn, 'car-heavy', 'c', 'b')).toBeCloseTo(seconds, 0);
  });

  test('a duration is spread over the parts of the way', () => {
    const { graph, drawn } = drawGraph('a---b-----c', {
      ways: [
        ['abc', { route: 'ferry', duration: '00:20' }],
        ['b', STREET],
      ],
      nodes: { b: { barrier: 'wall' } },
      ...KILOMETERS,
    });
    expect(leastSeconds(graph, drawn, 'walk-normal', 'a', 'b')).toBeCloseTo(480, 0);
    expect(leastSeconds(graph, drawn, 'walk-normal', 'c', 'b')).toBeCloseTo(720, 0);
  });

  test('a line of several ways has the duration and the access of its relation', () => {
    const { graph, drawn } = drawGraph('a----b---c-----d----e', {
      ways: [
        ['ab', STREET],
        ['bc', {}],
        ['cd', { route: 'ferry' }],
        ['de', STREET],
      ],
      relations: [
        [
          [
            [0, ''],
            [1, ''],
            [2, ''],
          ],
          { type: 'route', route: 'ferry', duration: '00:50', motor_vehicle: 'no' },
        ],
      ],
      ...KILOMETERS,
    });
    // 4 + 6 km in 50 minutes, one edge
    expect(leastSeconds(graph, drawn, 'walk-normal', 'b', 'd')).toBeCloseTo(3000, 0);
    expect(leastSeconds(graph, drawn, 'car-normal', 'b', 'd')).toBe(Infinity);
    expect(leastSeconds(graph, drawn, 'car-normal', 'a', 'b')).toBeCloseTo(600, 0);
    expect(graph.counts.ferries).toBe(2);
  });

  test('the own duration of a part beats that of the relation; a part outside the map leaves the usual speed', () => {
    const { graph, drawn } = drawGraph('a---b-----c-----d', {
      ways: [
        ['ab', { route: 'ferry', duration: '00:04' }],
        ['bc', { route: 'ferry' }],
        ['cd', { route: 'ferry' }],
      ],
      relations: [
        [
          [
            [0, ''],
            [1, ''],
          ],
          { type: 'route', route: 'ferry', duration: '01:40' },
        ],
        [
          [
            [2, ''],
            [9, ''],
          ],
          { type: 'route', route: 'ferry', duration: '00:30' },
        ],
      ],
      ...KILOMETERS,
    });
    expect(leastSeconds(graph, drawn, 'walk-normal', 'a', 'b')).toBeCloseTo(240, 0);
    expect(leastSeconds(graph, drawn, 'walk-normal', 'b', 'c')).toBeCloseTo(3600, 0);
    expect(leastSeconds(graph, drawn, 'walk-normal', 'c', 'd')).toBeCloseTo(1200, 0);
  });

  // 4 km of street take 800 s by car at 18 km/h on either side.
  test.each<[Record<string, string>, number]>([
    [{}, 900],
    [{ interval: '00:10' }, 300],
    [{ interval: '20' }, 600],
    [{ interval: 'PT1H' }, 1800],
    [{ interval: '24:00' }, 1800],
    [{ interval: 'on demand' }, 900],
    [{ interval: '0' }, 900],
  ])('boarding one with %j costs %i s, both ways and in every mode', (tags, seconds) => {
    const { graph, drawn } = crossing({ duration: '00:20', ...tags });
    for (const profile of ['walk-normal', 'car-normal', 'bicycle-normal'] as const) {
      const between = (from: string, to: string) => leastSeconds(graph, drawn, profile, from, to);
      const streets = between('a', 'b') + between('c', 'd');
      expect(between('a', 'd')).toBeCloseTo(streets + 1200 + seconds, 0);
      expect(between('d', 'a')).toBeCloseTo(streets + 1200 + seconds, 0);
    }
  });

  test('a boat that goes on is boarded once, another line again', () => {
    const [ab, bc] = [
      { route: 'ferry', duration: '00:10' },
      { route: 'ferry', duration: '00:10' },
    ];
    const seconds = (second: Record<string, string>) => {
      const { graph, drawn } = drawGraph('s---a-----b-----c---t\n          |\n          p', {
        ways: [
          ['sa', STREET],
          ['ab', ab],
          ['bc', { ...bc, ...second }],
          ['ct', STREET],
          ['bp', { highway: 'footway' }],
        ],
        ...KILOMETERS,
      });
      const streets =
        leastSeconds(graph, drawn, 'walk-normal', 's', 'a') + leastSeconds(graph, drawn, 'walk-normal', 'c', 't');
      return leastSeconds(graph, drawn, 'walk-normal', 's', 't') - streets;
    };
    expect(seconds({})).toBeCloseTo(600 + 600 + 900, 0);
    expect(seconds({ interval: '00:10' })).toBeCloseTo(600 + 600 + 900 + 300, 0);
  });
});
