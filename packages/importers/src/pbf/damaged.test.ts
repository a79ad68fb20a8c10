import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { testFolder } from '../testing/folder.ts';
import { interestKeys } from './interest.ts';
import { readOsmPbf } from './readOsmPbf.ts';
import { blob, block, bytesField, pbfBytes, uintField, utf8 } from './testing/encodePbf.ts';

const NOTES = { node: interestKeys(['note']), way: interestKeys([]), relation: interestKeys([]) };
const folder = await testFolder();
let files = 0;
const write = (...content: Parameters<typeof pbfBytes>) =>
  folder.write(`test-${++files}.osm.pbf`, pbfBytes(...content));

describe('files that cannot be read', () => {
  const good = () => write([block({ dense: [{ id: 1, lat: 1, lng: 1, tags: { note: 'x' } }] })]);

  test('a missing file', async () => {
    await expect(readOsmPbf(join(folder.path, 'missing.osm.pbf'))).rejects.toThrow(
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
    const path = join(folder.path, `other-${text.length}`);
    await writeFile(path, text);
    await expect(readOsmPbf(path)).rejects.toThrow(message);
    await expect(readOsmPbf(path)).rejects.toThrow(path);
  });

  test('cut short at any byte within a block: the message names both places', async () => {
    const bytes = await readFile(await good());
    const headerEnd = (await readFile(await write([]))).length;
    for (let length = headerEnd + 1; length < bytes.length; length++) {
      const path = join(folder.path, 'cut.osm.pbf');
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
      const path = join(folder.path, 'flipped.osm.pbf');
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
    const path = join(folder.path, 'absurd.osm.pbf');
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
    await expect(readOsmPbf(path, { interest: NOTES })).rejects.toThrow(/damaged.*node 4 lies at lat 91, lng 1/);
  });
});
