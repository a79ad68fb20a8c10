// States of the assistant's panel, with answers that are written here: no model is asked.

const AT = '2026-11-23T09:00:00Z';
/** Stands for a time nine minutes after the page asks. */
const SOON = 'soon';
const inTime = (body) =>
  JSON.parse(JSON.stringify(body).replaceAll(`"${SOON}"`, `"${new Date(Date.now() + 560_000).toISOString()}"`));
const json = (body, status = 200) => ({ status, contentType: 'application/json', body: JSON.stringify(body) });

const ON = {
  configured: true,
  model: 'small-model',
  host: 'llm.example.com',
  creditCapDefault: 50,
  limits: { toolCallsPerTurn: 12, modelSecondsPerTurn: 60, tokensPerTurn: 40_000, cardMinutes: 10, keptDays: 90 },
};
const OFF = {
  ...ON,
  configured: false,
  model: undefined,
  host: undefined,
  settings: ['HINTERLAND_LLM_URL', 'HINTERLAND_LLM_MODEL', 'HINTERLAND_LLM_KEY', 'HINTERLAND_LLM_DIALECT'],
};

const text = (words) => ({ type: 'text', text: words });
const step = (tool, title, state, more = {}) => ({
  type: 'tool',
  id: tool,
  tool,
  title,
  state,
  input: {},
  free: true,
  ...more,
});
const figure = (value, label, path) => ({
  type: 'figure',
  id: path,
  text: value.toLocaleString('en'),
  value,
  label,
  run: { tool: 'r2', action: 'analysis.isochrone' },
  path,
});
const card = (state, more = {}) => ({
  type: 'card',
  card: {
    id: 'k1',
    action: 'analysis.people_economy',
    title: 'People and economy',
    state,
    input: {
      origins: [{ lat: -36.2, lng: -151.7, name: 'Town hall' }],
      bandSeconds: [600],
      topics: ['age', 'households'],
    },
    quote: {
      lines: [
        { label: 'Catchment', credits: 2.4 },
        { label: '2 topics', credits: 9.2 },
      ],
      credits: 12,
      balanceAfter: 988,
    },
    expiresAt: SOON,
    ...more,
  },
});
const turn = (state, question, parts, more = {}) => ({ id: 't1', state, question, startedAt: AT, parts, ...more });

const SEARCHED = step('search.addresses', 'Find addresses', 'done');
const DRAWN = step('analysis.isochrone', 'Area within reach', 'done');
const REACH = [
  SEARCHED,
  DRAWN,
  text('Within **10 minutes by car** of the town hall live '),
  figure(112_407, 'Residents within 10 minutes', '/bands/1/cumulativeResidents'),
  text(' people, of them '),
  figure(58_236, 'Residents within 5 minutes', '/bands/0/cumulativeResidents'),
  text(
    ' within five.\n\nWhat this does not say:\n- how many of them work there by day\n- what they spend. That is a run of its own.',
  ),
];
const WHO = 'How many people live within 10 minutes by car of the town hall?';
const AGES = 'How old are they, and how large are their households?';

const TURNS = {
  answer: [turn('done', WHO, REACH)],
  running: [turn('running', WHO, [SEARCHED, step('analysis.isochrone', 'Area within reach', 'running')])],
  card: [
    turn('done', WHO, REACH),
    {
      ...turn('waiting', AGES, [text('Ages and households are a charged run for the same area.'), card('open')]),
      id: 't2',
    },
  ],
  ended: [
    turn('done', AGES, [
      card('done', { analysis: 'abcdefghijkl', version: 2 }),
      card('declined', { id: 'k2' }),
      card('expired', { id: 'k3' }),
      card('failed', { id: 'k4', detail: 'The area holds no address pole.' }),
    ]),
  ],
  unverified: [
    turn('done', WHO, [
      step('search.addresses', 'Find addresses', 'failed', { detail: 'No address of this name is known.' }),
      text('There may be about '),
      { type: 'unverified', text: '120,000' },
      text(' people, but no result says so. Which town hall do you mean?'),
    ]),
  ],
  failed: [
    turn('failed', WHO, [SEARCHED, text('Within 10 min')], {
      error: {
        code: 'model_silent',
        detail: 'The language model did not answer in time. Nothing was charged. Ask again.',
      },
    }),
    { ...turn('canceled', AGES, []), id: 't2' },
  ],
};

/** States of the panel in the studio; on a phone it is a sheet. `drawn` waits for the map. */
export function assistantShots(drawn) {
  const mocked = (state, turns) => async (page) => {
    await page.route('**/web/v1/assistant', (route) => route.fulfill(json(state)));
    await page.route('**/conversations/c1/events*', () => {});
    await page.route('**/conversations/c1', (route) =>
      route.fulfill(
        json({
          id: 'c1',
          title: WHO,
          analysis: null,
          createdAt: AT,
          updatedAt: AT,
          creditCap: 50,
          creditsSpent: 0,
          expiresAt: AT,
          turns: inTime(turns),
          lastEventId: 9,
        }),
      ),
    );
    await page.route('**/web/v1/organizations/*/conversations', (route) =>
      route.fulfill(
        json({
          items: [WHO, AGES, 'Which supermarkets compete around the harbour?'].map((title, no) => ({
            id: `c${no + 1}`,
            title,
            analysis: null,
            createdAt: AT,
            updatedAt: new Date(Date.now() - (no + 1) * 7_200_000).toISOString(),
          })),
          next: null,
        }),
      ),
    );
  };
  const opened = (conversation, then) => async (page) => {
    const { activeOrganization } = await (await page.request.get(new URL('/web/v1/session', page.url()).href)).json();
    await page.evaluate(
      ([id, chosen]) =>
        sessionStorage.setItem(
          'hinterland.assistant',
          JSON.stringify({ isOpen: true, conversations: chosen === null ? {} : { [id]: chosen } }),
        ),
      [activeOrganization.organization.id, conversation],
    );
    // The camera stays in the address: that of the drawn area.
    await page.locator('.step .sentence').waitFor();
    await drawn(page);
    await page.reload();
    await page.locator('[data-assistant]').waitFor();
    await page.waitForFunction(() => document.querySelector('.assistant [aria-busy=true]') === null);
    await then?.(page);
    await drawn(page);
  };
  const leave = (page) => page.evaluate(() => sessionStorage.clear());
  const path = '/studio?at=-36.2,-151.7&place=Town+hall';
  const shot = (name, before, after) => ({ name: `studio-assistant-${name}`, path, before, after, leave });
  const press = (name) => (page) => page.locator('.assistant').getByRole('button', { name }).first().click();
  return [
    shot('new', mocked(ON, []), opened(null)),
    shot('off', mocked(OFF, []), opened(null)),
    ...Object.entries(TURNS).map(([name, turns]) => shot(name, mocked(ON, turns), opened('c1'))),
    shot(
      'how',
      mocked(ON, TURNS.answer),
      opened('c1', async (page) => {
        await page.locator('.answer-figure').first().click();
        await page.locator('[data-how] dd').first().waitFor();
      }),
    ),
    shot('list', mocked(ON, TURNS.answer), opened('c1', press('Conversations'))),
    shot(
      'changed',
      async (page) => {
        await mocked(ON, TURNS.card)(page);
        const { card: again } = card('open', { id: 'k5' });
        const body = { error: 'quote_changed', detail: '', card: { ...again, quote: { ...again.quote, credits: 14 } } };
        await page.route('**/cards/k1/run', (route) => route.fulfill(json(inTime(body), 409)));
      },
      opened('c1', async (page) => {
        await press(/^Run for/)(page);
        await page.locator('[data-error]').waitFor();
      }),
    ),
    shot(
      'lacking',
      async (page) => {
        await mocked(ON, TURNS.card)(page);
        const body = { error: 'insufficient_credits', detail: '', requiredCredits: 12, availableCredits: 4 };
        await page.route('**/cards/k1/run', (route) => route.fulfill(json(body, 402)));
      },
      opened('c1', async (page) => {
        await press(/^Run for/)(page);
        await page.locator('[data-error]').waitFor();
      }),
    ),
  ];
}
