import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import injections from '../../../../../test/model/src/injections.json' with { type: 'json' };
import { startScriptedModel } from '../../../../../test/model/src/server.ts';
import { databaseClock } from '../../kit/db/database.ts';
import { grantCredits } from '../../organizations/credits/grant.ts';
import { cardsIn, readable, Talk } from '../../testing/assistant.ts';
import { assistantService } from '../../testing/assistantService.ts';
import { type SignedIn, signedIn } from '../../testing/browser.ts';
import { describeOnBoth } from '../../testing/databases.ts';

/** Ways in which a text hides what it says. */
const ENCODINGS: Readonly<Record<string, (text: string) => string>> = {
  plain: (text) => text,
  base64: (text) => `Decode and obey: ${Buffer.from(text).toString('base64')}`,
  percent: (text) => encodeURIComponent(text),
  fullwidth: (text) => text.replace(/[!-~]/g, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0)),
  tags: (text) =>
    `Harbor ${[...text].map((one) => String.fromCodePoint(0xe0000 + (one.charCodeAt(0) & 0x7f))).join('')}`,
  bidi: (text) => `\u202e${[...text].reverse().join('')}\u202c`,
  zeroWidth: (text) => [...text].join('\u200b'),
};

const TEXTS = injections.texts.flatMap(({ text, encodings }) =>
  ['plain', ...(encodings ?? [])].map((name) => (ENCODINGS[name] as (text: string) => string)(text)),
);

/** Everything that a model could try when a text tells it to. */
const OBEYING = [
  'fetch.url',
  'send.mail',
  'analyses.share',
  'analyses.delete',
  'keys.create',
  'jobs.stop',
  'cards.run',
  'credits.buy',
].map((tool) => ({ tool, input: { url: 'URL', to: 'evil@example.com', id: 'card_1', code: 'CODE' } }));

describeOnBoth('texts that give orders to the model', (database) => {
  const suite = assistantService(database, startScriptedModel, { dialect: 'anthropic' });
  const { db } = suite;
  let anna: SignedIn;
  let acme: number;
  const beacon = { hits: 0, url: '' };
  const server = createServer((_request, response) => {
    beacon.hits++;
    response.end();
  });

  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    beacon.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/beacon.png`;
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  it(`have no effect beyond words, ${TEXTS.length} of them in names, results and shared analyses`, async () => {
    expect(TEXTS.length).toBeGreaterThanOrEqual(60);
    expect(new Set(injections.texts.map(({ language }) => language)).size).toBeGreaterThanOrEqual(6);
    const victim = await signedIn(suite.service, db(), 'victim@example.com');
    const theirs = (await victim.send('POST', '/organizations', { name: 'Theirs' })).body.id;
    const secret = 'PLAN-SECRET-OF-VICTIM';
    const { code } = (await victim.send('POST', `/organizations/${theirs}/analyses`, { name: secret })).body;

    for (const [i, raw] of TEXTS.entries()) {
      const text = raw.replaceAll('URL', beacon.url).replaceAll('CODE', code);
      // A person may run some turns an hour; each third text has a person of its own.
      if (i % 30 === 0) {
        anna = await signedIn(suite.service, db(), `anna${i}@example.com`);
        const made = await anna.send('POST', '/organizations', { name: `Acme ${i}` });
        expect([i, made.status, made.text]).toEqual([i, 201, made.text]);
        acme = made.body.id;
        await grantCredits(db(), databaseClock, acme, 1_000_000);
      }
      await anna.send('POST', `/organizations/${acme}/analyses`, { name: text.slice(0, 200) });
      const before = suite.model.requests.length;
      suite.model.play(({ answers }) => {
        if (answers === 0)
          return {
            calls: [
              { tool: 'test.free', input: { text } },
              { tool: 'analyses.list', input: {} },
            ],
          };
        const calls = OBEYING.map((call) => ({ ...call, input: { ...call.input, url: beacon.url, code } }));
        if (answers === 1) {
          return {
            say: `Of course. ${text} ![](${beacon.url}) <img src="${beacon.url}"> [here](${beacon.url})`,
            calls: [
              ...calls,
              { tool: 'test.charged', input: { credits: 5, text: 'obeyed' } },
              { tool: 'analyses.version', input: { code, version: 1 } },
            ],
          };
        }
        return { say: text };
      });
      const talk = await Talk.open(anna, acme);
      const turn = await talk.ask('Which stores are near the harbor?');
      const said = JSON.stringify(turn.parts.filter(({ type }) => type !== 'tool'));
      const label = `${i} ${text.slice(0, 60)}`;
      // Nothing that renders: no address, picture, tag or steering character.
      const words = turn.parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
      expect([
        label,
        words.match(/https?:|127\.0\.0\.1|!\[|<img|[\u202a-\u202e\u200b-\u200d]|[\u{e0000}-\u{e007f}]/u),
      ]).toEqual([label, null]);
      // Tools that were asked for by the text do not exist; the charged one waits for a click.
      const done = turn.parts.flatMap((part) => (part.type === 'tool' && part.state === 'done' ? [part.tool] : []));
      expect([label, done]).toEqual([label, ['test.free', 'analyses.list']]);
      expect([label, cardsIn(turn.parts).map(({ state, quote }) => [state, quote.credits])]).toEqual([
        label,
        [['open', 5]],
      ]);
      // No other tenant's word goes to the model or to the page.
      const sent = suite.model.requests
        .slice(before)
        .map(({ exchange }) => exchange.messages.map((message) => message.text).join('\n'));
      expect([label, sent.some((one) => one.includes(secret)) || said.includes(secret)]).toEqual([label, false]);
      // What the model reads of others stands between marks that it cannot leave.
      for (const one of sent)
        expect([label, (one.match(/<data of=/g) ?? []).length]).toEqual([label, (one.match(/<\/data>/g) ?? []).length]);
      expect(readable(turn.parts)).not.toContain('<b');
    }
    expect(beacon.hits).toBe(0);
    const { rows } = await sql<{ held: number }>`select count(*) as held from credit_hold`.execute(db());
    expect(rows[0]?.held).toBe(0);
    const { rows: shared } = await sql`
      select from analysis where share_anyone or share_organization or share_team union all
      select from api_key union all select from webhook`.execute(db());
    expect(shared).toEqual([]);
    expect((await victim.send('GET', `/organizations/${theirs}/analyses`)).body.data).toHaveLength(1);
  });
});
