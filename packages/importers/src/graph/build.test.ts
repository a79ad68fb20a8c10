import { NONE } from '@hinterland/territory';
import { describe, expect, test } from 'vitest';
import { CAR, drawGraph, STREET, WALK } from './testing/drawGraph.ts';
import { leastSeconds, nodesAt } from './testing/leastSeconds.ts';

describe('directions', () => {
  const picture = `
      a---b
      |   |
      d---c`;

  test('a one-way street is driven one way and walked both', () => {
    const { graph, drawn } = drawGraph(picture, {
      ways: [
        ['ab', { ...STREET, oneway: 'yes' }],
        ['bcda', STREET],
      ],
    });
    expect(leastSeconds(graph, drawn, 'car-normal', 'a', 'b')).toBeCloseTo(CAR, 1);
    expect(leastSeconds(graph, drawn, 'car-normal', 'b', 'a')).toBeCloseTo(3 * CAR, 1);
    expect(leastSeconds(graph, drawn, 'walk-normal', 'b', 'a')).toBeCloseTo(WALK, 0);
  });

  test('around a roundabout there is one way', () => {
    const { graph, drawn } = drawGraph(picture, {
      ways: [['abcda', { ...STREET, junction: 'roundabout' }]],
      nodes: {},
    });
    const [from] = nodesAt(graph, drawn.position('a'));
    expect(from).toBe(0);
    const weights = graph.weights['car-normal'];
    expect((weights.forwardMilliseconds[0] === NONE) !== (weights.backwardMilliseconds[0] === NONE)).toBe(true);
  });

  test('the slower direction of a road is the one that is signed slower', () => {
    const { graph, drawn } = drawGraph('a---b', {
      ways: [['ba', { highway: 'primary', 'maxspeed:forward': '40', 'maxspeed:backward': '80' }]],
    });
    expect(leastSeconds(graph, drawn, 'car-normal', 'b', 'a')).toBeCloseTo(10, 2);
    expect(leastSeconds(graph, drawn, 'car-normal', 'a', 'b')).toBeCloseTo(5, 2);
  });
});

describe('traffic', () => {
  test.each<[string, number, number, number]>([
    ['motorway', 1.1, 1, 0.75],
    ['trunk_link', 1.1, 1, 0.75],
    ['primary', 1.05, 1, 0.7],
    ['secondary_link', 1.05, 1, 0.7],
    ['tertiary', 1.05, 1, 0.8],
    ['residential', 1.05, 1, 0.8],
  ])('%s', (highway, free, normal, heavy) => {
    const { graph, drawn } = drawGraph('a---b', {
      ways: [['ab', { highway, maxspeed: '40' }]],
      metersPerCharacter: 250,
    });
    const seconds = (traffic: 'free' | 'normal' | 'heavy') => leastSeconds(graph, drawn, `car-${traffic}`, 'a', 'b');
    expect(seconds('free')).toBeCloseTo(100 / free, 2);
    expect(seconds('normal')).toBeCloseTo(100 / normal, 2);
    expect(seconds('heavy')).toBeCloseTo(100 / heavy, 2);
  });

  test('an edge of a few centimeters still takes a millisecond', () => {
    const { graph } = drawGraph('ab', { ways: [['ab', { highway: 'motorway' }]], metersPerCharacter: 0.15 });
    expect(graph.edges.lengthMillimeters[0]).toBeGreaterThan(0);
    expect(
      Math.min(
        graph.weights['car-normal'].forwardMilliseconds[0]!,
        graph.weights['car-normal'].backwardMilliseconds[0]!,
      ),
    ).toBe(4);
    const tiny = drawGraph('ab', { ways: [['ab', { highway: 'motorway' }]], metersPerCharacter: 0.06 });
    expect([...tiny.graph.edges.lengthMillimeters]).toEqual([111]);
  });
});
