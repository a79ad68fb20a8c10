import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { createOSMStream } from 'osm-pbf-parser-node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PrimitiveBlock } from './block.ts';
import { PbfFile } from './file.ts';
import { interestKeys } from './interest.ts';
import { readOsmPbf } from './readOsmPbf.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hinterland-pbf-'));
});
afterAll(() => rm(folder, { recursive: true }));

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

describe('files that cannot be read', () => {
  const good = () => write([block({ dense: [{ id: 1, lat: 1, lng: 1, tags: { note: 'x' } }] })]);

  test('a missing file', async () => {
    await expect(readOsmPbf(join(folder, 'missing.osm.pbf'))).rejects.toThrow(
      /missing\.osm\.pbf: cannot be opened.*ENOENT/,
    );
  });

  test.each([
    ['<?xml version="1.0"?><osm version="0.6"></osm>', /is an XML or HTML file/],
    ['BZh91AY&SY…', /is a bzip2 file/],
    ['{"type":"FeatureCollection","features":[]}', /is a JSON file/],
    ['version https://git-lfs.github.com/spec/v1\n', /is a pointer of Git LFS/],
    ['\0\0\0\x05hello', /is not an OSM PBF file/],
    ['', /is empty/],
    ['ab', /ends at byte 2/],
  ])('%j', async (text, message) => {
    const path = join(folder, `other-${text.length}`);
    await writeFile(path, text);
    await expect(readOsmPbf(path)).rejects.toThrow(message);
    await expect(readOsmPbf(path)).rejects.toThrow(path);
  });

  test('cut short at any byte within a block: the message names both places', async () => {
    const bytes = await readFile(await good());
    const headerEnd = (await readFile(await write([]))).length;
    for (let length = headerEnd + 1; length < bytes.length; length++) {
      const path = join(folder, 'cut.osm.pbf');
      await writeFile(path, bytes.subarray(0, length));
      const message = `ends at byte ${length} within the block that begins at byte ${headerEnd}`;
      await expect(readOsmPbf(path), `${length} bytes`).rejects.toThrow(message);
    }
  });

  test('flipped bytes never pass unnoticed as something else than an error or a map', async () => {
    const bytes = await readFile(await good());
    for (let i = 0; i < bytes.length; i++) {
      const damaged = Uint8Array.from(bytes);
      damaged[i] = damaged[i]! ^ 0xff;
      const path = join(folder, 'flipped.osm.pbf');
      await writeFile(path, damaged);
      const outcome = await readOsmPbf(path).then(
        () => 'a map',
        (error: Error) => `${error.name}: ${error.message}`,
      );
      expect(outcome, `byte ${i}`).toMatch(/^(a map|OsmFileError: .*flipped\.osm\.pbf: .+)$/);
    }
  });

  test.each([[[4, 'lzma']], [[6, 'lz4']], [[7, 'zstd']]] as const)('another compression: %j', async ([field, name]) => {
    const path = await write([], [blob('OSMData', [...uintField(2, 9), ...bytesField(field, new Uint8Array(9))])]);
    await expect(readOsmPbf(path)).rejects.toThrow(
      new RegExp(`compressed with ${name} \\(block at byte \\d+\\).*pbf_compression=zlib`),
    );
  });

  test('absurd sizes', async () => {
    const header = [...(await readFile(await write([])))];
    const path = join(folder, 'absurd.osm.pbf');
    await writeFile(path, Uint8Array.from([...header, 0x7f, 0, 0, 0, 0]));
    await expect(readOsmPbf(path)).rejects.toThrow(
      `byte ${header.length} is damaged: its header would have 2130706432`,
    );
    const claims = [...bytesField(1, utf8('OSMData')), ...uintField(3, 2 ** 31)];
    await writeFile(path, Uint8Array.from([...header, 0, 0, 0, claims.length, ...claims]));
    await expect(readOsmPbf(path)).rejects.toThrow(/claims 2147483648 bytes, the format allows 32 MiB/);
    const bomb = deflateSync(new Uint8Array(33 * 2 ** 20));
    await writeFile(path, Uint8Array.from([...header, ...blob('OSMData', bytesField(3, bomb))]));
    await expect(readOsmPbf(path)).rejects.toThrow(/zlib cannot inflate it/);
  });

  test('a feature that the reader does not know', async () => {
    const path = await write([], [], ['OsmSchema-V0.6', 'Holograms']);
    await expect(readOsmPbf(path)).rejects.toThrow('needs Holograms, which this reader does not know');
  });

  test('a node that lies nowhere on Earth', async () => {
    const path = await write([block({ dense: [{ id: 4, lat: 91, lng: 1, tags: { note: 'x' } }] })]);
    await expect(readOsmPbf(path, { interest: EVERY_NOTE })).rejects.toThrow(/damaged.*node 4 lies at lat 91, lng 1/);
  });
});

describe('real extracts, object by object against another reader', () => {
  test.for([
    'extracts/monaco-2025-10-23.osm.pbf',
    'sydney/sydney-cbd-au-2023-01-12.osm.pbf',
    'extracts/liechtenstein-2022-12-15.osm.pbf',
  ])('%s', async (name, { skip }) => {
    const path = join('../shared/data', name);
    if (!existsSync(path)) skip(`${path} is absent; put the extract there to run this test`);
    const ours = objectTexts(path);
    let count = 0;
    for await (const item of createOSMStream(path, { withTags: true, withInfo: false })) {
      const text = theirText(item as LibraryObject);
      if (text === null) continue;
      const own = (await ours.next()).value;
      if (own !== text) expect(own).toBe(text);
      count++;
    }
    expect((await ours.next()).done).toBe(true);
    expect(count).toBeGreaterThan(36_000);
  });
});

interface LibraryObject {
  type?: 'node' | 'way' | 'relation';
  id: number;
  lat: number;
  lon: number;
  refs: number[];
  members: { type: string; ref: number; role: string }[];
  tags?: Record<string, string>;
}

function theirText(item: LibraryObject): string | null {
  const tags = Object.entries(item.tags ?? {});
  if (item.type === 'node') {
    return JSON.stringify(['node', item.id, Math.round(item.lon * 1e7), Math.round(item.lat * 1e7), tags]);
  }
  if (item.type === 'way') return JSON.stringify(['way', item.id, item.refs, tags]);
  if (item.type !== 'relation') return null;
  const members = item.members.map(({ type, ref, role }) => [['node', 'way', 'relation'].indexOf(type), ref, role]);
  return JSON.stringify(['relation', item.id, members, tags]);
}

async function* objectTexts(path: string): AsyncGenerator<string> {
  const file = await PbfFile.open(path);
  for await (const { bytes } of file.blocks(file.blobs)) {
    const block = new PrimitiveBlock(bytes);
    const texts: string[] = [];
    const pairs = (tags: readonly number[]) => {
      const result: string[][] = [];
      for (let i = 0; i < tags.length; i += 2) result.push([block.text(tags[i]!), block.text(tags[i + 1]!)]);
      return result;
    };
    block.nodes((id, lng, lat, tags) => texts.push(JSON.stringify(['node', id, lng, lat, pairs(tags)])));
    block.ways((id, nodes, tags) => texts.push(JSON.stringify(['way', id, nodes, pairs(tags)])));
    block.relations((id, kinds, members, roles, tags) => {
      const list = members.map((member, i) => [kinds[i], member, block.text(roles[i]!)]);
      texts.push(JSON.stringify(['relation', id, list, pairs(tags)]));
    });
    yield* texts;
  }
  await file.close();
}

// A writer of the format, as simple as can be: every value as the format's description says, nothing clever.

const NO_TAGS: Readonly<Record<string, string>> = {};

interface TestObject {
  readonly id: number;
  readonly tags?: Readonly<Record<string, string>>;
  readonly version?: number;
  readonly timestamp?: number;
  readonly visible?: boolean;
}
type TestNode = TestObject & { readonly lat: number; readonly lng: number };
type TestWay = TestObject & {
  readonly nodes: readonly number[];
  readonly positions?: readonly (readonly [lat: number, lng: number])[];
};
type TestRelation = TestObject & { readonly members: readonly (readonly [kind: number, id: number, role: string])[] };

interface TestBlock {
  readonly dense?: readonly TestNode[];
  readonly nodes?: readonly TestNode[];
  readonly ways?: readonly TestWay[];
  readonly relations?: readonly TestRelation[];
  readonly granularity?: number;
  readonly latOffset?: number;
  readonly lngOffset?: number;
}

let files = 0;
async function write(
  blocks: readonly Uint8Array[],
  more: readonly (readonly number[])[] = [],
  requiredFeatures: readonly string[] = ['OsmSchema-V0.6', 'DenseNodes'],
): Promise<string> {
  const header = requiredFeatures.flatMap((feature) => bytesField(4, utf8(feature)));
  const zlib = (bytes: Uint8Array) => [...uintField(2, bytes.length), ...bytesField(3, deflateSync(bytes))];
  const path = join(folder, `test-${++files}.osm.pbf`);
  const blobs = [
    blob('OSMHeader', raw(Uint8Array.from(header))),
    ...blocks.map((b) => blob('OSMData', zlib(b))),
    ...more,
  ];
  await writeFile(path, Uint8Array.from(blobs.flat()));
  return path;
}

function blob(type: string, body: readonly number[]): number[] {
  const header = [...bytesField(1, utf8(type)), ...uintField(3, body.length)];
  return [0, 0, header.length >> 8, header.length & 255, ...header, ...body];
}

const raw = (bytes: Uint8Array): number[] => bytesField(1, bytes);

function block(content: TestBlock): Uint8Array {
  const { granularity = 100, latOffset = 0, lngOffset = 0 } = content;
  const texts = [''];
  const text = (value: string) => {
    if (!texts.includes(value)) texts.push(value);
    return texts.indexOf(value);
  };
  const tagPairs = (tags: Readonly<Record<string, string>> = {}) =>
    Object.entries(tags).map(([key, value]) => [text(key), text(value)] as const);
  const keysAndValues = (tags?: Readonly<Record<string, string>>) => [
    ...packed(
      2,
      tagPairs(tags).map(([key]) => uint(key)),
    ),
    ...packed(
      3,
      tagPairs(tags).map(([, value]) => uint(value)),
    ),
  ];
  const lat = (degrees: number) => Math.round((degrees * 1e9 - latOffset) / granularity);
  const lng = (degrees: number) => Math.round((degrees * 1e9 - lngOffset) / granularity);
  const info = ({ version, timestamp, visible }: TestObject) =>
    version === undefined
      ? []
      : bytesField(4, [...uintField(1, version), ...uintField(2, timestamp!), ...uintField(6, visible ? 1 : 0)]);

  const groups: number[][] = [];
  const { dense = [], nodes = [], ways = [], relations = [] } = content;
  if (dense.length > 0) {
    const denseInfo =
      dense[0]!.version === undefined
        ? []
        : bytesField(5, [
            ...packed(
              1,
              dense.map((node) => uint(node.version!)),
            ),
            ...packed(2, deltas(dense.map((node) => node.timestamp!))),
            ...packed(
              6,
              dense.map((node) => uint(node.visible ? 1 : 0)),
            ),
          ]);
    const keysVals = dense.flatMap((node) => [...tagPairs(node.tags).flat().map(uint), uint(0)]);
    groups.push(
      bytesField(2, [
        ...packed(1, deltas(dense.map((node) => node.id))),
        ...denseInfo,
        ...packed(8, deltas(dense.map((node) => lat(node.lat)))),
        ...packed(9, deltas(dense.map((node) => lng(node.lng)))),
        ...(dense.some((node) => node.tags) ? packed(10, keysVals) : []),
      ]),
    );
  }
  for (const node of nodes) {
    const body = [...field(1, sint(node.id)), ...keysAndValues(node.tags), ...info(node)];
    groups.push(bytesField(1, [...body, ...field(8, sint(lat(node.lat))), ...field(9, sint(lng(node.lng)))]));
  }
  for (const way of ways) {
    const positions = way.positions ?? [];
    groups.push(
      bytesField(3, [
        ...field(1, int64(way.id)),
        ...keysAndValues(way.tags),
        ...info(way),
        ...packed(8, deltas(way.nodes)),
        ...packed(9, deltas(positions.map(([degrees]) => lat(degrees)))),
        ...packed(10, deltas(positions.map(([, degrees]) => lng(degrees)))),
      ]),
    );
  }
  for (const relation of relations) {
    groups.push(
      bytesField(4, [
        ...field(1, int64(relation.id)),
        ...keysAndValues(relation.tags),
        ...info(relation),
        ...packed(
          8,
          relation.members.map(([, , role]) => uint(text(role))),
        ),
        ...packed(9, deltas(relation.members.map(([, id]) => id))),
        ...packed(
          10,
          relation.members.map(([kind]) => uint(kind)),
        ),
      ]),
    );
  }
  return Uint8Array.from([
    ...bytesField(
      1,
      texts.flatMap((value) => bytesField(1, utf8(value))),
    ),
    ...groups.flatMap((group) => bytesField(2, group)),
    ...uintField(17, granularity),
    ...field(19, int64(latOffset)),
    ...field(20, int64(lngOffset)),
  ]);
}

const utf8 = (value: string): Uint8Array => new TextEncoder().encode(value);

function varint(value: bigint): number[] {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, value);
  for (; rest >= 128n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
  return [...bytes, Number(rest)];
}
const uint = (value: number): number[] => varint(BigInt(value));
const int64 = (value: number): number[] => varint(BigInt(value));
const sint = (value: number): number[] => varint((BigInt(value) << 1n) ^ (BigInt(value) >> 63n));
const deltas = (values: readonly number[]): number[][] => values.map((value, i) => sint(value - (values[i - 1] ?? 0)));
const field = (number: number, value: number[]): number[] => [...uint(number * 8), ...value];
const uintField = (number: number, value: number): number[] => field(number, uint(value));
function bytesField(number: number, bytes: ArrayLike<number>): number[] {
  return [...uint(number * 8 + 2), ...uint(bytes.length), ...Array.from(bytes)];
}
const packed = (number: number, values: number[][]): number[] => bytesField(number, values.flat());
