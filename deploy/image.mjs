// Copies what runs into the folder that becomes the image: the built service and command line, the texts that they read, and the
// packages that they import. Tests, stand-ins, benches, sources and tools of the build stay behind.
//   node deploy/image.mjs FOLDER
import { existsSync, lstatSync, mkdirSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { copyPackages } from './packages.mjs';
import { copyProgram, root } from './programFiles.mjs';

const target = process.argv[2];
if (target === undefined) throw new Error('Name the folder of the image: node deploy/image.mjs FOLDER');
copyProgram(target, 'modules');

copyPackages([join(root, 'apps/cli')], target);
for (const name of readdirSync(join(root, 'node_modules/@hinterland'))) {
  const link = join(root, 'node_modules/@hinterland', name);
  if (!lstatSync(link).isSymbolicLink()) continue;
  const inside = relative(root, join(dirname(link), readlinkSync(link)));
  if (!existsSync(join(target, inside))) continue;
  mkdirSync(join(target, 'node_modules/@hinterland'), { recursive: true });
  symlinkSync(join('../..', inside), join(target, 'node_modules/@hinterland', name));
}
