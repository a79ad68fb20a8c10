import { readFile } from 'node:fs/promises';
import { beforeEach, expect, it } from 'vitest';
import { describeOnBoth } from '../../testing/databases.ts';
import { makeAccount } from '../../testing/town.ts';
import { until } from '../../testing/until.ts';
import { openLog } from '../log.ts';
import { FAIR_LIMITS, requireRoom } from './limits.ts';
import { setLimit, showLimits } from './setLimit.ts';
import { SetLimits } from './setLimits.ts';

it('the guide has every limit with its default', async () => {
  const guide = await readFile(new URL('../../../../../docs/guides/limits.md', import.meta.url), 'utf8');
  const rows = Object.entries(FAIR_LIMITS).map(
    ([name, limit]) => `| \`${name}\` | ${limit.of} | ${limit.default.toLocaleString('en-US')} |`,
  );
  expect(rows.filter((row) => !guide.includes(row))).toEqual([]);
});

it('there is room up to the limit', () => {
  requireRoom('analyses', 4, 5);
  requireRoom('analysis_bytes', 10, 20, 10);
  expect(() => requireRoom('analyses', 5, 5)).toThrow(
    expect.objectContaining({
      code: 'organization_limit_reached',
      fields: { policy: 'analyses', maximum: 5, present: 5 },
    }),
  );
  expect(() => requireRoom('analysis_bytes', 10, 20, 11)).toThrow('Your organization has 10 bytes of analyses');
});

describeOnBoth('limits that an operator sets', (database) => {
  const db = () => database().db;
  let organizationId: number;
  beforeEach(async () => {
    organizationId = (await makeAccount(db())).spender.organizationId;
  });
  const limitNamed = async (name: string) =>
    (await showLimits(db(), organizationId)).find((one) => one.name === name)?.value;

  it('are shown, changed and taken back, each for one organization', async () => {
    const other = (await makeAccount(db(), { organization: 'Other', email: 'bob@example.com' })).spender.organizationId;
    await setLimit(db(), organizationId, 'analyses', 7);
    await setLimit(db(), organizationId, 'analyses', 8);
    expect([await limitNamed('analyses'), await limitNamed('keys')]).toEqual([8, FAIR_LIMITS.keys.default]);
    expect((await showLimits(db(), other)).every(({ value, default: usual }) => value === usual)).toBe(true);
    await setLimit(db(), organizationId, 'analyses', null);
    expect(await limitNamed('analyses')).toBe(FAIR_LIMITS.analyses.default);
    await expect(setLimit(db(), organizationId, 'cows', 1)).rejects.toThrow(
      'There is no limit "cows". There are organization_requests,',
    );
  });

  it('are known to a process that is running', async () => {
    const limits = new SetLimits();
    expect(limits.of(organizationId, 'waiting_calls')).toBe(FAIR_LIMITS.waiting_calls.default);
    await setLimit(db(), organizationId, 'waiting_calls', 3);
    const loop = limits.keepRead(db(), openLog({ level: 'silent' }));
    await until(() => limits.of(organizationId, 'waiting_calls') === 3);
    await loop.stop();
    expect(limits.of(organizationId + 1, 'waiting_calls')).toBe(FAIR_LIMITS.waiting_calls.default);
  });
});
