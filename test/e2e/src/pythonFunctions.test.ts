import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { pythonFunctions } from './pythonFunctions.ts';

const file = new URL('../../../clients/python/src/hinterland/_functions.py', import.meta.url);

it('the functions of the Python package are those of the actions (UPDATE_GOLDEN=1 writes them)', () => {
  const text = pythonFunctions();
  if (process.env.UPDATE_GOLDEN) writeFileSync(file, text);
  expect(readFileSync(file, 'utf8')).toBe(text);
});
