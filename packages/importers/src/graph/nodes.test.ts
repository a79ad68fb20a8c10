import { ROAD_CLASSES } from '@hinterland/territory';
import { describe, expect, test } from 'vitest';
import { drawGraph, STREET } from './testing/drawGraph.ts';
import { leastSeconds } from './testing/leastSeconds.ts';

describe('what becomes a node', () => {
  test('the ends of a road; its inner points are the shape of one edge', () => {
    const { edges, graph } = drawGraph('a---b---c', { ways: [['abc', STREET]] });
    expect(edges).toEqual(['abc:200']);
    expect(graph.streetNames).toEqual(['', 'Main Street']);
    expect([...graph.edgeStreet]).toEqual([1]);
    expect(ROAD_CLASSES[graph.edges.roadClass[0]!]).toBe('residential');
  });

  test('a crossing', () => {
    const { edges } = drawGraph(
      `
          d
          |
      a---b---c
          |
          e`,
      {
        ways: [
          ['abc', STREET],
          ['dbe', STREET],
        ],
      },
    );
    expect(edges).toEqual(['ab:100', 'bc:100', 'bd:100', 'be:100']);
  });

  test('a bridge over a road is no crossing', () => {
    const { edges, graph, drawn } = drawGraph(
      `
          d
          |
      a-------c
          |
          e`,
      {
        ways: [
          ['ac', STREET],
          ['de', { ...STREET, bridge: 'yes', layer: '1' }],
        ],
      },
    );
    expect(edges).toEqual(['ac:200', 'de:200']);
    expect(leastSeconds(graph, drawn, 'walk-normal', 'a', 'd')).toBe(Infinity);
  });

  test('ways that continue each other are one edge, whichever way they are drawn', () => {
    expect(
      drawGraph('a---b---c---d', {
        ways: [
          ['ab', STREET],
          ['cb', STREET],
          ['cd', STREET],
        ],
      }).edges,
    ).toEqual(['abcd:300']);
  });

  test.each<[string, Record<string, string>]>([
    ['another name', { highway: 'residential', name: 'Side Street' }],
    ['another class', { highway: 'tertiary', name: 'Main Street' }],
    ['another speed', { ...STREET, maxspeed: '50' }],
    ['one way', { ...STREET, oneway: 'yes' }],
    ['a tunnel', { ...STREET, tunnel: 'yes' }],
  ])('%s begins a new edge', (_, other) => {
    expect(
      drawGraph('a---b---c', {
        ways: [
          ['ab', STREET],
          ['bc', other],
        ],
      }).edges,
    ).toEqual(['ab:100', 'bc:100']);
  });

  test('tags that change nothing begin no new edge', () => {
    const other = { ...STREET, surface: 'asphalt', lit: 'yes', source: 'survey' };
    expect(
      drawGraph('a---b---c', {
        ways: [
          ['ab', STREET],
          ['bc', other],
        ],
      }).edges,
    ).toEqual(['abc:200']);
  });

  test('one-way streets that continue each other are one edge, those that meet head-on are two', () => {
    const oneway = { ...STREET, oneway: 'yes' };
    expect(
      drawGraph('a---b---c', {
        ways: [
          ['ab', oneway],
          ['bc', oneway],
        ],
      }).edges,
    ).toEqual(['abc:200']);
    expect(
      drawGraph('a---b---c', {
        ways: [
          ['ab', oneway],
          ['cb', oneway],
        ],
      }).edges,
    ).toEqual(['ab:100', 'bc:100']);
    const against = { ...STREET, oneway: '-1' };
    expect(
      drawGraph('a---b---c', {
        ways: [
          ['ab', oneway],
          ['cb', against],
        ],
      }).edges,
    ).toEqual(['abc:200']);
  });

  test('a ring that nothing joins is a loop at one of its nodes', () => {
    const { edges, graph } = drawGraph(
      `
      a---b
      |   |
      d---c`,
      { ways: [['abcda', STREET]] },
    );
    expect(edges).toHaveLength(1);
    expect(edges[0]).toMatch(/^(abcda|adcba):400$/);
    expect([graph.edges.fromNode[0], graph.edges.toNode[0]]).toEqual([0, 0]);
    expect(graph.edges.mainComponent[0]).toBe(7);
  });

  test('a ring of several ways that nothing joins is one loop too', () => {
    const { edges } = drawGraph(
      `
      a---b
      |   |
      d---c`,
      {
        ways: [
          ['abc', STREET],
          ['adc', STREET],
        ],
      },
    );
    expect(edges.map((edge) => edge.split(':')[1])).toEqual(['400']);
  });

  test('a cul-de-sac with a loop at its end', () => {
    const { edges } = drawGraph(
      `
          c---d
          |   |
      a---b---e`,
      {
        ways: [
          ['ab', STREET],
          ['bcdeb', STREET],
        ],
      },
    );
    expect(edges).toEqual(['ab:100', 'bcdeb:400']);
  });

  test('two edges between the same junctions are both kept', () => {
    const { edges } = drawGraph(
      `
          x---y
          |   |
      a---b---c---d`,
      {
        ways: [
          ['abcd', STREET],
          ['bxyc', STREET],
        ],
      },
    );
    expect(edges).toEqual(['ab:100', 'bc:100', 'bxyc:300', 'cd:100']);
  });

  test('a way that touches itself is cut there', () => {
    const { edges } = drawGraph(
      `
          c---d
          |   |
      a---b---e---f`,
      { ways: [['abcdebef', STREET]] },
    );
    expect(edges).toEqual(['ab:100', 'bcde:300', 'be:100', 'be:100', 'ef:100']);
  });

  test('repeated nodes and ways of one node add nothing', () => {
    expect(
      drawGraph('a---b---c', {
        ways: [
          ['aabbc', STREET],
          ['a', STREET],
          ['bb', STREET],
        ],
      }).edges,
    ).toEqual(['abc:200']);
  });

  test('a way with nodes outside the map is kept in parts', () => {
    const { edges, graph } = drawGraph('a---b---c---d---e', { ways: [['?ab?cde?', STREET]] });
    expect(edges).toEqual(['ab:100', 'cde:200']);
    expect(graph.counts.waysCut).toBe(1);
  });

  test('roads that are closed to all, planned or gone are not there', () => {
    const { edges, graph } = drawGraph('a---b---c---d---e', {
      ways: [
        ['ab', { highway: 'proposed' }],
        ['bc', { highway: 'construction', construction: 'primary' }],
        ['cd', { highway: 'service', access: 'no' }],
        ['de', STREET],
      ],
    });
    expect(edges).toEqual(['de:100']);
    expect(graph.counts).toMatchObject({ ways: 1, waysClosed: 1 });
  });
});
