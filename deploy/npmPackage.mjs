// Makes the folder of the npm package `hinterland`: the bundled program, the texts that it reads, and a package.json with the packages
// that its bundles leave outside. `npm pack` of the folder is what one installs.
//   node deploy/npmPackage.mjs FOLDER
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyProgram, root } from './programFiles.mjs';

/** Packages whose files the program reads beside those that its bundles import. */
const READ = ['@fontsource-variable/ibm-plex-sans', '@fontsource/ibm-plex-mono', 'name-suggestion-index'];
/** Imported if they are there. */
const OPTIONAL = ['pg-native', 'pg-cloudflare'];

const json = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'));

/** Packages that bundles import, by the names in their texts. */
function importedByBundles() {
  const names = new Set(READ);
  for (const folder of ['apps/cli/dist/program', 'apps/service/dist/threads']) {
    for (const file of readdirSync(join(root, folder)).filter((name) => name.endsWith('.js'))) {
      const text = readFileSync(join(root, folder, file), 'utf8');
      for (const [, name] of text.matchAll(/^import [^'"]*"(@?[a-z][\w./-]*)"/gm)) names.add(name);
      for (const [, name] of text.matchAll(/\bimport\("(@?[a-z][\w./-]*)"\)/g)) names.add(name);
    }
  }
  return [...names];
}

/** Versions as the workspaces pin them. */
function pinned() {
  const versions = {};
  for (const group of ['apps', 'packages'])
    for (const name of readdirSync(join(root, group))) {
      const file = `${group}/${name}/package.json`;
      if (existsSync(join(root, file))) Object.assign(versions, json(file).dependencies);
    }
  return versions;
}

const target = process.argv[2];
if (target === undefined) throw new Error('Name the folder of the package: node deploy/npmPackage.mjs FOLDER');
rmSync(target, { recursive: true, force: true });
copyProgram(target, 'bundles');

const versions = pinned();
const { name, version, description, license, engines } = json('package.json');
const dependencies = {};
const builtin = new Set((await import('node:module')).builtinModules);
for (const imported of importedByBundles().sort()) {
  const owner = imported
    .split('/')
    .slice(0, imported.startsWith('@') ? 2 : 1)
    .join('/');
  if (builtin.has(owner) || OPTIONAL.includes(owner)) continue;
  if (versions[owner] === undefined) throw new Error(`No workspace pins ${owner}, which the bundles import.`);
  dependencies[owner] = versions[owner];
}
const manifest = {
  name,
  version,
  description,
  license,
  type: 'module',
  bin: { hinterland: 'apps/cli/bin/hinterland.js' },
  engines,
  dependencies,
};
writeFileSync(join(target, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
