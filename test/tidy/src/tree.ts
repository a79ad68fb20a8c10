import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's root folder. */
export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');

/** Files that git tracks or would track, as paths from the root. */
export function files(pattern: RegExp): string[] {
  const out = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  return out
    .split('\n')
    .filter((path) => path !== '' && pattern.test(path) && existsSync(join(root, path)))
    .sort();
}

export const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** Module specifiers that a source file imports, exports from or loads. */
export function importsOf(path: string): string[] {
  const text = read(path).replace(/\/\*[\s\S]*?\*\//g, '');
  const found = [
    ...text.matchAll(/^\s*(?:import|export)\b[^'";]*?\bfrom\s*['"]([^'"]+)['"]/gm),
    ...text.matchAll(/^\s*import\s*['"]([^'"]+)['"]/gm),
    ...text.matchAll(/\bimport\(\s*['"]([^'"]+)['"]\s*\)/g),
  ];
  return found.map((match) => match[1] as string);
}

/** The file that a relative specifier means, as a path from the root. */
export function resolveRelative(from: string, specifier: string): string {
  return relative(root, resolve(root, dirname(from), specifier));
}

/** "packages/geo" of "packages/geo/src/box.ts". */
export const workspaceOf = (path: string): string =>
  path
    .split('/')
    .slice(0, path.startsWith('bench/') ? 1 : 2)
    .join('/');
