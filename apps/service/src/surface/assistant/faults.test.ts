import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Step } from '../../../../../test/model/src/script.ts';
import { startScriptedModel } from '../../../../../test/model/src/server.ts';
import { cardsIn, readable, Talk } from '../../testing/assistant.ts';
import { annasAssistant } from '../../testing/assistantService.ts';
import { sharedDatabase, type TestDatabase } from '../../testing/databases.ts';

/** Steps of a model that fails, and what the person reads in the end: the state, the parts, the code. */
const FAULTS: readonly (readonly [
  name: string,
  steps: readonly Step[],
  state: string,
  said: RegExp,
  code: string | null,
])[] = [
  ['words in pieces', [{ say: ['H', 'el', 'lo ', 'you.'] }], 'done', /^Hello you\.$/, null],
  [
    'half a stream',
    [{ say: ['One ', 'two ', 'three ', 'four.'], fault: 'half' }],
    'failed',
    /^One two/,
    'model_broke_off',
  ],
  [
    'a connection that breaks',
    [{ say: ['One ', 'two ', 'three.'], fault: 'reset' }],
    'failed',
    /!model_broke_off!/,
    'model_broke_off',
  ],
  [
    'half a call',
    [{ calls: [{ tool: 'test.free', input: { text: 'x' } }], fault: 'half' }],
    'failed',
    /^\n!model_broke_off!\n$/,
    'model_broke_off',
  ],
  ['garbage', [{ fault: 'garbage' }], 'failed', /!model_\w+!/, null],
  ['nothing', [{ fault: 'empty' }], 'failed', /!model_broke_off!/, 'model_broke_off'],
  ['a page', [{ fault: 'html' }], 'failed', /!model_broke_off!/, 'model_broke_off'],
  ['an answer without words', [{}], 'failed', /!model_broke_off!/, 'model_broke_off'],
  ['429', [{ fault: 429 }], 'failed', /!model_busy!/, 'model_busy'],
  ['500', [{ fault: 500 }], 'failed', /!model_refused!/, 'model_refused'],
  ['401', [{ fault: 401 }], 'failed', /!model_refused!/, 'model_refused'],
  ['a redirect', [{ fault: 'redirect' }], 'failed', /!model_\w+!/, null],
  ['silence', [{ fault: 'silence' }], 'failed', /!model_silent!/, 'model_silent'],
  ['an answer at its longest', [{ say: 'So long', cut: true }], 'done', /^So long\n!cut!\n$/, null],
  [
    'arguments that are no JSON',
    [{ calls: [{ tool: 'test.free', raw: '{"text": "x' }] }, { say: 'Sorry.' }],
    'done',
    /<test\.free failed>\nSorry\.$/,
    null,
  ],
  [
    'arguments that are wrong',
    [{ calls: [{ tool: 'test.charged', input: { credits: 'many' } }] }, { say: 'Sorry.' }],
    'done',
    /<test\.charged failed>\nSorry\.$/,
    null,
  ],
  [
    'a tool that does not exist',
    [
      {
        calls: [
          { tool: 'fetch.url', input: { url: 'http://127.0.0.1:1/' } },
          { tool: 'jobs.stop', input: {} },
        ],
      },
      { say: 'Sorry.' },
    ],
    'done',
    /<fetch_url failed>\n\n<jobs_stop failed>\nSorry\.$/,
    null,
  ],
  [
    'more calls at once than anybody needs',
    [{ calls: Array.from({ length: 40 }, () => ({ tool: 'test.free', input: {} })) }],
    'failed',
    /!model_broke_off!/,
    'model_broke_off',
  ],
];

describe.each(['openai', 'anthropic'] as const)('a model that speaks %s', (dialect) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await sharedDatabase();
  });
  beforeEach(() => database.empty());
  afterAll(() => database?.close());
  const suite = annasAssistant(() => database, startScriptedModel, {
    dialect,
    modelKey: 'sk-model-key',
    assistant: { silentMilliseconds: 3000 },
  });

  /** Credits that are left, and those that are held. */
  const account = async () => {
    const { rows } = await sql<{ balance: number; reserved: number }>`
      select balance / 1000 as balance, reserved / 1000 as reserved from credit_account
      where organization_id = ${suite.acme}`.execute(database.db);
    return [rows[0]?.balance, rows[0]?.reserved];
  };

  it.each(FAULTS)('ends with a sentence and a right ledger after %s', async (_, steps, state, said, code) => {
    suite.model.play([{ when: 'go', steps }]);
    const talk = await Talk.open(suite.anna, suite.acme);
    const turn = await talk.ask('go');
    expect([turn.state, code === null ? null : turn.error?.code]).toEqual([state, code]);
    expect(readable(turn.parts)).toMatch(said);
    if (state === 'failed') {
      expect(turn.parts.at(-1)).toMatchObject({ type: 'notice', text: expect.stringMatching(/\.$/) });
    }
    expect(await account()).toEqual([1000, 0]);
    // The conversation goes on.
    suite.model.play([{ when: 'again', steps: [{ say: 'Here I am.' }] }]);
    expect(readable((await talk.ask('again')).parts)).toBe('Here I am.');
  });

  it('runs at most twelve tools of a model that never stops', async () => {
    suite.model.play([
      { when: 'go', steps: [{ say: 'Once more. ', calls: [{ tool: 'test.free', input: {} }] }], endless: true },
    ]);
    const turn = await (await Talk.open(suite.anna, suite.acme)).ask('go');
    expect([turn.state, turn.error?.code]).toEqual(['failed', 'limit_tool_calls']);
    expect(turn.parts.filter((part) => part.type === 'tool' && part.state === 'done')).toHaveLength(12);
    expect(await account()).toEqual([1000, 0]);
  });

  it('makes a card for each of parallel calls, and goes on when the last has ended', async () => {
    const calls = [
      { tool: 'test.free', input: { text: 'a' } },
      { tool: 'test.charged', input: { credits: 3, text: 'b' } },
      { tool: 'test.free', input: { text: 'c' } },
      { tool: 'test.charged', input: { credits: 5, text: 'd' } },
      { tool: 'test.charged', input: { credits: 60, text: 'too dear' } },
    ];
    suite.model.play([{ when: 'go', steps: [{ calls }, { say: 'Then [[r3#/text]] and [[r4#/text]].' }] }]);
    const talk = await Talk.open(suite.anna, suite.acme);
    const turn = await talk.ask('go');
    const cards = cardsIn(turn.parts);
    expect(cards.map(({ quote }) => quote.credits)).toEqual([3, 5]);
    expect(turn.parts).toContainEqual(expect.objectContaining({ type: 'notice', code: 'credit_cap' }));
    expect((await talk.click(cards[0]!)).status).toBe(200);
    expect((await talk.read()).turns[0]?.state).toBe('waiting');
    expect((await talk.click(cards[1]!)).status).toBe(200);
    const end = await talk.settled(turn.id);
    expect([end.state, readable(end.parts).endsWith('Then b and d.')]).toEqual(['done', true]);
    expect(await account()).toEqual([992, 0]);
  });

  it('sends the key to the model, and to no log', () => {
    const { headers } = suite.model.requests.at(-1)!;
    expect(dialect === 'openai' ? headers.authorization : headers['x-api-key']).toMatch(/sk-model-key$/);
    expect(suite.service.log.join('')).not.toContain('sk-model-key');
  });
});
