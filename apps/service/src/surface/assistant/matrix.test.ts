import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { startScriptedModel } from '../../../../../test/model/src/server.ts';
import { databaseClock } from '../../kit/db/database.ts';
import { ensureMembership } from '../../operate/admin/ensure.ts';
import { grantCredits } from '../../organizations/credits/grant.ts';
import { cardsIn, Talk } from '../../testing/assistant.ts';
import { assistantService } from '../../testing/assistantService.ts';
import { Browser, signedIn } from '../../testing/browser.ts';
import { describeOnBoth } from '../../testing/databases.ts';
import { declaredWeb } from '../../testing/routes.ts';

/** Method, path below the organization, body, and what the person whose conversation it is sees, in this order. */
const MATRIX: readonly (readonly [method: string, path: string, body: object | undefined, own: string])[] = [
  ['GET', '/conversations', undefined, '200'],
  ['POST', '/conversations', {}, '201'],
  ['GET', '/conversations/:conversationId', undefined, '200'],
  ['PUT', '/conversations/:conversationId', { title: 'Sites' }, '200'],
  ['POST', '/conversations/:conversationId/turns', { text: 'go' }, '202'],
  ['POST', '/conversations/:conversationId/turns/:turnId/cancel', {}, '200'],
  ['POST', '/conversations/:conversationId/cards/:cardId/decline', {}, '409 card_not_open'],
  ['POST', '/conversations/:conversationId/cards/:cardId/run', {}, '409 card_not_open'],
  ['DELETE', '/conversations/:conversationId', undefined, '200'],
];
/** An open stream has no end that could be waited for: `assistant.test.ts` reads it as its person. */
const STREAM = ['GET', '/conversations/:conversationId/events', undefined, ''] as const;

describeOnBoth('routes of the assistant by role', (database) => {
  const suite = assistantService(database, startScriptedModel);
  const { db } = suite;
  let acme: number;
  let people: Readonly<Record<'anna' | 'owner' | 'billing' | 'outsider' | 'nobody', Browser>>;

  beforeEach(async () => {
    const owner = await signedIn(suite.service, db(), 'owner@example.com');
    acme = (await owner.send('POST', '/organizations', { name: 'Acme' })).body.id;
    await grantCredits(db(), databaseClock, acme, 1_000_000);
    const member = async (name: string, billing: boolean) => {
      const browser = await signedIn(suite.service, db(), `${name}@example.com`);
      await ensureMembership(db(), {
        organizationId: acme,
        userId: browser.userId,
        role: 'member',
        billing,
        teamId: null,
      });
      return browser;
    };
    const outsider = await signedIn(suite.service, db(), 'outsider@example.com');
    const [anna, billing] = [await member('anna', false), await member('billing', true)];
    people = { anna, owner, billing, outsider, nobody: new Browser(suite.service) };
    suite.model.play([{ when: 'go', steps: [{ calls: [{ tool: 'test.charged', input: { credits: 2 } }] }] }]);
  });

  it('the matrix names every route', () => {
    const below = /^\/web\/v1\/organizations\/:organizationId(\/conversations\b.*)$/;
    const routes = declaredWeb.flatMap(({ method, path }) => {
      const rest = below.exec(path)?.[1];
      return rest === undefined ? [] : [`${method} ${rest}`];
    });
    expect([...MATRIX, STREAM].map(([method, path]) => `${method} ${path}`).sort()).toEqual(routes.sort());
  });

  it('a conversation is there for its person alone, whatever the role of others, and by no request of another site', async () => {
    const talk = await Talk.open(people.anna, acme);
    const turn = await talk.ask('go');
    const id = talk.path.split('/').at(-1) as string;
    const ids: Record<string, string> = { conversationId: id, turnId: turn.id, cardId: cardsIn(turn.parts)[0]!.id };
    const url = (path: string) =>
      `/organizations/${acme}${path.replace(/:(\w+)/g, (_, name: string) => ids[name] as string)}`;
    const state = async () => {
      const rows = ['conversation', 'conversation_turn', 'conversation_card'].map((name) =>
        sql`select t::text from ${sql.table(name)} t where t::text like ${`%${id}%`} order by 1`.execute(db()),
      );
      return JSON.stringify((await Promise.all(rows)).map((one) => one.rows));
    };
    const before = await state();
    expect(before).toContain(id);
    const saw = async (
      browser: Browser,
      [method, path, body]: readonly [string, string, object?, ...unknown[]],
      headers = {},
    ) => {
      const { status, body: said } = await browser.send(method, url(path), body, headers);
      return status < 400 ? `${status}` : `${status} ${said.error}`;
    };
    for (const one of [...MATRIX, STREAM]) {
      const isOne = one[1].includes(':');
      const whoever = isOne ? '404 not_found' : one[3];
      const seen = [
        await saw(people.owner, one),
        await saw(people.billing, one),
        await saw(people.outsider, one),
        await saw(people.nobody, one),
      ];
      expect([one[0], one[1], ...seen]).toEqual([
        one[0],
        one[1],
        whoever,
        whoever,
        '404 not_found',
        '401 not_signed_in',
      ]);
      if (one[0] === 'GET') continue;
      const elsewhere = { Origin: 'https://evil.example.com', 'Sec-Fetch-Site': 'cross-site' };
      expect(await saw(people.anna, one, elsewhere)).toBe('403 cross_site_request');
    }
    expect((await people.owner.send('GET', url('/conversations'))).text).not.toContain(id);
    expect(await state()).toBe(before);
    for (const one of MATRIX)
      expect([...one.slice(0, 2), await saw(people.anna, one)]).toEqual([...one.slice(0, 2), one[3]]);
  });
});
