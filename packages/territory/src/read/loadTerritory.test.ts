import { cp, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkBundle } from '../check/checkBundle.ts';
import { BundleError } from '../format/errors.ts';
import { territoryContent } from '../testing/drawnBundle.ts';
import { drawnCopies, EDGES, edit, refusal } from '../testing/drawnCopies.ts';
import { writeFamily } from '../write/writeFamily.ts';
import { loadTerritory } from './loadTerritory.ts';

const { source, copy: bundle } = await drawnCopies();

describe('damaged bundles', () => {
  it('a manifest of another format or version, or none, is refused with the remedy', async () => {
    const dir = await bundle();
    const path = join(dir, 'manifest.json');
    const text = await readFile(path, 'utf8');
    await writeFile(path, text.replace('"formatVersion": 1', '"formatVersion": 2'));
    expect((await refusal(dir)).message).toBe(
      'manifest.json: it is of format version 2; this release reads version 1. Build the territory again with this release, or use the release that wrote it.',
    );
    await writeFile(path, text.replace('hinterland-territory', 'something'));
    expect((await refusal(dir)).message).toMatch(/manifest.json: it is not of the format "hinterland-territory"/);
    await writeFile(path, 'null');
    expect((await refusal(dir)).place).toBe('manifest.json');
    await writeFile(path, text.slice(0, 200));
    expect((await refusal(dir)).message).toMatch(/manifest.json: it is not JSON; it was cut short or damaged/);
    await edit(path, () => {}).catch(() => {});
    await rm(path);
    expect((await refusal(dir)).message).toMatch(/manifest.json: the file is missing/);
    expect((await refusal(join(dir, 'nowhere'))).message).toMatch(/Name the folder of a bundle, or build one/);
  });

  it('H8 a changed bit of the manifest is refused, also in the name of its checksums', async () => {
    const dir = await bundle();
    const path = join(dir, 'manifest.json');
    const whole = await readFile(path);
    const name = whole.indexOf('checksums');
    expect(name).toBeGreaterThan(0);
    for (let at = 0; at < whole.length; at++) {
      const bits = at >= name && at < name + 'checksums'.length ? [0, 1, 2, 3, 4, 5, 6, 7] : [at % 8];
      for (const bit of bits) {
        const flipped = Buffer.from(whole);
        flipped[at]! ^= 1 << bit;
        await writeFile(path, flipped);
        expect((await refusal(dir)).place, `bit ${bit} of byte ${at}`).toBe('manifest.json');
      }
    }
    await writeFile(path, whole.toString().replace('"checksums"', '"Checksums"'));
    expect((await refusal(dir)).message).toMatch(
      /^manifest.json: it has the unknown member "Checksums" and no "checksums": /,
    );
  });

  it('a family of another format version is refused', async () => {
    const dir = await bundle();
    await edit(join(dir, 'sociodemo/2021.1/family.json'), (json) => {
      json.formatVersion = 7;
    });
    expect((await refusal(dir)).message).toMatch(/^sociodemo\/2021.1\/family.json: it is of format version 7/);
  });

  it.each(['../../../../etc', '..', '.', 'a/b', 'a\\b', '/etc', '', '.hidden', 'a\0b', 'x'.repeat(101)])(
    'the name "%s" leads nowhere out of the bundle',
    async (name) => {
      const dir = await bundle();
      await expect(writeFamily(dir, { ...territoryContent(), version: name })).rejects.toThrow(/must be a plain name/);
      expect((await refusal(dir, { versions: { territory: name } })).message).toMatch(/must be a plain name/);
      await edit(join(dir, 'territory/2026-10/family.json'), (json) => {
        (json.files as { name: string }[])[0]!.name = name;
      });
      expect((await refusal(dir)).message).toMatch(/family.json: "files.0.name"/);
      await edit(join(dir, 'manifest.json'), (json) => {
        json.families = { territory: { version: name } };
      });
      expect((await refusal(dir)).message).toMatch(/manifest.json: "families.territory.version"/);
    },
  );

  it('a missing file is named', async () => {
    const dir = await bundle();
    await rm(join(dir, EDGES));
    expect((await refusal(dir)).message).toMatch(
      /^territory\/2026-10\/edges.arrow: the file is missing\. Copy the bundle again/,
    );
  });

  it('a folder under another name is refused', async () => {
    const dir = await bundle();
    await rename(join(dir, 'territory/2026-10'), join(dir, 'territory/2026-11'));
    expect((await refusal(dir, { versions: { territory: '2026-11' } })).message).toMatch(
      /it describes territory 2026-10/,
    );
  });

  it('a file cut short anywhere is refused by its size', async () => {
    const dir = await bundle();
    const { size } = await stat(join(dir, EDGES));
    for (const bytes of [0, 1, 5, 6, 8, 100, Math.floor(size / 2), size - 11, size - 10, size - 6, size - 1]) {
      await truncate(join(dir, EDGES), bytes);
      expect((await refusal(dir)).message).toContain(
        `edges.arrow: the file is cut short: it has ${bytes} bytes instead of ${size}.`,
      );
      await cp(join(source, EDGES), join(dir, EDGES));
    }
  });

  it('a cut file whose size was "corrected" in the descriptor is refused by its structure', async () => {
    const dir = await bundle();
    const { size } = await stat(join(dir, EDGES));
    for (let bytes = 0; bytes < size; bytes += 13) {
      await cp(join(source, EDGES), join(dir, EDGES));
      await truncate(join(dir, EDGES), bytes);
      await edit(join(dir, 'territory/2026-10/family.json'), (json) => {
        for (const file of json.files as { name: string; bytes: number }[])
          if (file.name === 'edges.arrow') file.bytes = bytes;
      });
      expect((await refusal(dir)).place).toBe(EDGES);
    }
  });

  it('any changed byte is found by the checksum, and never crashes the reader', async () => {
    const dir = await bundle();
    const path = join(dir, EDGES);
    const good = await readFile(path);
    for (let at = 0; at < good.byteLength; at += 7) {
      const bad = Buffer.from(good);
      bad[at]! ^= 0x41;
      await writeFile(path, bad);
      expect((await refusal(dir, { verify: 'sha256' })).message).toContain(
        'edges.arrow: its content differs from its checksum',
      );
      // By size alone a change in the rows goes unseen; one in the structure is a BundleError, nothing else.
      await loadTerritory(dir).catch((error) => expect(error).toBeInstanceOf(BundleError));
    }
  });

  it('a file that is no Arrow file is refused', async () => {
    const dir = await bundle();
    const { size } = await stat(join(dir, EDGES));
    await writeFile(join(dir, EDGES), Buffer.alloc(size, 'x'));
    expect((await refusal(dir)).message).toMatch(/edges.arrow: it is not an Arrow IPC file/);
  });

  it('an intact file in the place of another is refused by its columns', async () => {
    const dir = await bundle();
    await edit(join(dir, 'territory/2026-10/family.json'), (json) => {
      const files = json.files as { name: string }[];
      const [edges, nodes] = [
        files.find(({ name }) => name === 'edges.arrow')!,
        files.find(({ name }) => name === 'nodes.arrow')!,
      ];
      Object.assign(edges, nodes, { name: 'edges.arrow' });
    });
    await cp(join(dir, 'territory/2026-10/nodes.arrow'), join(dir, EDGES));
    expect((await refusal(dir)).message).toMatch(/edges.arrow: column "fromNode" \(uint32\) is missing/);
    expect((await checkBundle(dir)).map(({ problem }) => problem).join()).toContain(
      'column "fromNode" (uint32) is missing',
    );
  });

  it('an area polygon that is not what the table says is refused when it is asked for', async () => {
    const dir = await bundle();
    const path = join(dir, 'territory/2026-10/areas.geojsonl');
    const text = await readFile(path, 'utf8');
    await writeFile(path, text.replace('"MultiPolygon"', '"MultiPolygoN"'));
    const territory = await loadTerritory(dir);
    expect(() => territory.areaPolygon(0)).toThrow(/holds no MultiPolygon \(area 0, byte 0\)/);
    expect(territory.areaPolygon(1)).not.toBeNull();
    await writeFile(path, text.replace('{"type":"Feature"', '["type":"Feature"'));
    expect(() => territory.areaPolygon(99)).toThrow(RangeError);
    expect(() => territory.areaPolygon(-1)).toThrow(RangeError);
    await expect(loadTerritory(dir).then((fresh) => fresh.areaPolygon(0))).rejects.toThrow(/is not JSON/);
  });
});
