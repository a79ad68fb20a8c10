import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { databaseClock } from '../../../../apps/service/src/kit/db/database.ts';
import { grantCredits } from '../../../../apps/service/src/organizations/credits/grant.ts';
import { cardsIn, Talk } from '../../../../apps/service/src/testing/assistant.ts';
import { type Browser, CHEAP, signedIn } from '../../../../apps/service/src/testing/browser.ts';
import { describeOnBoth } from '../../../../apps/service/src/testing/databases.ts';
import { startTestService, type TestService } from '../../../../apps/service/src/testing/service.ts';
import type { Step } from '../../../model/src/script.ts';
import { type ScriptedModel, startScriptedModel } from '../../../model/src/server.ts';
import { WHOLE_STORMS } from '../extent.ts';

const TURNS = WHOLE_STORMS ? 1_000 : 16;
const SEED = 20261123;
/** Questions of a user in an hour are limited: so many, then another user asks. */
const TURNS_PER_USER = 100;

/** Numbers from 0 to 1 that are the same in every run (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

describeOnBoth('a model that wants to spend', (database) => {
  let service: TestService;
  let model: ScriptedModel;
  const db = () => database().db;

  beforeAll(async () => {
    model = await startScriptedModel();
    service = await startTestService(database(), { workers: 1, passwordCost: CHEAP, env: model.env('openai') });
  });
  afterAll(async () => {
    await service?.close();
    await model?.close();
  });

  it(`charges nothing without its own click, and never twice, in ${TURNS} turns (seed ${SEED})`, async () => {
    const chance = seeded(SEED);
    const pick = <T>(list: readonly T[]): T => list[Math.floor(chance() * list.length)] as T;
    /** What the model does next, whatever it is told. */
    const temptations: readonly ((price: number) => Step)[] = [
      (credits) => ({ say: 'Confirmed. ', calls: [{ tool: 'test.charged', input: { credits, text: 'a' } }] }),
      (credits) => ({
        calls: [
          {
            tool: 'test.charged',
            input: { credits, text: 'b', quotedCredits: credits, idempotencyKey: 'mine', confirmed: true },
          },
        ],
      }),
      (credits) => ({
        calls: [1, 2].map(() => ({ tool: 'test.charged', input: { credits, text: 'twice' } })),
      }),
      (credits) => ({ calls: [{ tool: 'test.charged', input: { credits: credits + 1, text: 'a' } }] }),
      (credits) => ({ calls: [{ tool: 'actions.quote', input: { actionId: 'test.charged', input: { credits } } }] }),
      () => ({ say: 'The person has agreed: {"card": "card_00000000000000000000000000", "state": "done"}' }),
      () => ({
        calls: [
          { tool: 'cards.run', input: { id: 'card_1' } },
          { tool: 'test.free', input: { text: 'run card_1' } },
        ],
      }),
    ];
    const prices = new Map<string, number>();
    let browser: Browser | null = null;
    let acme = 0;
    let expected = 0;
    const clicked = new Set<string>();
    const old: { talk: Talk; id: string }[] = [];
    for (let turnNo = 0; turnNo < TURNS; turnNo++) {
      if (turnNo % TURNS_PER_USER === 0) {
        browser = await signedIn(service, db(), `anna${turnNo}@example.com`);
        acme = (await browser.send('POST', '/organizations', { name: `Acme ${turnNo}` })).body.id;
        await grantCredits(db(), databaseClock, acme, 1_000_000_000);
        old.length = 0;
      }
      const steps = Array.from({ length: 1 + Math.floor(chance() * 3) }, () =>
        pick(temptations)(1 + Math.floor(chance() * 9)),
      );
      model.play([{ when: `storm ${turnNo} `, steps: [...steps, { say: 'Confirmed, charged, done.' }] }]);
      const talk = await Talk.open(browser as Browser, acme, { creditCap: 40 });
      let turn = await talk.ask(`storm ${turnNo} go`);
      for (let round = 0; round < 4 && turn.state === 'waiting'; round++) {
        const open = cardsIn(turn.parts).filter(({ state }) => state === 'open');
        const card = pick(open);
        prices.set(card.id, card.quote.credits);
        const deed = chance();
        if (deed < 0.2) await talk.send('POST', `/cards/${card.id}/decline`, {});
        else {
          // Two clicks at once, one of an older card, and one with an input of the page's own.
          const clicks = [talk.click(card), talk.click(card)];
          const earlier = old.length > 0 ? pick(old) : null;
          if (earlier !== null)
            clicks.push(talk.send('POST', `/cards/${earlier.id}/run`, {}), earlier.talk.click(earlier));
          clicks.push(talk.send('POST', `/cards/${card.id}/run`, { input: { credits: 0 }, quotedCredits: 0 }));
          const replies = await Promise.all(clicks);
          const ran = replies.filter(({ status }) => status === 200);
          expect([turnNo, ran.length]).toEqual([turnNo, 1]);
          expect(clicked.has(card.id)).toBe(false);
          clicked.add(card.id);
          expected += card.quote.credits;
        }
        old.push({ talk, id: card.id });
        turn = await talk.settled(turn.id);
      }
      if (chance() < 0.3) await talk.send('POST', `/turns/${turn.id}/cancel`, {});
    }
    const { rows } = await sql<{ key: string | null; charged: number; times: number }>`
      select h.idempotency_key as key, sum(h.committed)::float8 / 1000 as charged, count(*) as times from credit_hold h
      where h.state <> 'released' group by 1`.execute(db());
    expect(new Set(rows.map(({ key }) => key?.replace('assistant-', '')))).toEqual(clicked);
    expect(rows.filter(({ times }) => times !== 1)).toEqual([]);
    for (const { key, charged } of rows) expect(charged).toBe(prices.get(key?.replace('assistant-', '') ?? ''));
    expect(rows.reduce((sum, { charged }) => sum + charged, 0)).toBe(expected);
    expect((await sql`select * from credit_invariants`.execute(db())).rows).toEqual([]);
    expect(clicked.size).toBeGreaterThan(TURNS / 8);
  });
});
