import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** A folder for the files of one test file, removed after its tests. */
export async function testFolder(): Promise<{
  path: string;
  write(name: string, content: string | Uint8Array): Promise<string>;
}> {
  const path = await mkdtemp(join(tmpdir(), 'hinterland-importers-'));
  afterAll(() => rm(path, { recursive: true, force: true }));
  return {
    path,
    async write(name, content) {
      const file = join(path, name);
      await writeFile(file, content);
      return file;
    },
  };
}
