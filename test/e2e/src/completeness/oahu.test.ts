import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { findAction } from '@hinterland/actions';
import { SECTORS } from '@hinterland/catalogue';
import { loadTerritory, type Territory } from '@hinterland/territory';
import { beforeAll, describe, expect, it } from 'vitest';
import { dataFolder, hasData } from '../hinterland.ts';
import { oahuBundle } from './oahuBundle.ts';

const GOLDEN = new URL('oahu.txt', import.meta.url);

const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
};

/** What the stores within ten minutes by car of Honolulu sell by Huff's model, beside what such stores usually sell. */
describe.skipIf(!hasData || !existsSync(dataFolder))('completeness of Oʻahu (needs ../shared/data)', () => {
  let territory: Territory;
  let rows: {
    code: string;
    captured: number;
    usual: number;
    mapped: number;
    expected: number;
    low: number;
    high: number;
  }[];
  beforeAll(async () => {
    territory = await loadTerritory(await oahuBundle());
    const action = findAction('analysis.markets_sector')!;
    const context = { territory, channel: 'api' as const, progress: () => {}, cancelled: () => false };
    rows = SECTORS.flatMap(({ code }) => {
      const input = action.input.parse({
        origins: [{ lat: 21.3069, lng: -157.8583 }],
        bandSeconds: [600],
        mode: 'car',
        sectors: [code],
      });
      const { result } = action.run(context, input) as any;
      const { parts, sectors, supplyData } = result;
      if (!sectors[0].available) return [];
      const { captured, supply } = sectors[0].figures[parts.at(-1).id];
      if (supplyData.measured === undefined || !(supply > 0)) return [];
      const [{ mapped, expected, low, high }] = supplyData.measured;
      return [{ code, captured, usual: supply, mapped, expected, low, high }];
    });
  });

  it('captured sales are the usual ones where stores that the map lacks are counted', () => {
    const ratios = rows.map(({ captured, usual }) => captured / usual);
    const complete = rows.map(({ captured, usual, mapped, expected }) => (captured / usual) * (mapped / expected));
    expect(rows.length).toBeGreaterThan(40);
    expect(median(ratios)).toBeGreaterThan(10);
    expect(median(complete)).toBeGreaterThan(0.7);
    expect(median(complete)).toBeLessThan(1.5);
  });

  it('stands beside the register, sector by sector', async () => {
    const lines = rows.map(({ code, captured, usual, mapped, expected, low, high }) => {
      const ratio = captured / usual;
      const cells = [
        mapped,
        expected,
        low.toFixed(3),
        high.toFixed(3),
        ratio.toFixed(2),
        ((ratio * mapped) / expected).toFixed(2),
      ];
      return [code.padEnd(26), ...cells.map((cell) => String(cell).padStart(9))].join('');
    });
    const header = [
      'sector'.padEnd(26),
      ...['mapped', 'register', 'low', 'high', 'captured', 'complete'].map((name) => name.padStart(9)),
    ].join('');
    const table = [header, ...lines, ''].join('\n');
    if (process.env.UPDATE_GOLDEN === '1') await writeFile(GOLDEN, table);
    expect(table).toBe(await readFile(GOLDEN, 'utf8'));
  });
});
