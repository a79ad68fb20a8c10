import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { priceOf, readPriceList } from './prices.ts';

describe('a list of prices', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hinterland-prices-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const GOOD = {
    currency: 'EUR',
    tax: 'inclusive',
    minimumCredits: 100,
    packs: [
      { credits: 1000, price: 33.33 },
      { credits: 300, price: 10 },
    ],
  };
  async function read(list: unknown) {
    const path = join(folder, 'prices.json');
    await writeFile(path, typeof list === 'string' ? list : JSON.stringify(list));
    return readPriceList(path);
  }

  it('has its packs in order, in hundredths, and prices any number of credits at the rate of the pack below', async () => {
    const list = await read(GOOD);
    expect(list.packs).toEqual([
      { credits: 300, priceHundredths: 1000 },
      { credits: 1000, priceHundredths: 3333 },
    ]);
    // Rounded up to the hundredth: 100 x 1000 / 300 = 333.3…, 999 x 1000 / 300 = 3330, 1001 x 3333 / 1000 = 3336.3…
    expect([99, 100, 300, 999, 1000, 1001].map((credits) => priceOf(list, credits))).toEqual([
      null,
      334,
      1000,
      3330,
      3333,
      3337,
    ]);
    expect(priceOf(list, 30_000_000)).toBe(99_990_000);
    expect(priceOf(list, 30_010_000)).toBeNull();
  });

  it('is the one of the example', () => {
    const example = readPriceList(fileURLToPath(new URL('../../../../deploy/prices.example.json', import.meta.url)));
    expect(example.packs.length).toBeGreaterThan(1);
  });

  it.each([
    ['{', 'cannot be read as JSON'],
    [{ ...GOOD, currency: 'euro' }, 'currency must be a currency with hundredths'],
    [{ ...GOOD, currency: 'jpy' }, 'currency must be a currency with hundredths'],
    [{ ...GOOD, tax: 'some' }, 'tax must be "inclusive", "exclusive" or "none"'],
    [{ ...GOOD, minimumCredits: 0 }, 'minimumCredits must be at least 1'],
    [{ ...GOOD, packs: [] }, 'packs must have at least one pack'],
    [{ ...GOOD, packs: [{ credits: 10, price: 1.005 }] }, 'packs.0.price must have at most two decimals'],
    [{ ...GOOD, packs: [{ credits: 10, price: 0 }] }, 'packs.0.price must be above 0'],
    [{ ...GOOD, packs: [{ credits: 10.5, price: 1 }] }, 'packs.0.credits must be a whole number'],
    [{ ...GOOD, packs: [GOOD.packs[0], GOOD.packs[0]] }, 'packs has 1000 credits twice'],
    [
      {
        ...GOOD,
        packs: [
          { credits: 10, price: 1 },
          { credits: 20, price: 2.01 },
        ],
      },
      'packs of 20 credits cost more per credit than those of 10',
    ],
    [{ ...GOOD, pack: [] }, 'Unrecognized key'],
  ])('%j is refused with its place', async (list, sentence) => {
    await expect(read(list)).rejects.toThrow(sentence);
  });
});
