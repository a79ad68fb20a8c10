import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { startScriptedModel } from '../../../../../test/model/src/server.ts';
import { findViolations } from '../../organizations/credits/invariants.ts';
import { cardsIn, readable, Talk } from '../../testing/assistant.ts';
import { annasAssistant } from '../../testing/assistantService.ts';
import { signedIn } from '../../testing/browser.ts';
import { describeOnBoth } from '../../testing/databases.ts';
import { TestClock } from '../../testing/town.ts';
import { until } from '../../testing/until.ts';

const BEGIN = '2026-11-23T10:00:00.000Z';
const DAY_SECONDS = 86_400;

/** The regular tasks run in the background; the clock of the service stands still until a test moves it. */
describeOnBoth('time that passes over conversations', (database) => {
  const clock = new TestClock(BEGIN);
  beforeEach(() => clock.set(BEGIN));
  const suite = annasAssistant(database, startScriptedModel, { dialect: 'anthropic', clock, taskMilliseconds: 20 });
  const { db } = suite;

  beforeEach(() => {
    suite.model.play([
      {
        when: 'go',
        steps: [{ calls: [{ tool: 'test.charged', input: { credits: 5 } }] }, { say: 'Done.' }],
      },
      { when: 'talk', steps: [{ say: 'Late words.' }] },
    ]);
  });

  const charged = async () => {
    expect(await findViolations(db())).toEqual([]);
    const { rows } = await sql<{ credits: number }>`
      select -amount / 1000.0::float8 as credits from ledger_entry
      where organization_id = ${suite.acme} and kind = 'charge'`.execute(db());
    return rows.map(({ credits }) => credits);
  };
  const state = async (talk: Talk) => (await talk.read()).turns[0]?.state;

  it('ends a card that nobody clicked for ten minutes, and its answer', async () => {
    const talk = await Talk.open(suite.anna, suite.acme);
    const [card] = cardsIn((await talk.ask('go')).parts);
    expect(card?.expiresAt).toBe('2026-11-23T10:10:00.000Z');
    clock.advanceSeconds(599);
    // The task has looked at the card before its time, and left it.
    await until(async () => (await lookedAt()) === '2026-11-23T10:09:59.000Z');
    expect(await state(talk)).toBe('waiting');
    clock.advanceSeconds(15);
    await until(async () => (await state(talk)) === 'done');
    expect(readable((await talk.read()).turns[0]!.parts)).toBe('\n<card test.charged 5 expired>\n');
    expect((await talk.click(card!)).body.error).toBe('card_not_open');
    expect(await charged()).toEqual([]);
  });
  /** When the task of the assistant last began. */
  const lookedAt = async () => {
    const { rows } = await sql<{ at: Date }>`select begun_at as at from regular_task where name = 'assistant'`.execute(
      db(),
    );
    return rows[0]?.at.toISOString();
  };

  it('ends an answer whose process gives no sign for a minute; what that still says is not heard', async () => {
    const talk = await Talk.open(suite.anna, suite.acme);
    const release = suite.model.hold();
    const { body: asked } = await talk.send('POST', '/turns', { text: 'talk' });
    clock.advanceSeconds(61);
    await until(async () => (await state(talk)) === 'failed');
    release();
    expect(readable((await talk.ask('talk again')).parts)).toBe('Late words.');
    const [lost] = (await talk.read()).turns;
    expect([lost?.id, lost?.error?.code, readable(lost!.parts)]).toEqual([asked.id, 'lost', '\n!lost!\n']);
  });

  it.each([
    ['was charged', true, 'done'],
    ['was not charged', false, 'failed'],
  ] as const)('ends the card of a lost process as its run %s', async (_, isCharged, ended) => {
    const talk = await Talk.open(suite.anna, suite.acme);
    const turn = await talk.ask('go');
    const [card] = cardsIn(turn.parts);
    if (isCharged) {
      expect((await talk.click(card!)).status).toBe(200);
      await talk.settled(turn.id);
    }
    // The rows as a process leaves them that dies during the run, or between the charge and the end of the card.
    await sql`update conversation_card set state = 'running', told = null, result_no = null, analysis_code = null,
      version_no = null where id = ${card!.id}`.execute(db());
    await sql`update conversation_turn set state = 'running', ended_at = null,
      lease_until = ${clock.instant()}::timestamptz + interval '1 minute' where id = ${turn.id}`.execute(db());
    clock.advanceSeconds(61);
    await until(async () => (await state(talk)) === 'failed');
    const { turns, creditsSpent } = await talk.read();
    const { detail, state: cardState } = cardsIn(turns[0]!.parts)[0]!;
    expect([turns[0]?.error?.code, cardState, detail]).toEqual([
      'lost',
      ended,
      isCharged ? expect.stringMatching(/was charged/) : expect.stringMatching(/Nothing was charged/),
    ]);
    expect((await talk.click(card!)).body.error).toBe('card_not_open');
    expect([creditsSpent, await charged()]).toEqual(isCharged ? [5, [5]] : [0, []]);
  });

  it('removes a conversation 90 days after its last event, with all that belongs to it', async () => {
    const talk = await Talk.open(suite.anna, suite.acme);
    await talk.ask('talk');
    clock.advanceSeconds(DAY_SECONDS);
    suite.anna = await signedIn(suite.service, db(), 'anna@example.com');
    const later = await Talk.open(suite.anna, suite.acme);
    const turn = await later.ask('go');
    await later.click(cardsIn(turn.parts)[0]!);
    await later.settled(turn.id);
    expect((await later.read()).expiresAt).toBe('2027-02-22T10:00:00.000Z');
    clock.set(new Date(Date.parse(BEGIN) + 90 * DAY_SECONDS * 1000 + 1000).toISOString());
    const left = async () => {
      const { rows } = await sql<{ id: string }>`select id from conversation`.execute(db());
      return rows.map(({ id }) => id);
    };
    const idOf = ({ path }: Talk) => path.split('/').at(-1);
    await until(async () => (await left()).length < 2);
    expect(await left()).toEqual([idOf(later)]);
    clock.advanceSeconds(DAY_SECONDS);
    await until(async () => (await left()).length === 0);
    for (const table of ['turn', 'card', 'event', 'result']) {
      const { rows } = await sql`select * from ${sql.table(`conversation_${table}`)}`.execute(db());
      expect([table, rows]).toEqual([table, []]);
    }
    // The run belongs to the analysis, and the charge to the books: both stay.
    const { rows } = await sql`select * from analysis_run`.execute(db());
    expect([rows.length, await charged()]).toEqual([1, [5]]);
  });
});
