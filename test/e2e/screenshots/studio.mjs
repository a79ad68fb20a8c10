import { drawn, json, press, refusal } from './answers.mjs';
import { journeyShots } from './journeys.mjs';

const run = async (page) => {
  await page.getByRole('button', { name: /^Run/ }).click();
  await page.locator('[data-result]').waitFor();
  await drawn(page);
};
const answered = (then) => async (page) => {
  await page.getByRole('button', { name: 'Fill in an example' }).click();
  await run(page);
  await then?.(page);
  await drawn(page);
};
/** Makes the window as high as the answer, which begins at its top. */
const whole = async (page) => {
  await page.waitForFunction(() => document.querySelector('[data-result] [aria-busy=true]') === null);
  // A batch has rows when its job runs.
  if ((await page.locator('[data-job]').count()) > 0) await page.locator('[data-result] tbody tr').first().waitFor();
  const { width } = page.viewportSize();
  const { height, isSheet } = await page.locator('[data-result]').evaluate((answer) => ({
    height: answer.closest('.step').scrollHeight,
    isSheet: innerWidth < 821,
  }));
  // A sheet takes half of the window, and the head of the column stays.
  await page.setViewportSize({ width, height: Math.ceil(height * (isSheet ? 2 : 1)) + 160 });
  await page.locator('[data-result]').evaluate((answer) => answer.closest('.step').scrollIntoView());
};

/** Stores and their corrections. */
const storeShots = [
  {
    name: 'studio-stores',
    path: '/stores',
    async after(page) {
      await page.locator('.stores-in-view li').first().waitFor();
      await drawn(page);
    },
  },
  {
    name: 'studio-stores-correct',
    path: '/stores',
    async after(page) {
      await page.locator('.stores-in-view li .button').first().click();
      await page.getByRole('button', { name: 'Correct' }).click();
      await page.getByRole('button', { name: 'It is closed' }).waitFor();
      await drawn(page);
    },
  },
  {
    name: 'studio-stores-corrected',
    path: '/stores',
    async after(page) {
      await page.locator('.stores-in-view li .button').nth(1).click();
      await page.getByRole('button', { name: 'Correct' }).click();
      await page.getByRole('button', { name: 'It is closed' }).click();
      await page.locator('.store-card [data-correction=closed]').waitFor();
      await drawn(page);
    },
  },
];

/** The studio: its steps, each answer, and what becomes of a run. All looks are taken from one load. */
export function studioShots(charged) {
  const people = '/studio?at=-36.2,-151.7&place=Town+hall&ask=analysis.people_economy';
  const execute = '**/actions/analysis.people_economy/execute';
  const refused = (error, status, fields) => (page) =>
    page.route(execute, (route) => route.fulfill(refusal(error, status, fields)));
  /** Runs and waits for what comes of it. */
  const ended = (sign) => async (page) => {
    await page.locator('[data-quote]').waitFor();
    await press(/^Run for/)(page);
    await page.locator(sign).waitFor();
    await drawn(page);
  };
  /** Scrolls to what became of a run. */
  const toOutcome = (page) => page.locator('[data-step="3"]').evaluate((step) => step.scrollIntoView({ block: 'end' }));
  /** Scrolls to the answer, as it comes into sight after a run. */
  const toAnswer = (page) => page.locator('[data-step="4"]').evaluate((step) => step.scrollIntoView());
  /** Moves the sheet of a phone to a height; elsewhere there is a column. */
  const toStop = async (page, stop) => {
    const sheet = page.locator('.sheet');
    const handle = sheet.locator('.sheet-handle');
    while ((await handle.isVisible()) && (await sheet.getAttribute('data-stop')) !== stop) await handle.click();
  };
  const figures = async (page) => {
    await page.getByRole('radio', { name: 'All figures' }).click();
    await page.waitForFunction(() => document.querySelector('[data-result] [aria-busy=true]') === null);
  };
  return [
    ...storeShots,
    { name: 'studio', path: '/studio', after: drawn },
    { name: 'studio-area', path: '/studio?at=-36.2,-151.7&place=Town+hall', after: drawn },
    {
      name: 'studio-question',
      path: '/studio?at=-36.2,-151.7&place=Town+hall&ask=analysis.people_economy',
      async after(page) {
        await page.locator('[data-quote]').waitFor();
        await drawn(page);
      },
      each: toOutcome,
    },
    ...charged.map((id) => ({
      name: `studio-answer-${id}`,
      path: `/studio?ask=${id}`,
      after: answered(),
      each: whole,
    })),
    {
      name: 'studio-answer',
      path: '/studio?ask=analysis.people_economy',
      after: answered((page) => page.locator('[data-topic] > summary').first().click()),
      each: toAnswer,
    },
    { name: 'studio-search', path: '/studio?ask=site.search', after: answered(), each: toAnswer },
    {
      name: 'studio-figures',
      path: '/studio?ask=analysis.people_economy&tab=figures',
      after: answered(),
      each: toAnswer,
    },
    {
      name: 'studio-plan',
      path: '/studio?ask=network.coverage',
      after: answered(async (page) => {
        await page.getByRole('slider', { name: 'Closing plan' }).focus();
        await page.keyboard.press('ArrowRight');
      }),
      each: toAnswer,
    },
    {
      name: 'studio-list',
      path: '/studio?ask=network.coverage',
      async after(page) {
        await press('Add a list')(page);
        const rows = ['Filiale;Breitengrad;Längengrad', 'Hafen;-36,2;-151,7', 'Rathaus;-36,201;-151,702', 'Nord;oben;'];
        await page.getByLabel('One place per line').fill(rows.join('\n'));
        await page.locator('[data-fault]').first().waitFor();
      },
    },
    {
      name: 'studio-table',
      path: '/studio?ask=network.coverage',
      async after(page) {
        await press('Fill in an example')(page);
        await press('Table')(page);
        await page.locator('[data-twin] tbody tr').nth(1).hover();
        await drawn(page);
      },
    },
    {
      name: 'studio-questions',
      path: '/studio',
      async after(page) {
        await page.locator('[data-step="2"]').scrollIntoViewIfNeeded();
        await page.getByText('Look something up').click();
        await drawn(page);
      },
    },
    {
      name: 'studio-loading',
      path: '/studio',
      before: (page) => page.route('**/web/v1/actions', () => {}),
      isLoading: true,
    },
    {
      name: 'studio-error',
      path: '/studio',
      before: (page) => page.route('**/web/v1/actions', (route) => route.fulfill(refusal('internal_error', 500))),
    },
    { name: 'studio-unknown', path: '/a/4kTq0ZpX9aLw' },
    { name: 'studio-sea', path: '/studio?at=-36.6,-151.7&place=Far+out', after: drawn },
    {
      name: 'studio-missing',
      path: '/studio?ask=site.rank',
      after: drawn,
      each: toOutcome,
    },
    {
      name: 'studio-fault',
      reached: '.popover',
      path: '/studio?ask=analysis.markets_sector&at=-36.2,-151.7&reach=bandSeconds:60,120,180,240,300,360,420,480',
      async after(page) {
        await page.locator('[data-field="/sectors"] input').pressSequentially('bak');
        await page.getByRole('option').first().waitFor();
        await drawn(page);
      },
    },
    {
      name: 'studio-several',
      path: '/studio?at=-36.2,-151.7;-36.21,-151.69;-36.19,-151.71&ask=analysis.people_economy',
      after: drawn,
    },
    {
      name: 'studio-polygon',
      path: '/studio?ask=analysis.people_economy&map=14%2F-36.2%2F-151.7',
      async after(page) {
        await page.getByRole('radio', { name: 'Polygon' }).click();
        await drawn(page);
        const { width, height } = await page.locator('.map').boundingBox();
        for (const [x, y] of [
          [0.3, 0.3],
          [0.7, 0.35],
          [0.6, 0.7],
        ])
          await page.getByRole('application').click({ position: { x: x * width, y: y * height } });
        await page.locator('[data-quote]').waitFor();
        await drawn(page);
      },
    },
    ...['peek', 'full'].map((stop) => ({
      name: `studio-sheet-${stop}`,
      path: '/studio?ask=analysis.people_economy',
      after: answered(),
      async each(page) {
        await toStop(page, stop);
        await toAnswer(page);
      },
    })),
    {
      name: 'studio-running',
      path: people,
      before: (page) => page.route(execute, () => {}),
      after: ended('.run progress'),
      each: toOutcome,
    },
    {
      name: 'studio-cancelled',
      path: people,
      before: (page) => page.route(execute, () => {}),
      async after(page) {
        await ended('.run progress')(page);
        await press('Cancel')(page);
        await page.getByText('Cancelled. Nothing was charged.').last().waitFor();
      },
      each: toOutcome,
    },
    {
      name: 'studio-failed',
      path: people,
      before: refused('internal_error', 500, { detail: 'The service could not answer.' }),
      after: ended('[data-error=internal_error]'),
      each: toOutcome,
    },
    {
      name: 'studio-offline',
      path: people,
      before: (page) => page.route(execute, (route) => route.abort()),
      after: ended('[data-error=offline]'),
      each: toOutcome,
    },
    {
      name: 'studio-price-changed',
      path: people,
      // The price was another one when the page asked for it.
      async before(page) {
        let isFirst = true;
        await page.route('**/actions/analysis.people_economy/quote', async (route) => {
          const answer = await route.fetch();
          const quote = await answer.json();
          await route.fulfill(json(isFirst ? { ...quote, quotedCredits: 18 } : quote));
        });
        await page.route(execute, (route) => {
          isFirst = false;
          return route.continue();
        });
      },
      after: ended('[data-error=quote_changed]'),
      each: toOutcome,
    },
    {
      name: 'studio-limit',
      path: people,
      before: refused('insufficient_credits', 402, {
        blockedBy: 'user_limit',
        requiredCredits: 20,
        availableCredits: 4,
        limit: 1000,
        used: 996,
        resetsAt: '2026-12-01T00:00:00Z',
      }),
      after: ended('[data-error=insufficient_credits]'),
      each: toOutcome,
    },
    {
      name: 'studio-balance',
      path: people,
      before: refused('insufficient_credits', 402, {
        blockedBy: 'organization_balance',
        requiredCredits: 20,
        availableCredits: 4,
      }),
      after: ended('[data-error=insufficient_credits]'),
      each: toOutcome,
    },
    {
      name: 'studio-how',
      path: '/studio?ask=analysis.people_economy',
      after: answered(async (page) => {
        await page.locator('[data-topic] > summary').first().click();
        await page.locator('[data-topic] [data-figure]:visible').first().click();
        await page.getByRole('dialog').waitFor();
      }),
    },
    {
      name: 'studio-opening',
      path: '/studio?ask=network.coverage',
      after: answered(async (page) => {
        await page.getByRole('radio', { name: 'Open', exact: true }).click();
        await page.getByRole('slider', { name: 'Opening plan' }).focus();
        await page.keyboard.press('ArrowRight');
      }),
      each: toAnswer,
    },
    {
      name: 'studio-closing',
      path: '/studio?ask=network.coverage',
      async after(page) {
        await press('Add a list')(page);
        const rows = Array.from({ length: 20 }, (_, i) => {
          const [lat, lng] = [-36.206 + Math.floor(i / 5) * 0.004, -151.71 + (i % 5) * 0.004];
          return `N${i + 1},Bakery ${i + 1},${lat.toFixed(4)},${lng.toFixed(4)}`;
        });
        await page.getByLabel('One place per line').fill(['id,name,lat,lng', ...rows].join('\n'));
        await page.getByRole('button', { name: 'Add 20 places' }).click();
        await page.locator('[data-field="/minutes"] input').fill('3');
        await page.locator('[data-field="/minutes"] input').blur();
        await page.getByText('More settings').last().click();
        await page.locator('[data-field="/closeCount"] input').fill('10');
        await page.locator('[data-field="/closeCount"] input').blur();
        await press(/^Run for/)(page);
        await page.locator('[data-result]').waitFor();
        await page.getByRole('slider', { name: 'Closing plan' }).focus();
        for (let step = 0; step < 10; step++) await page.keyboard.press('ArrowRight');
        await page.locator('[data-plan-step="10"]').waitFor();
        await drawn(page);
      },
      each: toAnswer,
    },
    {
      name: 'studio-stopped',
      path: '/studio?ask=enrich.points',
      async before(page) {
        // As after a press of Stop: the first point is done, the others are left out.
        await page.route('**/jobs/*', async (route) => {
          const answer = await route.fetch();
          const job = await answer.json();
          const progress = { total: 3, done: 1, skipped: 2, failed: 0 };
          const result = { ...job.result, creditsCharged: 10 };
          return route.fulfill(json({ ...job, status: 'stopped', finishedAt: job.createdAt, progress, result }));
        });
        await page.route('**/jobs/*/results?*', async (route) => {
          const answer = await route.fetch();
          const { data, ...rest } = await answer.json();
          const cut = data.map((one, i) => (i === 0 ? one : { ...one, status: 'skipped', result: null }));
          return route.fulfill(json({ ...rest, data: cut }));
        });
      },
      after: answered(async (page) => {
        await page.locator('[data-result] tbody tr').first().waitFor();
      }),
      each: toAnswer,
    },
    ...charged.map((id) => ({
      name: `studio-all-${id}`,
      path: `/studio?ask=${id}`,
      after: answered(async (page) => {
        if ((await page.locator('[data-job]').count()) > 0)
          await page.locator('[data-result] tbody tr').first().waitFor();
        await figures(page);
      }),
      each: whole,
    })),
    ...journeyShots({ run, whole, figures }),
  ];
}
