import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { keptFolder } from '../../../apps/service/src/testing/keptFolder.ts';
import { root } from './hinterland.ts';

/**
 * A folder with the bundle of the demo, to be copied or read. It is built once for each state of the code that builds
 * it: building takes seconds, copying a moment.
 */
export async function demoBundle(): Promise<string> {
  return keptFolder('demo', await codeVersion(), async (folder) => {
    const { buildDemo } = await import('@hinterland/demo');
    await buildDemo(folder);
  });
}

/** Hash of the sources of the demo and of the workspaces it stands on. */
async function codeVersion(): Promise<string> {
  const hash = createHash('sha256');
  const workspaces = new Set(['demo']);
  for (const name of workspaces) {
    const folder = join(root, 'packages', name);
    const { dependencies = {} } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
    for (const dependency of Object.keys(dependencies)) {
      if (dependency.startsWith('@hinterland/')) workspaces.add(dependency.replace('@hinterland/', ''));
    }
    for (const part of ['src', 'plan'].map((each) => join(folder, each)).filter(existsSync)) {
      const entries = await readdir(part, { recursive: true, withFileTypes: true });
      const files = entries.filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'));
      for (const path of files.map((file) => join(file.parentPath, file.name)).sort()) {
        hash.update(relative(root, path)).update(await readFile(path));
      }
    }
  }
  return hash.digest('hex').slice(0, 12);
}
