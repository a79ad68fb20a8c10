import { LIMITS } from '@hinterland/contract';
import { expect, it } from 'vitest';
import { files, read } from './tree.ts';

it('every limit is read where it is enforced', () => {
  const sources = files(/^(packages|apps)\/[^/]+\/src\/.*\.ts$/)
    .filter((path) => !/\.test\.ts$|\/testing\/|^packages\/contract\/src\/limits\.ts$/.test(path))
    .map(read);
  const taken = new Set(
    sources.flatMap((text) => [
      ...[...text.matchAll(/\bLIMITS\.(\w+)/g)].map(([, name]) => name),
      ...[...text.matchAll(/\{([^{}]*)\}\s*=\s*LIMITS\b/g)].flatMap(([, names]) =>
        names!.split(',').map((name) => name.trim().split(':')[0]),
      ),
    ]),
  );
  expect(Object.keys(LIMITS).filter((name) => !taken.has(name))).toEqual([]);
});
