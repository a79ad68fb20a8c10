import { describe, expect, test } from 'vitest';
import { drawGraph, WALK } from './testing/drawGraph.ts';
import { leastSeconds } from './testing/leastSeconds.ts';

describe('squares', () => {
  const picture = `
      a---b---c
          |   |
          e---d---f`;

  test('one walks along the outline of a closed way', () => {
    const { graph, drawn } = drawGraph(picture, {
      ways: [
        ['ab', { highway: 'footway' }],
        ['bcdeb', { highway: 'pedestrian', area: 'yes' }],
        ['df', { highway: 'footway' }],
      ],
    });
    expect(leastSeconds(graph, drawn, 'walk-normal', 'a', 'f')).toBeCloseTo(4 * WALK, 0);
  });

  test('and along the outline of a multipolygon, outer and inner', () => {
    const { graph, drawn } = drawGraph(picture, {
      ways: [
        ['ab', { highway: 'footway' }],
        ['bcd', {}],
        ['deb', {}],
        ['df', { highway: 'footway' }],
      ],
      relations: [
        [
          [
            [1, 'outer'],
            [2, 'outer'],
          ],
          { type: 'multipolygon', highway: 'pedestrian' },
        ],
      ],
    });
    expect(leastSeconds(graph, drawn, 'walk-normal', 'a', 'f')).toBeCloseTo(4 * WALK, 0);
  });
});
