import { cpSync, existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { root } from './programFiles.mjs';

/** Where Node.js finds a package from a folder; null where it is not installed. */
function found(name, from) {
  for (let folder = from; ; folder = dirname(folder)) {
    const path = join(folder, 'node_modules', name);
    if (existsSync(join(path, 'package.json'))) return realpathSync(path);
    if (folder === root || folder === dirname(folder)) return null;
  }
}

/** Adds a package's folder and those below it, by dependencies alone: neither the web app's, nor peers that may be absent. */
function walk(folder, folders) {
  if (folders.has(folder)) return;
  folders.add(folder);
  const {
    dependencies = {},
    optionalDependencies = {},
    peerDependencies = {},
    peerDependenciesMeta = {},
  } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const peers = Object.keys(peerDependencies).filter((name) => peerDependenciesMeta[name]?.optional !== true);
  for (const name of [...Object.keys(dependencies), ...Object.keys(optionalDependencies), ...peers]) {
    const path = found(name, folder);
    if (path !== null) walk(path, folders);
  }
}
/** Copies the installed packages that given ones need, and these where they are installed ones, to where they lie. */
export function copyPackages(starts, target) {
  const folders = new Set();
  for (const start of starts) walk(start, folders);
  for (const folder of folders) {
    const path = relative(root, folder);
    if (!path.includes('node_modules/')) continue;
    const own = (from) => relative(folder, from).split('/')[0] !== 'node_modules';
    cpSync(folder, join(target, path), { recursive: true, filter: own });
  }
}

/** The folder of an installed package that the command line or the service depends on. */
export function installed(name) {
  for (const workspace of ['apps/cli', 'apps/service', 'packages/importers', 'packages/storage']) {
    const path = found(name, join(root, workspace));
    if (path !== null) return path;
  }
  throw new Error(`${name} is not installed. Run npm ci.`);
}
