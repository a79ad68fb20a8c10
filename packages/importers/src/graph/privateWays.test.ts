import { describe, expect, test } from 'vitest';
import { CAR, drawGraph, STREET, WALK } from './testing/drawGraph.ts';
import { leastSeconds } from './testing/leastSeconds.ts';

describe('private ways and gates', () => {
  /** Half a minute at the entrance, whatever the mode. */
  const ENTRY = 30;
  const PRIVATE = { ...STREET, access: 'private' };
  const picture = `
      a---b---c---d
          |   |
          e---f`;

  test('who lives there pays at the entrance once, a short cut through it twice', () => {
    const { graph, drawn } = drawGraph(picture, {
      ways: [
        ['ab', STREET],
        ['cd', STREET],
        ['bc', PRIVATE],
      ],
    });
    expect(leastSeconds(graph, drawn, 'car-normal', 'a', 'd')).toBeCloseTo(3 * CAR + 2 * ENTRY, 1);
    expect(leastSeconds(graph, drawn, 'walk-normal', 'a', 'd')).toBeCloseTo(3 * WALK + 2 * ENTRY, 0);
    expect([...graph.joins.privateTo].sort((x, y) => x - y)).toEqual([0, 0, 0, 0, 7]);
  });

  test('a public detour is taken where it is quicker', () => {
    const { graph, drawn } = drawGraph(picture, {
      ways: [
        ['abefcd', STREET],
        ['bc', PRIVATE],
      ],
    });
    expect(leastSeconds(graph, drawn, 'car-normal', 'a', 'd')).toBeCloseTo(5 * CAR, 1);
  });

  test('from one private way into the next there is no entrance', () => {
    const { graph, drawn } = drawGraph(picture, {
      ways: [
        ['ab', STREET],
        ['bc', PRIVATE],
        ['cd', { ...PRIVATE, name: 'x' }],
      ],
    });
    expect(leastSeconds(graph, drawn, 'car-normal', 'd', 'a')).toBeCloseTo(3 * CAR + ENTRY, 1);
  });

  test('a private gate costs one entrance, also where the private way begins at it', () => {
    for (const behind of [STREET, PRIVATE]) {
      const { graph, drawn } = drawGraph('a---b---c', {
        ways: [
          ['bc', behind],
          ['ab', STREET],
        ],
        nodes: { b: { barrier: 'gate', access: 'private' } },
      });
      expect(leastSeconds(graph, drawn, 'car-normal', 'a', 'c'), behind.name).toBeCloseTo(2 * CAR + ENTRY, 1);
      expect(leastSeconds(graph, drawn, 'car-normal', 'c', 'a'), behind.name).toBeCloseTo(2 * CAR + ENTRY, 1);
    }
  });

  test('a private gate on the pavement stops only those who go in', () => {
    const { graph, drawn } = drawGraph(picture, {
      ways: [
        ['ab', STREET],
        ['bc', { ...STREET, name: 'x' }],
        ['be', PRIVATE],
      ],
      nodes: { b: { barrier: 'gate', access: 'private' } },
    });
    expect(leastSeconds(graph, drawn, 'walk-normal', 'a', 'c')).toBeCloseTo(2 * WALK, 0);
    expect(leastSeconds(graph, drawn, 'walk-normal', 'a', 'e')).toBeCloseTo(2 * WALK + ENTRY, 0);
  });

  test('a way that is private to cars alone is walked without delay', () => {
    const { graph, drawn } = drawGraph('a---b---c', {
      ways: [
        ['ab', STREET],
        ['bc', { ...STREET, motor_vehicle: 'private' }],
      ],
    });
    expect(leastSeconds(graph, drawn, 'car-normal', 'a', 'c')).toBeCloseTo(2 * CAR + ENTRY, 1);
    expect(leastSeconds(graph, drawn, 'walk-normal', 'a', 'c')).toBeCloseTo(2 * WALK, 0);
  });

  test('nor is there where a public path touches a private way', () => {
    const { graph, drawn } = drawGraph(picture, {
      ways: [
        ['ab', STREET],
        ['bcd', PRIVATE],
        ['cf', { highway: 'footway' }],
      ],
    });
    expect(leastSeconds(graph, drawn, 'walk-normal', 'a', 'd')).toBeCloseTo(3 * WALK + ENTRY, 0);
    expect(leastSeconds(graph, drawn, 'walk-normal', 'f', 'd')).toBeCloseTo(2 * WALK + ENTRY, 0);
    expect(leastSeconds(graph, drawn, 'car-normal', 'a', 'd')).toBeCloseTo(3 * CAR + ENTRY, 1);
  });

  test('a map of private ways alone has no entrance', () => {
    expect(drawGraph('a---b---c', { ways: [['abc', PRIVATE]] }).edges).toEqual(['abc:200']);
  });
});
