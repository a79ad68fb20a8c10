import { readFileSync, writeFileSync } from 'node:fs';
import { loadTerritory } from '@hinterland/territory';
import { expect, it } from 'vitest';
import { demoBundle } from './demoBundle.ts';
import { FUNCTIONS } from './pythonFunctions.ts';
import { pythonVariables } from './pythonVariables.ts';

const file = new URL('../../../clients/python/src/hinterland/variables.json', import.meta.url);

it('the catalogue of columns of the Python package is that of answers on the demo (UPDATE_GOLDEN=1 writes it)', async () => {
  const territory = await loadTerritory(await demoBundle());
  const context = { territory, channel: 'batch' as const, progress: () => {}, cancelled: () => false };
  const rows = pythonVariables(context, FUNCTIONS);
  const text = `[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]\n`;
  if (process.env.UPDATE_GOLDEN) writeFileSync(file, text);
  expect(new Set(rows.map(([name]) => name)).size).toBe(Object.keys(FUNCTIONS).length);
  expect(readFileSync(file, 'utf8')).toBe(text);
});
