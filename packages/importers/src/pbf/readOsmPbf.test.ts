import { describe, expect, test } from 'vitest';
import { testFolder } from '../testing/folder.ts';
import { interestKeys } from './interest.ts';
import { readOsmPbf } from './readOsmPbf.ts';
import { blob, block, pbfBytes, raw, type TestRelation, type TestWay } from './testing/encodePbf.ts';

const folder = await testFolder();
let files = 0;
const write = (...content: Parameters<typeof pbfBytes>) =>
  folder.write(`test-${++files}.osm.pbf`, pbfBytes(...content));

const NO_TAGS: Readonly<Record<string, string>> = {};
/** Keeps whatever has a tag, so that the file alone decides what a test sees. */
const EVERY_NOTE = {
  node: interestKeys(['note']),
  way: interestKeys(['note', 'highway']),
  relation: interestKeys(['note']),
};

describe('objects of a file', () => {
  test('dense and plain nodes, ways and relations, with ids above 32 bits and below zero', async () => {
    const path = await write([
      block({
        dense: [
          { id: 9_000_000_001, lat: 47.1234567, lng: 9.5, tags: { note: 'größer', name: 'Straße' } },
          { id: 9_000_000_007, lat: -47.1234567, lng: -179.9999999 },
        ],
      }),
      block({ nodes: [{ id: -5, lat: 1, lng: 2, tags: { note: 'plain' } }] }),
      block({ ways: [{ id: -77, nodes: [9_000_000_007, -5, 9_000_000_007], tags: { note: 'way' } }] }),
      block({
        relations: [
          { id: 2 ** 40, members: [[1, -77, 'outer'] as const, [0, 9_000_000_001, ''] as const], tags: { note: 'r' } },
        ],
      }),
    ]);
    const { map, counts } = await readOsmPbf(path, { interest: EVERY_NOTE });
    expect([...map.nodes.ids]).toEqual([-5, 9_000_000_001, 9_000_000_007]);
    expect([map.lat(1), map.lng(1)]).toEqual([47.1234567, 9.5]);
    expect([map.lat(2), map.lng(2)]).toEqual([-47.1234567, -179.9999999]);
    expect(Object.fromEntries(map.tags('node', 1))).toEqual({ note: 'größer', name: 'Straße' });
    expect(map.tags('node', 2).size).toBe(0);
    expect([...map.ways.ids]).toEqual([-77]);
    expect([...map.wayNodes(0)]).toEqual([2, 0, 2]);
    expect(map.members(map.relationRow(2 ** 40))).toEqual([
      { kind: 'way', id: -77, role: 'outer' },
      { kind: 'node', id: 9_000_000_001, role: '' },
    ]);
    expect(counts).toEqual({
      node: { read: 3, kept: 3, superseded: 0 },
      way: { read: 1, kept: 1, superseded: 0 },
      relation: { read: 1, kept: 1, superseded: 0 },
    });
  });

  test('granularity and offsets are applied', async () => {
    const dense = [{ id: 1, lat: 40.5, lng: -73.25, tags: { note: 'x' } }];
    const path = await write([block({ dense, granularity: 1000, latOffset: -1_000_000_000, lngOffset: 5_000_000 })]);
    const { map } = await readOsmPbf(path, { interest: EVERY_NOTE });
    expect([map.lat(0), map.lng(0)]).toEqual([40.5, -73.25]);
  });

  test('objects out of order are read like objects in order', async () => {
    const path = await write([
      block({ relations: [{ id: 3, members: [[1, 8, 'outer'] as const], tags: { note: 'r' } }] }),
      block({ ways: [{ id: 9, nodes: [2, 1], tags: { highway: 'path' } }] }),
      block({ ways: [{ id: 8, nodes: [1, 5], tags: {} }] }),
      block({
        dense: [
          { id: 5, lat: 5, lng: 5 },
          { id: 4, lat: 4, lng: 4 },
          { id: 1, lat: 1, lng: 1 },
        ],
      }),
      block({ dense: [{ id: 2, lat: 2, lng: 2 }] }),
    ]);
    const { map } = await readOsmPbf(path, { interest: EVERY_NOTE });
    expect([...map.ways.ids]).toEqual([8, 9]);
    const positions = [0, 1].map((way) => [...map.wayNodes(way)].map((node) => [map.lat(node), map.lng(node)]));
    expect(positions).toEqual([
      [
        [1, 1],
        [5, 5],
      ],
      [
        [2, 2],
        [1, 1],
      ],
    ]);
  });

  test('an uncompressed blob and a blob of an unknown kind are fine', async () => {
    const body = block({ dense: [{ id: 1, lat: 1, lng: 1, tags: { note: 'x' } }] });
    const path = await write([], [blob('SomethingElse', raw(new Uint8Array(9))), blob('OSMData', raw(body))]);
    expect((await readOsmPbf(path, { interest: EVERY_NOTE })).counts.node.kept).toBe(1);
  });

  test('only nodes that something needs are kept', async () => {
    const path = await write([
      block({
        dense: [1, 2, 3, 4].map((id) => ({ id, lat: id, lng: id, tags: id === 4 ? { source: 'GPS' } : NO_TAGS })),
      }),
      block({
        ways: [
          { id: 1, nodes: [1, 2], tags: { highway: 'path' } },
          { id: 2, nodes: [2, 3], tags: { waterway: 'river' } },
        ],
      }),
    ]);
    const { map } = await readOsmPbf(path);
    expect([[...map.nodes.ids], [...map.ways.ids]]).toEqual([[1, 2], [1]]);
  });

  test('positions that stand with the ways replace missing nodes', async () => {
    const way = {
      id: 1,
      nodes: [10, 11],
      tags: { highway: 'path' },
      positions: [[47.1, 9.1] as const, [47.2, 9.2] as const],
    };
    const path = await write([block({ dense: [{ id: 11, lat: 50, lng: 8 }] }), block({ ways: [way] })]);
    const { map } = await readOsmPbf(path);
    expect([...map.wayNodes(0)].map((node) => [map.lat(node), map.lng(node)])).toEqual([
      [47.1, 9.1],
      [50, 8],
    ]);
  });

  test('progress grows to the end and never beyond', async () => {
    const path = await write(Array.from({ length: 9 }, (_, i) => block({ dense: [{ id: i, lat: i, lng: i }] })));
    const steps: [number, number][] = [];
    await readOsmPbf(path, { progress: (done, total) => steps.push([done, total]) });
    expect(steps.every(([done, total], i) => done <= total && done >= (steps[i - 1]?.[0] ?? 0))).toBe(true);
    const [done, total] = steps.at(-1)!;
    expect(done).toBe(total);
  });
});

describe('several versions of one object', () => {
  const versions = [
    { id: 1, lat: 1, lng: 0, tags: { note: 'v2' }, version: 2, timestamp: 50, visible: true },
    { id: 1, lat: 2, lng: 0, tags: { note: 'v10' }, version: 10, timestamp: 10, visible: true },
    { id: 1, lat: 3, lng: 0, tags: { note: 'v9' }, version: 9, timestamp: 99, visible: true },
  ];

  test.each(['dense', 'nodes'] as const)('the highest version is kept, wherever it stands (%s)', async (form) => {
    const path = await write(versions.map((node) => block({ [form]: [node] })));
    const { map, counts } = await readOsmPbf(path, { interest: EVERY_NOTE });
    expect([map.nodes.ids.length, map.lat(0), map.tag('node', 0, 'note')]).toEqual([1, 2, 'v10']);
    expect(counts.node).toEqual({ read: 3, kept: 1, superseded: 2 });
  });

  test('without versions the last one is kept', async () => {
    const ways = ['first', 'second', 'third'].map((note) => ({ id: 1, nodes: [], tags: { note } }));
    const { map } = await readOsmPbf(await write([block({ ways })]), { interest: EVERY_NOTE });
    expect(map.tag('way', 0, 'note')).toBe('third');
  });

  test('with equal versions the latest is kept', async () => {
    const ways = [70, 90, 80].map((timestamp) => ({
      id: 1,
      nodes: [],
      tags: { note: `at ${timestamp}` },
      version: 4,
      timestamp,
      visible: true,
    }));
    const { map } = await readOsmPbf(await write([block({ ways })]), { interest: EVERY_NOTE });
    expect(map.tag('way', 0, 'note')).toBe('at 90');
  });

  test('a way that is no longer of interest leaves nothing behind', async () => {
    const ways: TestWay[] = [
      { id: 1, nodes: [1, 2], tags: { highway: 'path' }, version: 1, timestamp: 1, visible: true },
      { id: 1, nodes: [1, 2], tags: { landuse: 'forest' }, version: 2, timestamp: 2, visible: true },
    ];
    const { map } = await readOsmPbf(await write([block({ ways })]));
    expect(map.ways.ids.length).toBe(0);
  });

  test('a history file gives its latest state without what was deleted', async () => {
    const relations: TestRelation[] = [
      { id: 1, members: [], tags: { note: 'old' }, version: 1, timestamp: 1, visible: true },
      { id: 1, members: [], tags: { note: 'new' }, version: 2, timestamp: 2, visible: true },
      { id: 2, members: [], tags: { note: 'gone' }, version: 1, timestamp: 1, visible: true },
      { id: 2, members: [], tags: {}, version: 2, timestamp: 2, visible: false },
      { id: 3, members: [], tags: { note: 'deleted at once' }, version: 1, timestamp: 1, visible: false },
    ];
    const path = await write([block({ relations })], [], ['OsmSchema-V0.6', 'HistoricalInformation']);
    const { map, counts } = await readOsmPbf(path, { interest: EVERY_NOTE });
    expect([[...map.relations.ids], map.tag('relation', 0, 'note')]).toEqual([[1], 'new']);
    expect(counts.relation).toEqual({ read: 5, kept: 1, superseded: 4 });
  });
});

test('several files are one map: an object of two is that of the first, with the nodes of both', async () => {
  const note = { note: 'x' };
  const first = await write([
    block({
      dense: [
        { id: 1, lat: 50, lng: 7 },
        { id: 2, lat: 50.1, lng: 7, tags: { ...note, name: 'first' } },
      ],
    }),
    // Node 3 lies beyond the edge of this extract.
    block({ ways: [{ id: 10, nodes: [1, 2, 3], tags: { ...note, name: 'first' } }] }),
  ]);
  const second = await write([
    block({
      dense: [
        { id: 2, lat: 51, lng: 8, tags: note },
        { id: 3, lat: 50.2, lng: 7 },
        { id: 4, lat: 50.3, lng: 7 },
      ],
    }),
    block({
      ways: [
        { id: 10, nodes: [2, 3], tags: note },
        { id: 11, nodes: [3, 4], tags: note },
      ],
    }),
    block({ relations: [{ id: 20, members: [[1, 11, ''] as const], tags: note }] }),
  ]);
  const { map, headers, counts } = await readOsmPbf([first, second], { interest: EVERY_NOTE });
  expect(headers).toHaveLength(2);
  expect([...map.nodes.ids]).toEqual([1, 2, 3, 4]);
  expect([map.lat(1), map.tag('node', 1, 'name')]).toEqual([50.1, 'first']);
  expect([...map.ways.ids]).toEqual([10, 11]);
  expect([...map.wayNodes(0)]).toEqual([0, 1, 2]);
  expect(map.tag('way', 0, 'name')).toBe('first');
  expect(map.members(0)).toEqual([{ kind: 'way', id: 11, role: '' }]);
  expect([counts.node.kept, counts.way.kept, counts.relation.kept]).toEqual([4, 2, 1]);
});
