import { readFileSync, writeFileSync } from 'node:fs';
import { LIMITS } from '@hinterland/contract';
import { expect, it } from 'vitest';
import { pythonFunctions } from './pythonFunctions.ts';

const file = new URL('../../../clients/python/src/hinterland/_functions.py', import.meta.url);

it('the functions of the Python package are those of the actions (UPDATE_GOLDEN=1 writes them)', () => {
  const text = pythonFunctions();
  if (process.env.UPDATE_GOLDEN) writeFileSync(file, text);
  expect(readFileSync(file, 'utf8')).toBe(text);
});

it('parts of a matrix are as large as one call takes', () => {
  const parts = readFileSync(new URL('_parts.py', file), 'utf8');
  const [, ...found] = /ORIGINS, DESTINATIONS, PAIRS = ([\d_]+), ([\d_]+), ([\d_]+)/.exec(parts) ?? [];
  expect(found.map((text) => Number(text.replace('_', '')))).toEqual([
    LIMITS.matrixOriginsMax,
    LIMITS.matrixDestinationsMax,
    LIMITS.matrixPairsMax,
  ]);
});
