import { NONE } from '@hinterland/territory';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { OsmBuilder } from './osmBuilder.ts';
import { OsmCollector } from './osmCollector.ts';

describe('a map made by hand', () => {
  const builder = new OsmBuilder();
  const a = builder.addNode(-33.8688123, 151.2093456, { barrier: 'gate', access: 'private' });
  const b = builder.addNode(-33.8689, 151.2094);
  const way = builder.addWay([b, a, 99], { highway: 'residential', name: 'Pitt Street' });
  const relation = builder.addRelation(
    [
      { kind: 'way', id: way, role: 'outer' },
      { kind: 'node', id: 12345678901, role: '' },
    ],
    { type: 'boundary' },
  );
  const map = builder.build();

  test('keeps positions to 1e-7 degrees', () => {
    expect([map.lat(map.nodeRow(a)), map.lng(map.nodeRow(a))]).toEqual([-33.8688123, 151.2093456]);
  });

  test('keeps tags, and none where there are none', () => {
    expect(Object.fromEntries(map.tags('node', map.nodeRow(a)))).toEqual({ barrier: 'gate', access: 'private' });
    expect(map.tags('node', map.nodeRow(b)).size).toBe(0);
    expect(map.tag('way', map.wayRow(way), 'name')).toBe('Pitt Street');
    expect(map.tag('way', map.wayRow(way), 'barrier')).toBeUndefined();
    expect(map.tag('way', map.wayRow(way), 'never said')).toBeUndefined();
    expect([map.isTagged('node', map.nodeRow(a)), map.isTagged('node', map.nodeRow(b))]).toEqual([true, false]);
  });

  test('a way keeps the place of a node that is missing', () => {
    expect([...map.wayNodes(map.wayRow(way))]).toEqual([map.nodeRow(b), map.nodeRow(a), NONE]);
  });

  test('a relation keeps members outside the map, with ids above 32 bits', () => {
    expect(map.members(map.relationRow(relation))).toEqual([
      { kind: 'way', id: way, role: 'outer' },
      { kind: 'node', id: 12345678901, role: '' },
    ]);
  });

  test('an unknown id has no row', () => {
    expect([map.nodeRow(77), map.wayRow(77), map.relationRow(77)]).toEqual([-1, -1, -1]);
  });

  test('swapped coordinates are refused', () => {
    expect(() => new OsmBuilder().addNode(151.2, -33.8)).toThrow(/no place on Earth/);
  });
});

test('objects collected in any order make the same map', () => {
  const ids = fc.uniqueArray(fc.integer({ min: 1, max: 2 ** 45 }), { maxLength: 40 });
  fc.assert(
    fc.property(ids, fc.infiniteStream(fc.nat()), (nodeIds, shuffle) => {
      const collector = new OsmCollector();
      const shuffled = nodeIds.map((id) => [shuffle.next().value as number, id] as const).sort((x, y) => x[0] - y[0]);
      for (const [, id] of shuffled) {
        const tags = id % 3 === 0 ? [collector.intern('ref'), collector.intern(`${id}`)] : [];
        collector.node(id, id % 1000, -(id % 777), tags);
        collector.way(id, [id, id + 0.5], tags);
      }
      const map = collector.finish();
      expect([...map.nodes.ids]).toEqual([...nodeIds].sort((x, y) => x - y));
      for (const id of nodeIds) {
        const row = map.nodeRow(id);
        expect([map.nodes.lngE7[row], map.nodes.latE7[row]]).toEqual([id % 1000, -(id % 777) | 0]);
        expect(map.tag('node', row, 'ref')).toBe(id % 3 === 0 ? `${id}` : undefined);
        expect([...map.wayNodes(map.wayRow(id))]).toEqual([row, NONE]);
      }
    }),
    { numRuns: 100, seed: 1 },
  );
});

test('the same id twice is an error that names it', () => {
  const collector = new OsmCollector();
  collector.way(5, [], []);
  collector.way(5, [], []);
  expect(() => collector.finish()).toThrow('way 5 was added twice');
});

test('a map that is released is empty', () => {
  const builder = new OsmBuilder();
  const node = builder.addNode(1, 2, { place: 'town' });
  const way = builder.addWay([node, builder.addNode(1, 3)], { highway: 'service' });
  builder.addRelation([{ kind: 'way', id: way, role: 'outer' }], { type: 'boundary' });
  const map = builder.build();
  map.release();
  expect([map.nodes, map.ways, map.relations].map(({ ids }) => ids.length)).toEqual([0, 0, 0]);
  expect([map.nodeRow(node), map.wayRow(way)]).toEqual([-1, -1]);
  expect(map.strings).toEqual(['']);
});
