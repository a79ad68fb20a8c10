import { expect, test } from 'vitest';
import { COICOP_DIVISIONS } from '../topics/coicop.ts';
import facts from './levels.json' with { type: 'json' };
import { exchangeRate, SPEND_COUNTRIES, spendLevelOf } from './spendLevel.ts';
import { SPEND_MODEL, spendDeviation } from './spendModel.ts';

const sum = (values: Iterable<number>) => [...values].reduce((total, value) => total + value, 0);

test('at least 180 economies have a level, and countries without figures of their own name whose they take', () => {
  expect(Object.keys(facts.economies).length).toBeGreaterThanOrEqual(180);
  expect(spendLevelOf('LI')).toMatchObject({ country: 'LI', of: 'CH', currency: 'CHF', year: 2021 });
  expect(spendLevelOf('MC')).toMatchObject({ of: 'FR', currency: 'EUR' });
  // Nobody publishes what households there spend.
  for (const code of ['CU', 'VE', 'AQ', 'KP']) expect(spendLevelOf(code), code).toBeNull();
});

test('divisions are moved between editions, and what households do not pay is left out; nothing else is lost', () => {
  for (const code of SPEND_COUNTRIES) {
    const level = spendLevelOf(code)!;
    const written = facts.economies[level.of as 'FR'] as {
      perHead: number[];
      householdShare?: Record<string, number>;
    };
    const paid = sum(
      written.perHead.map((value, i) => value * (written.householdShare?.[String(i + 1).padStart(2, '0')] ?? 1)),
    );
    const told = sum(Object.values(level.perHead));
    expect(told, code).toBeLessThanOrEqual(paid * (1 + 1e-9));
    // At most half of restaurants and accommodation is what visitors spend.
    expect(told, code).toBeGreaterThanOrEqual(paid - written.perHead[10]! / 2 - 1e-9 * paid);
    if (level.visitorsShare === 0) expect(Math.abs(told / paid - 1), code).toBeLessThan(1e-9);
    for (const [division] of COICOP_DIVISIONS)
      expect(level.perHead[division], `${code} ${division}`).toBeGreaterThan(0);
  }
});

test('figures are those of the publishers', () => {
  // Eurostat, nama_10_cp18, 2021: 162.4 billion euros of food in France, 68.2 million people.
  expect((spendLevelOf('FR')!.perHead.cp01 * 68_236_000) / 1e9).toBeCloseTo(162.4, 1);
  // OECD, T501, 2021; edition 1999 has devices under recreation.
  const us = spendLevelOf('US')!;
  expect(us.publisher.edition).toBe(1999);
  expect(us.perHead.cp08 + us.perHead.cp09).toBeCloseTo(952.059 + 4617.75, 6);
  expect(us.perHead.cp12 + us.perHead.cp13).toBeCloseTo(6609.4, 6);
  // India's health of 6,534.55 rupees is what households and governments pay.
  expect(spendLevelOf('IN')!.perHead.cp06).toBeLessThan(6534.55 / 2);
  expect(spendLevelOf('IN')).toMatchObject({ paidByOthers: 'median' });
});

test('rates go both ways, and are unknown where a currency has none', () => {
  expect(exchangeRate('CHF', 'CHF')).toBe(1);
  expect(exchangeRate('EUR', 'CHF')! * exchangeRate('CHF', 'EUR')!).toBeCloseTo(1, 12);
  // Euros per franc in 2019, European Central Bank: 1.1124 francs per euro.
  expect(exchangeRate('EUR', 'CHF')).toBeCloseTo(1.1124, 2);
  expect(exchangeRate('EUR', 'XXX')).toBeNull();
});

test('a national mean is never surer than the guess it takes the place of', () => {
  for (const [division] of COICOP_DIVISIONS) {
    const { withIncome, nationalMean } = SPEND_MODEL[division];
    expect(spendDeviation(nationalMean, false)).toBeGreaterThanOrEqual(0.2);
    expect(spendDeviation(withIncome, true)).toBeGreaterThan(0.05);
    expect(withIncome.median).toBeLessThanOrEqual(withIncome.p90);
  }
});
