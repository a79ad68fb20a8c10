import { expect, it } from 'vitest';
import { newShares, newWebhook } from './index.ts';

/** A body of a megabyte of empty texts, each of them a fault. */
const endless = Array.from({ length: 300_000 }, () => '');

it('lists of a body are measured before their items are read', () => {
  expect(newShares.safeParse({ people: endless }).error!.issues).toMatchObject([
    { path: ['people'], message: 'people may hold 50 different addresses.' },
  ]);
  const url = 'https://example.com/hook';
  expect(newWebhook.safeParse({ url, events: endless }).error!.issues).toMatchObject([
    { path: ['events'], message: 'events may name 100 event types.' },
  ]);
});

it('an address may be repeated', () => {
  const people = Array.from({ length: 1000 }, (_, i) => `p${i % 50}@example.com`);
  expect(newShares.parse({ people }).people).toHaveLength(50);
});
