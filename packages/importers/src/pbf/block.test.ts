import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createOSMStream } from 'osm-pbf-parser-node';
import { describe, expect, test } from 'vitest';
import { PrimitiveBlock } from './block.ts';
import { PbfFile } from './file.ts';

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
