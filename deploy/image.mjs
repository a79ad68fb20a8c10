// Copies what runs into the folder that becomes the image: the built service and command line, the texts that they read, and the
// packages that they import. Tests, stand-ins, benches, sources and tools of the build stay behind.
//   node deploy/image.mjs FOLDER
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');
const target = process.argv[2];
if (target === undefined) throw new Error('Name the folder of the image: node deploy/image.mjs FOLDER');

/** Files and folders as they are, beside those of each workspace. */
const COPIED = [
  'package.json',
  'LICENSE',
  'README.md',
  'CHANGELOG.md',
  'docs',
  'recipes',
  'apps/cli/bin',
  'apps/service/examples',
  'apps/web/dist',
  'apps/view/dist',
  'packages/demo/plan',
  'packages/importers/data',
];
/** Of sources only what is read at run time: SQL, styles, scripts and pictures of pages. */
const READ = /\.(sql|css|js|svg|json|txt)$/;
const LEFT = /(^|\/)testing(\/|$)|\.test\.|\.d\.ts$|\.map$|\.tsbuildinfo$|golden/;

const copy = (path, filter = () => true) =>
  cpSync(join(root, path), join(target, path), {
    recursive: true,
    filter: (from) =>
      lstatSync(from).isDirectory()
        ? !from.endsWith('/testing') || path.startsWith('docs')
        : filter(relative(root, from)),
  });

mkdirSync(target, { recursive: true });
for (const path of COPIED) if (existsSync(join(root, path))) copy(path);
for (const group of ['apps', 'packages']) {
  for (const name of readdirSync(join(root, group))) {
    const workspace = `${group}/${name}`;
    if (['apps/web', 'apps/view'].includes(workspace)) continue;
    copy(`${workspace}/package.json`);
    if (existsSync(join(root, workspace, 'dist'))) copy(`${workspace}/dist`, (path) => !LEFT.test(path));
    if (existsSync(join(root, workspace, 'src')))
      copy(`${workspace}/src`, (path) => READ.test(path) && !LEFT.test(path));
  }
}

/** Where Node.js finds a package from a folder; null where it is not installed. */
function found(name, from) {
  for (let folder = from; ; folder = dirname(folder)) {
    const path = join(folder, 'node_modules', name);
    if (existsSync(join(path, 'package.json'))) return realpathSync(path);
    if (folder === root || folder === dirname(folder)) return null;
  }
}

/** Packages below a workspace, by their dependencies alone: neither the web app's, nor peers that may be absent. */
const folders = new Set();
function walk(folder) {
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
    if (path !== null) walk(path);
  }
}
walk(join(root, 'apps/cli'));
for (const folder of folders) {
  const path = relative(root, folder);
  if (!path.includes('node_modules/')) continue;
  const own = (from) => relative(folder, from).split('/')[0] !== 'node_modules';
  cpSync(folder, join(target, path), { recursive: true, filter: own });
}
for (const name of readdirSync(join(root, 'node_modules/@hinterland'))) {
  const link = join(root, 'node_modules/@hinterland', name);
  if (!lstatSync(link).isSymbolicLink()) continue;
  const inside = relative(root, join(dirname(link), readlinkSync(link)));
  if (!existsSync(join(target, inside))) continue;
  mkdirSync(join(target, 'node_modules/@hinterland'), { recursive: true });
  symlinkSync(join('../..', inside), join(target, 'node_modules/@hinterland', name));
}
