import { actions } from '@hinterland/actions';
import { addressTown } from '@hinterland/engine/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { threadProgram } from '../../kit/threadProgram.ts';
import { describeOnBoth } from '../../testing/databases.ts';
import { startTestService, type TestService } from '../../testing/service.ts';
import { type MadeAccount, makeAccount } from '../../testing/town.ts';
import { until } from '../../testing/until.ts';

const town = (id: string, continent: 'oceania' | 'europe', country: string, locality: string, lng: number) =>
  addressTown([{ number: '5', street: 'High Street', locality, lng }], {
    manifest: { id, name: id, continent, countries: [country] },
  });

describeOnBoth('search in several territories', (database) => {
  let service: TestService;
  let account: MadeAccount;
  beforeAll(async () => {
    service = await startTestService(database(), { registry: { actions, module: threadProgram('actions').href } });
    service.bundles.set(
      town('sydney', 'oceania', 'AU', 'Sydney', 151),
      town('auckland', 'oceania', 'NZ', 'Auckland', 174),
      town('london', 'europe', 'GB', 'London', 0),
    );
  });
  beforeEach(async () => {
    account = await makeAccount(database().db, { credits: 0 });
    await until(async () => (await find({ query: '5 high st', continent: 'europe' })).status === 200);
  });
  afterAll(() => service?.close());
  const find = (input: object, id = 'search.addresses') => service.execute(account.secret, id, input);
  const found = async (input: object) =>
    (await find(input)).body.result.addresses
      .filter(({ kind }: { kind: string }) => kind === 'address')
      .map(({ territory, displayLine }: { territory: string; displayLine: string }) => `${territory}: ${displayLine}`);

  it('S43 S94 searches all that lie on the continent, free, whatever lies near', async () => {
    const query = '5 high st';
    expect(await found({ query, continent: 'oceania' })).toEqual([
      'auckland: 5 High Street, Auckland',
      'sydney: 5 High Street, Sydney',
    ]);
    expect(await found({ query, continent: 'oceania', country: 'AU', near: { lat: 0, lng: 0 } })).toEqual([
      'sydney: 5 High Street, Sydney',
    ]);
    expect(await found({ query, continent: 'oceania', territory: 'auckland' })).toHaveLength(1);
    const quoted = await service.quote(account.secret, 'search.addresses', { query, continent: 'oceania' });
    expect([quoted.status, quoted.body.quotedCredits]).toEqual([200, 0]);
  });

  it('one address of several territories is ambiguous, of one it is not', async () => {
    const { body } = await find({ query: '5 high street', continent: 'oceania' }, 'search.resolve_address');
    expect(body.result).toMatchObject({ ambiguous: true, address: { confidence: 0.5 } });
    const one = await find({ query: '5 high street', country: 'GB' }, 'search.resolve_address');
    expect(one.body.result).toMatchObject({ ambiguous: false, address: { territory: 'london', confidence: 1 } });
  });

  it('names the territories where none lies there', async () => {
    const { status, body } = await find({ query: 'x', continent: 'africa' });
    expect([status, body.error]).toEqual([422, 'outside_coverage']);
    expect(body.detail).toBe(
      'No installed territory lies there. Installed are: auckland (oceania, NZ); london (europe, GB); sydney (oceania, AU).',
    );
  });
});
