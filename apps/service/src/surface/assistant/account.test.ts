import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { startScriptedModel } from '../../../../../test/model/src/server.ts';
import { ensureMembership } from '../../operate/admin/ensure.ts';
import { findViolations } from '../../organizations/credits/invariants.ts';
import { cardsIn, Talk } from '../../testing/assistant.ts';
import { annasAssistant } from '../../testing/assistantService.ts';
import { PASSWORD, type SignedIn, signedIn } from '../../testing/browser.ts';
import { describeOnBoth } from '../../testing/databases.ts';
import { until } from '../../testing/until.ts';

describeOnBoth("a person's conversations", (database) => {
  const suite = annasAssistant(database, startScriptedModel);
  const { db } = suite;
  let ben: SignedIn;

  beforeEach(async () => {
    ben = await signedIn(suite.service, db(), 'ben@example.com');
    const membership = { role: 'owner', billing: true, teamId: null } as const;
    await ensureMembership(db(), { organizationId: suite.acme, userId: ben.userId, ...membership });
    suite.model.play([
      {
        when: 'mine',
        steps: [{ calls: [{ tool: 'test.charged', input: { credits: 5 } }] }, { say: 'Words for her.' }],
      },
      { when: 'his', steps: [{ say: 'Words for him.' }] },
    ]);
  });

  it('are in the data that they get of theirs, and in that of nobody else', async () => {
    const talk = await Talk.open(suite.anna, suite.acme);
    const turn = await talk.ask('This is mine');
    await talk.click(cardsIn(turn.parts)[0]!);
    await talk.settled(turn.id);
    const { analysis } = await talk.read();
    await (await Talk.open(ben, suite.acme)).ask('This is his');
    const reply = await suite.anna.send('GET', '/account/data.json');
    expect(reply.body.conversations).toEqual([
      expect.objectContaining({
        title: 'This is mine',
        question: 'This is mine',
        analysis,
        organization_id: suite.acme,
      }),
    ]);
    expect(JSON.stringify(reply.body.conversations)).toContain('Words for her.');
    expect(reply.text).not.toMatch(/This is his|Words for him/);
  });

  it('go with their account, even in the middle of an answer, and leave what was charged', async () => {
    const talk = await Talk.open(suite.anna, suite.acme);
    const turn = await talk.ask('This is mine');
    await talk.click(cardsIn(turn.parts)[0]!);
    await talk.settled(turn.id);
    const his = await Talk.open(ben, suite.acme);
    await his.ask('This is his');
    const asks = suite.model.requests.length;
    const release = suite.model.hold();
    expect((await talk.send('POST', '/turns', { text: 'Once more his words' })).status).toBe(202);
    await until(() => suite.model.requests.length > asks);
    expect((await suite.anna.send('POST', '/account/delete', { password: PASSWORD })).status).toBe(200);
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
