import { expect, it } from 'vitest';
import { read } from './tree.ts';

/** Licences that let everybody use, change and sell what they cover. */
const FREE = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'PSF-2.0',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]);

/** Packages whose manifest does not say it as SPDX does, and what their license file has. */
const READ: Readonly<Record<string, string>> = {
  'node_modules/@mapbox/jsonlint-lines-primitives': 'MIT',
  'node_modules/splaytree-ts': 'BSD-3-Clause',
};

interface Locked {
  readonly license?: string;
  readonly link?: boolean;
  readonly resolved?: string;
}

/** "(MIT AND Zlib)" needs both, "MIT OR Apache-2.0" one of them. */
const isFree = (license: string): boolean =>
  license
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((one) => FREE.has(one.trim())));

it('every package that is installed has a free licence', () => {
  const { packages } = JSON.parse(read('package-lock.json')) as { packages: Readonly<Record<string, Locked>> };
  const foreign = Object.entries(packages).filter(
    ([path, { link }]) => path.includes('node_modules/') && link !== true,
  );
  expect(foreign.length).toBeGreaterThan(300);
  const wrong = foreign.filter(([path, { license }]) => !isFree(READ[path] ?? license ?? 'none'));
  expect(wrong.map(([path, { license }]) => `${path}: ${license ?? 'none'}`)).toEqual([]);
});
