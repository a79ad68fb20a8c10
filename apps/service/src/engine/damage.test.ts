import { afterEach, expect, it } from 'vitest';
import { Mailbox } from '../testing/browser.ts';
import { describeOnBoth } from '../testing/databases.ts';
import { drawn, startTestService, TestBundles, type TestService } from '../testing/service.ts';
import { accountState, type MadeAccount, makeAccount } from '../testing/town.ts';
import { until } from '../testing/until.ts';
import type { FileDamage } from './verification.ts';

describeOnBoth('H8 a territory that is being verified', (database) => {
  let service: TestService;
  let ann: MadeAccount;
  let end: (damage: FileDamage | null) => void;
  afterEach(() => service?.close());

  const start = async () => {
    const source = new TestBundles(drawn());
    source.verification = new Promise((resolve) => {
      end = resolve;
    });
    service = await startTestService(database(), { source, env: { HINTERLAND_OPERATOR_MAIL: 'ops@example.com' } });
    ann = await makeAccount(database().db, { credits: 100 });
  };
  const state = () => accountState(database().db, ann.spender.organizationId);
  const charged = () => service.execute(ann.secret, 'test.charged', { credits: 4, quotedCredits: 4 });
  const free = () => service.execute(ann.secret, 'test.free', {});
  const ready = () => service.request('GET', '/readyz');

  it('answers free calls, and charged ones once it is found to be as written', async () => {
    await start();
    const call = charged();
    await until(async () => (await state()).reserved === 4);
    expect((await free()).status).toBe(200);
    expect((await service.quote(ann.secret, 'test.charged', { credits: 4 })).status).toBe(200);
    expect((await state()).balance).toBe(100);
    end(null);
    expect((await call).status).toBe(200);
    expect(await state()).toEqual({ balance: 96, reserved: 0 });
    expect((await ready()).body.damaged).toBeUndefined();
  });

  it('leaves force when it is found to be damaged: nothing is charged, and the operator hears of it', async () => {
    await start();
    const call = charged();
    await until(async () => (await state()).reserved === 4);
    end({ place: 'territory/2026-10/poles.arrow', problem: 'its content differs from its checksum' });
    const answers = [await call, await charged(), await free(), await service.quote(ann.secret, 'test.charged', {})];
    for (const { status, body, headers } of answers) {
      expect([status, body.error, headers.get('retry-after')]).toEqual([503, 'service_unavailable', '60']);
      expect(body.detail).toMatch(/territory "town" are damaged.*Nothing was charged/);
    }
    expect(await state()).toEqual({ balance: 100, reserved: 0 });
    const { status, body } = await ready();
    expect([status, body]).toEqual([
      503,
      { status: 'not ready', database: 'ok', threads: 'ok', territories: [], damaged: ['town'] },
    ]);
    expect(service.log.join('\n')).toContain('territory damaged, out of force');
    const mail = await new Mailbox(database().settings.home).next('ops@example.com');
    expect(mail).toContain('the territory town is damaged and out of force');
    expect(mail).toContain('territory/2026-10/poles.arrow');
  });
});
