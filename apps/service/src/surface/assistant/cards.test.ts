import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { startScriptedModel } from '../../../../../test/model/src/server.ts';
import { grantCredits } from '../../organizations/credits/grant.ts';
import { findViolations } from '../../organizations/credits/invariants.ts';
import { startStoringService } from '../../testing/analyses.ts';
import { cardsIn, readable, Talk } from '../../testing/assistant.ts';
import { annasAssistant } from '../../testing/assistantService.ts';
import { describeOnBoth } from '../../testing/databases.ts';
import { drawn } from '../../testing/service.ts';
import { TestClock } from '../../testing/town.ts';
import { until } from '../../testing/until.ts';

const BEGIN = '2026-11-23T10:00:00.000Z';

describeOnBoth('a click on a price card', (database) => {
  const clock = new TestClock(BEGIN);
  beforeEach(() => clock.set(BEGIN));
  const suite = annasAssistant(database, startScriptedModel, { start: startStoringService, clock, credits: 0 });
  const { db } = suite;

  beforeEach(() => {
    suite.service.bundles.set(drawn());
    suite.model.play([
      {
        when: 'go',
        steps: [
          { calls: [{ tool: 'test.charged', input: { credits: 5, text: 'x' } }] },
          { say: 'It cost [[{last}#/creditsCharged]].' },
        ],
      },
    ]);
  });

  const grant = (credits: number) => grantCredits(db(), clock, suite.acme, credits * 1000);
  /** Credits of the charges so far; the books are right. */
  const charges = async () => {
    expect(await findViolations(db())).toEqual([]);
    const { rows } = await sql<{ credits: number }>`
      select -amount / 1000.0::float8 as credits from ledger_entry
      where organization_id = ${suite.acme} and channel = 'assistant' order by seq`.execute(db());
    return rows.map(({ credits }) => credits);
  };
  async function asked() {
    const talk = await Talk.open(suite.anna, suite.acme);
    const turn = await talk.ask('go');
    return { talk, turn, card: cardsIn(turn.parts)[0]! };
  }
  /** Waits until the engine quotes it. */
  const priceIs = (credits: number) =>
    until(async () => {
      const path = `/organizations/${suite.acme}/actions/test.charged/quote`;
      return (await suite.anna.send('POST', path, { credits: 5 })).body.quotedCredits === credits;
    });

  it('at a price that has changed runs nothing, and leads to a new card with the new price', async () => {
    await grant(100);
    const { talk, turn, card } = await asked();
    suite.service.bundles.set(drawn({ version: '2026-11', surcharge: 2 }));
    await priceIs(7);
    const refused = await talk.click(card);
    expect([refused.status, refused.body.error, refused.body.card.quote]).toEqual([
      409,
      'quote_changed',
      { lines: [{ label: 'As told', credits: 7 }], credits: 7, balanceAfter: 93 },
    ]);
    const { turns, creditsSpent } = await talk.read();
    expect([turns[0]?.state, creditsSpent, await charges()]).toEqual(['waiting', 0, []]);
    const [dead, fresh, ...others] = cardsIn(turns[0]!.parts);
    expect([dead?.id, dead?.state, fresh, others]).toEqual([card.id, 'expired', refused.body.card, []]);
    expect((await talk.click(card)).body.error).toBe('card_not_open');
    expect((await talk.click(fresh!)).body.card.state).toBe('done');
    expect(readable((await talk.settled(turn.id)).parts)).toBe(
      '\n<card test.charged 5 expired>\n\n<card test.charged 7 done>\nIt cost {7}.',
    );
    expect(await charges()).toEqual([7]);
  });

  it('without enough credits says what is missing, and the same click succeeds once they are there', async () => {
    await grant(3);
    const { talk, turn, card } = await asked();
    for (let clicks = 0; clicks < 2; clicks++) {
      const { status, body } = await talk.click(card);
      expect([status, body.error, body.blockedBy, body.requiredCredits, body.availableCredits]).toEqual([
        402,
        'insufficient_credits',
        'organization_balance',
        5,
        3,
      ]);
    }
    expect(cardsIn((await talk.read()).turns[0]!.parts)).toEqual([card]);
    expect(await charges()).toEqual([]);
    await grant(10);
    expect((await talk.click(card)).body.card.state).toBe('done');
    expect((await talk.settled(turn.id)).state).toBe('done');
    expect(await charges()).toEqual([5]);
  });

  it('above the limit of the conversation runs once its owner has raised that', async () => {
    await grant(100);
    const { talk, turn, card } = await asked();
    expect((await talk.send('PUT', '', { creditCap: 4 })).status).toBe(200);
    const { status, body } = await talk.click(card);
    expect([status, body.error, body.policy, body.maximum, body.present]).toEqual([
      409,
      'organization_limit_reached',
      'assistant_credit_cap',
      4,
      0,
    ]);
    expect(await charges()).toEqual([]);
    await talk.send('PUT', '', { creditCap: 5 });
    expect((await talk.click(card)).status).toBe(200);
    expect((await talk.settled(turn.id)).state).toBe('done');
    expect(await charges()).toEqual([5]);
  });

  it('in the last second of its time runs, and a second later nothing does', async () => {
    await grant(100);
    const first = await asked();
    clock.advanceSeconds(599);
    expect((await first.talk.click(first.card)).status).toBe(200);
    await first.talk.settled(first.turn.id);
    const late = await asked();
    clock.advanceSeconds(600);
    const { status, body } = await late.talk.click(late.card);
    expect([status, body.error, body.detail]).toEqual([409, 'card_not_open', expect.stringMatching(/has expired/)]);
    const [turn] = (await late.talk.read()).turns;
    expect([turn?.state, readable(turn!.parts)]).toEqual(['done', '\n<card test.charged 5 expired>\n']);
    expect(await charges()).toEqual([5]);
  });

  it('that declines ends the answer, and the card with it', async () => {
    await grant(100);
    const { talk, turn, card } = await asked();
    expect((await talk.send('POST', `/cards/${card.id}/decline`, {})).body.card.state).toBe('declined');
    expect((await talk.settled(turn.id)).state).toBe('done');
    expect((await talk.click(card)).body.error).toBe('card_not_open');
    expect((await talk.send('POST', `/cards/${card.id}/decline`, {})).body.error).toBe('card_not_open');
    expect(await charges()).toEqual([]);
  });

  it('of an action whose results are not stored makes no analysis', async () => {
    await grant(100);
    suite.model.play([
      { when: 'go', steps: [{ calls: [{ tool: 'test.unstored', input: { credits: 5 } }] }, { say: 'Run.' }] },
    ]);
    const { talk, turn, card } = await asked();
    const { body } = await talk.click(card);
    expect([body.card.state, body.card.analysis, body.card.version]).toEqual(['done', undefined, undefined]);
    expect((await talk.settled(turn.id)).state).toBe('done');
    expect((await talk.read()).analysis).toBe(null);
    expect((await suite.anna.send('GET', `/organizations/${suite.acme}/analyses`)).body.data).toEqual([]);
    expect(await charges()).toEqual([5]);
  });
});
