import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type ScriptedModel, startScriptedModel } from '../../../../test/model/src/server.ts';
import { grantCredits } from '../credits/grant.ts';
import { findViolations } from '../credits/invariants.ts';
import { databaseClock } from '../db/database.ts';
import { ensureMembership } from '../identity/ensure.ts';
import { cardsIn, Talk } from '../testing/assistant.ts';
import { type Browser, CHEAP, PASSWORD, signedIn } from '../testing/browser.ts';
import { describeOnBoth } from '../testing/databases.ts';
import { startTestService, type TestService } from '../testing/service.ts';
import { until } from '../testing/until.ts';

describeOnBoth("a person's conversations", (database) => {
  let service: TestService;
  let model: ScriptedModel;
  let anna: Browser & { userId: number };
  let ben: Browser & { userId: number };
  let acme: number;
  const db = () => database().db;

  beforeAll(async () => {
    model = await startScriptedModel();
    service = await startTestService(database(), { workers: 1, passwordCost: CHEAP, env: model.env('openai') });
  });
  afterAll(async () => {
    await service?.close();
    await model?.close();
  });
  beforeEach(async () => {
    anna = await signedIn(service, db(), 'anna@example.com');
    ben = await signedIn(service, db(), 'ben@example.com');
    acme = (await anna.send('POST', '/organizations', { name: 'Acme' })).body.id;
    const membership = { role: 'owner', billing: true, teamId: null } as const;
    await ensureMembership(db(), { organizationId: acme, userId: ben.userId, ...membership });
    await grantCredits(db(), databaseClock, acme, 1_000_000);
    model.play([
      {
        when: 'mine',
        steps: [{ calls: [{ tool: 'test.charged', input: { credits: 5 } }] }, { say: 'Words for her.' }],
      },
      { when: 'his', steps: [{ say: 'Words for him.' }] },
    ]);
  });

  it('are in the data that they get of theirs, and in that of nobody else', async () => {
    const talk = await Talk.open(anna, acme);
    const turn = await talk.ask('This is mine');
    await talk.click(cardsIn(turn.parts)[0]!);
    await talk.settled(turn.id);
    const { analysis } = await talk.read();
    await (await Talk.open(ben, acme)).ask('This is his');
    const reply = await anna.send('GET', '/account/data.json');
    expect(reply.body.conversations).toEqual([
      expect.objectContaining({ title: 'This is mine', question: 'This is mine', analysis, organization_id: acme }),
    ]);
    expect(JSON.stringify(reply.body.conversations)).toContain('Words for her.');
    expect(reply.text).not.toMatch(/This is his|Words for him/);
  });

  it('go with their account, even in the middle of an answer, and leave what was charged', async () => {
    const talk = await Talk.open(anna, acme);
    const turn = await talk.ask('This is mine');
    await talk.click(cardsIn(turn.parts)[0]!);
    await talk.settled(turn.id);
    const his = await Talk.open(ben, acme);
    await his.ask('This is his');
    const asks = model.requests.length;
    const release = model.hold();
    expect((await talk.send('POST', '/turns', { text: 'Once more his words' })).status).toBe(202);
    await until(() => model.requests.length > asks);
    expect((await anna.send('POST', '/account/delete', { password: PASSWORD })).status).toBe(200);
    release();
    // The next answer comes after that of the deleted account.
    await his.ask('What is his');
    for (const table of ['conversation', 'conversation_turn', 'conversation_event']) {
      const { rows } = await sql<{ row: object }>`select to_json(t) as row from ${sql.table(table)} t`.execute(db());
      expect([table, rows.length > 0]).toEqual([table, true]);
      expect([table, /mine|for her|Once more/.exec(JSON.stringify(rows))]).toEqual([table, null]);
    }
    for (const table of ['conversation_card', 'conversation_result']) {
      const { rows } = await sql`select * from ${sql.table(table)}`.execute(db());
      expect([table, rows]).toEqual([table, []]);
    }
    const { rows } = await sql`select amount from ledger_entry where kind = 'charge'`.execute(db());
    expect([rows, await findViolations(db())]).toEqual([[{ amount: -5000 }], []]);
  });
});
