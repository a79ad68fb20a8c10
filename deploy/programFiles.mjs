import { cpSync, existsSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the project, without a slash at its end. */
export const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');

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
/** What bundle.mjs writes for the command line and its threads. */
const BUNDLES = /^apps\/(cli\/dist\/program|service\/dist\/threads)\//;

/**
 * Copies the built program and the texts that it reads, without the packages that it imports: `modules` compiled one by one, as they
 * import each other, or `bundles` alone.
 */
export function copyProgram(target, what) {
  const isWanted = what === 'bundles' ? (path) => BUNDLES.test(path) : () => true;
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
      if (existsSync(join(root, workspace, 'dist')))
        copy(`${workspace}/dist`, (path) => !LEFT.test(path) && isWanted(path));
      if (existsSync(join(root, workspace, 'src')))
        copy(`${workspace}/src`, (path) => READ.test(path) && !LEFT.test(path));
    }
  }
}
