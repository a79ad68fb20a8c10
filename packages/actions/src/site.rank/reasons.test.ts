import { expect, it } from 'vitest';
import { findAction } from '../registry.ts';
import { contextOf } from '../testing/island.ts';
import { islandWithShops } from '../testing/shops.ts';
import { reasonsFor } from './reasons.ts';
import type { Output } from './schema.ts';

it('begins every reason with a capital or a digit, small shares included', () => {
  const { territory } = islandWithShops();
  const action = findAction('site.rank')!;
  const { candidates } = action.run(contextOf(territory), action.input.parse(action.example)).result as Output;
  const subject = {
    sector: { sector: 'food.supermarket', name: 'supermarkets' },
    currency: 'AUD',
    spendUnit: 'currency_per_year' as const,
    hasOwnStores: true,
  };
  const shares = [0, 0.000_1, 0.009_9, 0.01, 0.5].map((ownShare) => {
    const candidate = { ...candidates[0]!, captured: 1e6, takenFromOwn: ownShare * 1e6, ownShare };
    const reasons = reasonsFor(candidate, [candidate], subject);
    for (const reason of reasons) expect(reason.text).toMatch(/^[A-Z0-9]/);
    return reasons[2]!.text.replace(/;.*/, '');
  });
  expect(shares).toEqual([
    'None of it comes from own stores.',
    'Less than 1% of that comes from own stores',
    'Less than 1% of that comes from own stores',
    '1% of that comes from own stores',
    '50% of that comes from own stores',
  ]);
});
