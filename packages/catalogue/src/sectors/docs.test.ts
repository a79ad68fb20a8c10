import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { COICOP_DIVISIONS } from '../topics/coicop.ts';
import { ERRAND_PARAMETERS, SECTOR_PARAMETERS_VERSION } from './parameters.ts';
import { SECTORS } from './sectors.ts';

const page = readFileSync(new URL('../../../../docs/methods/sectors.md', import.meta.url), 'utf8');
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll('`', '')),
  );

test('docs/methods/sectors.md lists the parameters that are in force', () => {
  expect(page).toContain(SECTOR_PARAMETERS_VERSION);
  for (const [name, { alpha, beta, tmaxMinutes, floorMinutes }] of Object.entries(ERRAND_PARAMETERS)) {
    expect(rows).toContainEqual([name, ...[alpha, beta, tmaxMinutes, floorMinutes].map(String)]);
  }
  for (const { code, names, errand, coicop, salesDensity, medianFloorAreaSquareMeters, incomeElasticity } of SECTORS) {
    const shares = Object.entries(coicop)
      .map(([division, share]) => `${division} ${share}`)
      .join(', ');
    const numbers = [medianFloorAreaSquareMeters, salesDensity ?? '–', incomeElasticity].map(String);
    expect(rows).toContainEqual([code, names.en, errand, shares, ...numbers]);
  }
});

test('the worked example: sums of COICOP shares', () => {
  for (const [division] of COICOP_DIVISIONS) {
    const sum = SECTORS.reduce((total, { coicop }) => total + (coicop[division] ?? 0), 0);
    expect(rows).toContainEqual([division, sum.toFixed(2)]);
  }
});
