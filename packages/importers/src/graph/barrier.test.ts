import { describe, expect, test } from 'vitest';
import { gateOf } from './barrier.ts';
import { CAR, drawGraph, STREET, WALK } from './testing/drawGraph.ts';
import { leastSeconds, nodesAt } from './testing/leastSeconds.ts';

test.each<[Record<string, string>, string]>([
  [{ barrier: 'bollard' }, 'car'],
  [{ barrier: 'bollard', bollard: 'rising' }, ''],
  [{ barrier: 'bollard', motor_vehicle: 'yes' }, ''],
  [{ barrier: 'bollard', access: 'no', foot: 'yes', bicycle: 'yes' }, 'car'],
  [{ barrier: 'gate' }, ''],
  [{ barrier: 'gate', access: 'private' }, ''],
  [{ barrier: 'gate', access: 'no' }, 'car walk bicycle'],
  [{ barrier: 'gate', access: 'no', foot: 'yes' }, 'car bicycle'],
  [{ barrier: 'bollard', access: 'private' }, ''],
  [{ barrier: 'gate', locked: 'yes' }, 'car walk bicycle'],
  [{ barrier: 'gate', locked: 'yes', foot: 'yes' }, 'car bicycle'],
  [{ barrier: 'lift_gate' }, ''],
  [{ barrier: 'swing_gate' }, ''],
  [{ barrier: 'gate;bollard' }, 'car'],
  [{ barrier: 'bollard;stile' }, 'car bicycle'],
  [{ barrier: 'sliding_gate' }, ''],
  [{ barrier: 'chain' }, 'car'],
  [{ barrier: 'wicket_gate' }, 'car bicycle'],
  [{ barrier: 'guard_rail' }, 'car walk bicycle'],
  [{ barrier: 'bollard', bollard: 'removable;rising' }, ''],
  [{ barrier: 'bollard', motor_vehicle: 'destination' }, ''],
  [{ barrier: 'gate', access: 'no;private' }, ''],
  [{ barrier: 'block' }, 'car'],
  [{ barrier: 'jersey_barrier' }, 'car'],
  [{ barrier: 'cycle_barrier' }, 'car'],
  [{ barrier: 'kissing_gate' }, 'car bicycle'],
  [{ barrier: 'stile' }, 'car bicycle'],
  [{ barrier: 'turnstile' }, 'car bicycle'],
  [{ barrier: 'cattle_grid' }, ''],
  [{ barrier: 'toll_booth' }, ''],
  [{ barrier: 'kerb' }, ''],
  [{ barrier: 'wall' }, 'car walk bicycle'],
  [{ barrier: 'an unheard of thing' }, 'car'],
  [{ ford: 'yes' }, ''],
  [{ ford: 'stepping_stones' }, 'car bicycle'],
  [{ ford: 'boat' }, 'car walk bicycle'],
  [{ highway: 'crossing', bicycle: 'no' }, ''],
])('%j stops %j', (tags, expected) => {
  const bits = gateOf(new Map(Object.entries(tags))).stops;
  const modes = [bits & 1 && 'car', bits & 2 && 'walk', bits & 4 && 'bicycle'].filter(Boolean);
  expect(modes.join(' ')).toBe(expected);
});

test.each<[Record<string, string>, number]>([
  [{ barrier: 'gate' }, 0],
  [{ barrier: 'gate', access: 'private' }, 7],
  [{ barrier: 'gate', access: 'private', foot: 'yes' }, 5],
  [{ barrier: 'lift_gate', motor_vehicle: 'private' }, 1],
  [{ highway: 'crossing', access: 'private' }, 0],
])('%j is a private gate to the modes %i', (tags, bits) => {
  expect(gateOf(new Map(Object.entries(tags))).isPrivateTo).toBe(bits);
});

describe('barriers', () => {
  test('a bollard within a way lets walkers through and stops cars, which reach it from both sides', () => {
    const { edges, graph, drawn } = drawGraph('a---b---c', {
      ways: [['abc', STREET]],
      nodes: { b: { barrier: 'bollard' } },
    });
    expect(edges).toEqual(['ab:100', 'bb:0', 'bc:100']);
    expect(leastSeconds(graph, drawn, 'walk-normal', 'a', 'c')).toBeCloseTo(2 * WALK, 0);
    expect(leastSeconds(graph, drawn, 'car-normal', 'a', 'b')).toBeCloseTo(CAR, 1);
    expect(leastSeconds(graph, drawn, 'car-normal', 'c', 'b')).toBeCloseTo(CAR, 1);
    expect(leastSeconds(graph, drawn, 'car-normal', 'a', 'c')).toBe(Infinity);
    expect(graph.counts.gates).toBe(1);
  });

  test('a barrier between two ways', () => {
    const drawing = {
      ways: [
        ['ab', STREET],
        ['bc', STREET],
      ] as const,
      nodes: { b: { barrier: 'block' } },
    };
    const { graph, drawn } = drawGraph('a---b---c', drawing);
    expect(leastSeconds(graph, drawn, 'walk-normal', 'c', 'a')).toBeCloseTo(2 * WALK, 0);
    expect(leastSeconds(graph, drawn, 'car-normal', 'c', 'a')).toBe(Infinity);
  });

  test('a barrier at a crossing stops cars between any two of its roads', () => {
    const { graph, drawn } = drawGraph(
      `
          d
          |
      a---b---c`,
      {
        ways: [
          ['abc', STREET],
          ['bd', STREET],
        ],
        nodes: { b: { barrier: 'bollard' } },
      },
    );
    for (const [from, to] of ['ac', 'ca', 'ad', 'da', 'cd', 'dc']) {
      expect(leastSeconds(graph, drawn, 'car-normal', from!, to!), `${from}${to}`).toBe(Infinity);
      expect(leastSeconds(graph, drawn, 'walk-normal', from!, to!), `${from}${to}`).toBeCloseTo(2 * WALK, 0);
    }
  });

  test('a wall stops everybody', () => {
    const { edges, graph, drawn } = drawGraph('a---b---c', {
      ways: [['abc', STREET]],
      nodes: { b: { barrier: 'wall' } },
    });
    expect(edges).toEqual(['ab:100', 'bc:100']);
    expect(leastSeconds(graph, drawn, 'walk-normal', 'a', 'c')).toBe(Infinity);
  });

  test('a gate that anybody may open is an inner point', () => {
    expect(drawGraph('a---b---c', { ways: [['abc', STREET]], nodes: { b: { barrier: 'gate' } } }).edges).toEqual([
      'abc:200',
    ]);
  });

  test('a bollard on a footpath stops nobody, nor does one at the end of a road', () => {
    const footpath = drawGraph('a---b---c', {
      ways: [['abc', { highway: 'footway' }]],
      nodes: { b: { barrier: 'bollard' } },
    });
    expect(footpath.edges).toEqual(['abc:200']);
    const end = drawGraph('a---b---c', {
      ways: [
        ['ab', STREET],
        ['bc', { highway: 'footway' }],
      ],
      nodes: { b: { barrier: 'bollard' } },
    });
    expect(end.edges).toEqual(['ab:100', 'bc:100']);
    expect(end.graph.counts.gates).toBe(0);
  });

  test('a barrier in a ring', () => {
    const { graph, drawn } = drawGraph(
      `
      a---b
      |   |
      d---c`,
      { ways: [['abcda', STREET]], nodes: { b: { barrier: 'bollard' } } },
    );
    expect(graph.edges.lengthMillimeters.reduce((a, b) => a + b, 0)).toBeCloseTo(400_000, -3);
    expect(graph.edges.fromNode.length).toBe(2);
    expect(nodesAt(graph, drawn.position('b'))).toHaveLength(2);
  });
});
