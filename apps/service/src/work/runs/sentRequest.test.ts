import { actions } from '@hinterland/actions';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { chargedRuns } from '../../testing/chargedRuns.ts';
import { describeOnBoth } from '../../testing/databases.ts';
import { fingerprintOf } from './idempotency.ts';
import { parseRequest } from './request.ts';
import { idempotencyOf } from './sentRequest.ts';

const ORIGINS = [{ lat: -36.2, lng: -151.7 }];
const STORES = [
  { id: 'a', lat: -36.2, lng: -151.7, name: 'A' },
  { id: 'b', lat: -36.21, lng: -151.71, name: 'B' },
];

/** Digests that two earlier versions, 1ef4a6ec and 007a4227, kept of these bodies. The first knew no compareModes. */
const KEPT = [
  [
    'analysis.isochrone',
    { origins: ORIGINS, bandSeconds: [300, 600, 900], mode: 'car', traffic: 'normal' },
    'd1ef0027b0591c26bb33e85f0025296b5f6816609555ec5595fc25596bdf950d',
    '7af5d816ea393a92554a6e53e22347d6992ebac7db690e3fb6a2ab98c9cd101f',
  ],
  [
    'analysis.isochrone',
    { origins: ORIGINS, bandSeconds: [600] },
    '598ac2110d519f2178822f2b68988dd0760f3ffe50a19e8a6e520a4118111fa0',
    '37d664b94a8ce7d3a54ec59086027779f3d8acf49a0215089ca4cd4d4ec4972a',
  ],
  [
    'analysis.people_economy',
    { origins: ORIGINS, bandSeconds: [600], topics: ['residents', 'age_classes'] },
    'b5f44a279286953beb5eeffc074878ec4dcc047041adcf89afe1c1d56e741b40',
    'b5f44a279286953beb5eeffc074878ec4dcc047041adcf89afe1c1d56e741b40',
  ],
  [
    'network.coverage',
    { stores: STORES, minutes: 10, mode: 'car' },
    '7046d5dfe102e1fe39e3f1cecfdb8d4f2fc3ec5f8a67985730d20f6ad4c4ca51',
    '7046d5dfe102e1fe39e3f1cecfdb8d4f2fc3ec5f8a67985730d20f6ad4c4ca51',
  ],
] as const;

const keyOf = (actionId: string, body: object) => {
  const action = actions.find(({ id }) => id === actionId)!;
  const { input, sent } = parseRequest(
    action,
    { body: { ...body, idempotencyKey: 'k' }, rows: {}, datasets: [], named: {}, warnings: [] },
    undefined,
  );
  return idempotencyOf('k', actionId, input, sent!);
};

describe('M6 what an idempotency key stands for', () => {
  it.each(KEPT)('%s of an earlier version is recognized: %j', (actionId, body, first, second) => {
    const { isOf } = keyOf(actionId, body);
    expect([isOf!(Buffer.from(first, 'hex')), isOf!(Buffer.from(second, 'hex'))]).toEqual([true, true]);
  });

  it('another body is another request, also beside a digest of before', () => {
    const [actionId, body, first, second] = KEPT[0];
    for (const other of [
      { ...body, bandSeconds: [300, 600] },
      { ...body, mode: 'walk' },
      { ...body, geometry: false },
      { ...body, compareModes: true },
      { ...body, origins: [{ lat: -36.3, lng: -151.7 }] },
    ]) {
      const { isOf } = keyOf(actionId, other);
      expect([isOf!(Buffer.from(first, 'hex')), isOf!(Buffer.from(second, 'hex'))]).toEqual([false, false]);
    }
  });

  it('what was sent is recognized when a later version reads it with further defaults, and what reads alike now', () => {
    const body = { origins: ORIGINS, bandSeconds: [600] };
    const { isOf, fingerprint } = keyOf('analysis.isochrone', body);
    const sent = { digest: fingerprintOf('analysis.isochrone', body).toString('hex'), unsent: [] };
    const later = idempotencyOf('k', 'analysis.isochrone', { ...body, mode: 'car', ofTomorrow: [] }, sent);
    expect(later.isOf!(fingerprint)).toBe(true);
    expect(keyOf('analysis.isochrone', { ...body, mode: 'car', unknown: 1 }).isOf!(fingerprint)).toBe(true);
    expect(isOf!(keyOf('analysis.isochrone', { ...body, mode: 'walk' }).fingerprint)).toBe(false);
  });
});

describeOnBoth('M6 a charge of the version before', (database) => {
  const suite = chargedRuns(database);

  it('is found under its key by the input without the defaults of today', async () => {
    const body = { credits: 5, quotedCredits: 5, idempotencyKey: 'before' };
    expect((await suite.execute(body)).status).toBe(200);
    // The version before knew no more than what was sent.
    const kept = fingerprintOf('test.charged', { credits: 5 });
    await sql`update credit_hold set fingerprint = ${kept}`.execute(suite.db());
    const again = await suite.execute(body);
    expect([again.status, again.body.replayed, again.body.result.creditsCharged]).toEqual([200, true, 5]);
    const other = await suite.execute({ ...body, credits: 4, quotedCredits: 4 });
    expect([other.status, other.body.error]).toEqual([422, 'idempotency_key_reused']);
    expect(await suite.charges()).toEqual([5]);
  });
});
