import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { root } from './hinterland.ts';

/** Returns a hash of the sources of a workspace of packages/, of those it stands on, and of further files. */
export async function codeVersion(workspace: string, files: readonly string[] = []): Promise<string> {
  const hash = createHash('sha256');
  const workspaces = new Set([workspace]);
  for (const path of files) hash.update(path).update(await readFile(join(root, path)));
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
