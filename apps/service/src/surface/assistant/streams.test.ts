import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { startScriptedModel } from '../../../../../test/model/src/server.ts';
import { countWork } from '../../kit/countWork.ts';
import { Talk } from '../../testing/assistant.ts';
import { annasAssistant } from '../../testing/assistantService.ts';
import { signedIn } from '../../testing/browser.ts';
import { describeOnBoth } from '../../testing/databases.ts';

describeOnBoth('streams of the assistant', (database) => {
  const suite = annasAssistant(database, startScriptedModel);

  it.each([
    ['signed out', async () => void (await suite.anna.send('POST', '/sign-out', {}))],
    ['revoked', () => sql`delete from web_session where user_id = ${suite.anna.userId}`.execute(suite.db())],
    ['expired', () => sql`update web_session set expires_at = now() - interval '1 s'`.execute(suite.db())],
    [
      'of nobody in the organization',
      () => sql`delete from membership where user_id = ${suite.anna.userId}`.execute(suite.db()),
    ],
    ['without its conversation', () => sql`delete from conversation`.execute(suite.db())],
  ])('M3 end within seconds, and tell nothing more, once the session is %s', async (how, end) => {
    suite.model.play([{ when: 'secret', steps: [{ say: 'Told.' }] }]);
    const talk = await Talk.open(suite.anna, suite.acme);
    const answer = await fetch(`${suite.service.url}/web/v1${talk.path}/events`, {
      headers: { Cookie: suite.anna.cookie },
    });
    expect(answer.status).toBe(200);
    const text = answer.text();
    await end();
    const worked = countWork();
    if (how === 'signed out') {
      // Another session of the same person goes on asking.
      await new Promise((resolve) => setTimeout(resolve, 1_100));
      const again = await signedIn(suite.service, suite.db(), 'anna@example.com');
      await again.send('POST', `${talk.path}/turns`, { text: 'secret' });
    }
    expect(await text).not.toContain('secret');
    expect(worked()).toBeLessThan(6_000);
  });
});
