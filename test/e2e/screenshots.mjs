/**
 * Pictures of every page of the web app and of its states, on the demo, in light and dark, also on a phone: var/screenshots.
 * With --readme it also renews those in docs/images that the README and the guides show. Needs Debian's Chromium. A name, or the beginning
 * of names, takes a few of them; those of the studio need no organization with a past.
 *
 *   npm run screenshots
 *   npm run screenshots -- studio-answer-site
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { generate } from 'selfsigned';
import { assistantShots } from './assistantShots.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = join(root, 'var/screenshots');
const only = process.argv.slice(2).find((argument) => !argument.startsWith('--'));
const LOOKS = {
  light: { viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
  dark: { viewport: { width: 1440, height: 900 }, colorScheme: 'dark' },
  phone: { viewport: { width: 375, height: 812 }, colorScheme: 'light' },
  'phone-dark': { viewport: { width: 375, height: 812 }, colorScheme: 'dark' },
};
/** Pictures of the README and of the guides: page and look. */
const README = [
  'studio-area-light',
  'studio-question-light',
  'studio-answer-light',
  'start-light',
  'api-light',
  'credits-actions-dark',
  'webhook-delivery-light',
];

/** An answer of the service. */
const json = (body) => ({ status: 200, contentType: 'application/json', body: JSON.stringify(body) });

const NEW_FACTOR = {
  uri: 'otpauth://totp/Hinterland:demo%40example.com?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Hinterland&digits=6&period=30',
  recoveryCodes: ['aB3dE-fG7hJ', 'kL9mN-pQ2rS'],
};

const home = mkdtempSync(join(tmpdir(), 'hinterland-screenshots-'));
const receiver = await startReceiver();
const service = await startDemo();
try {
  const { organization, webhook, analysis, dataset } = only?.startsWith('studio')
    ? { organization: '', webhook: 0, analysis: '', dataset: '' }
    : await fill();
  const { data: actions } = await service.ask('GET', '/actions');
  const charged = actions.filter((action) => action.charged).map(({ id }) => id);
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
  const taken = new Set();
  mkdirSync(folder, { recursive: true });
  for (const [look, settings] of Object.entries(LOOKS)) {
    const context = await browser.newContext({
      ...settings,
      reducedMotion: 'reduce',
      locale: 'en',
      baseURL: service.url,
    });
    await context.addCookies([{ name: service.cookie[0], value: service.cookie[1], url: service.url }]);
    const page = await context.newPage();
    for (const shot of shots({ organization, webhook, analysis, dataset, charged })) {
      if (only !== undefined && !new RegExp(`^(${only})`).test(shot.name)) continue;
      if (shot.isOnce && look !== 'light') continue;
      await page.setViewportSize(settings.viewport);
      for (const one of await take(page, shot, look)) taken.add(`${shot.name}-${one}`);
    }
    await context.close();
  }
  await browser.close();
  if (process.argv.includes('--readme')) {
    for (const name of README.filter((one) => taken.has(one)))
      copyFileSync(join(folder, `${name}.png`), join(root, `docs/images/web-${name}.png`));
  }
} finally {
  await service.stop();
  receiver.close();
  rmSync(home, { recursive: true, force: true });
}

async function leaveSession(page) {
  await page.context().clearCookies();
}

async function returnToSession(page) {
  await page.context().addCookies([{ name: service.cookie[0], value: service.cookie[1], url: service.url }]);
}

/** Answers the next save of a state with what another window has saved meanwhile. */
async function changedElsewhere(page) {
  let isRefused = false;
  await page.route('**/analyses/*/state', async (route) => {
    const savedAt = new Date().toISOString();
    if (route.request().method() === 'PUT') {
      isRefused = true;
      const refusal = {
        ...JSON.parse(problem('state_changed', 409)),
        revision: 9,
        savedBy: { id: 1, name: 'Ada' },
        savedAt,
      };
      return route.fulfill({ status: 409, contentType: 'application/problem+json', body: JSON.stringify(refusal) });
    }
    if (!isRefused) return route.continue();
    const answer = await route.fetch();
    const stored = await answer.json();
    const places = [{ id: 1, name: 'Harbour', lat: -36.21, lng: -151.69 }];
    const question = { actionId: null, values: {}, chosen: [], ...stored.state.question, places };
    return route.fulfill(json({ ...stored, revision: 9, savedAt, state: { question } }));
  });
}

/** Every page and state. `before` prepares the page, `after` does something on it, `leave` undoes that. */
function shots({ organization, webhook, analysis, dataset, charged }) {
  const own = `**/web/v1/organizations/${organization}`;
  const answer = (url, reply) => (page) => page.route(url, reply);
  const broken = { status: 500, contentType: 'application/problem+json', body: problem('internal_error', 500) };
  const denied = { status: 403, contentType: 'application/problem+json', body: problem('insufficient_role', 403) };
  const empty = { status: 200, contentType: 'application/json', body: '{"data":[],"next":null,"availableEvents":[]}' };
  const press = (name) => (page) => page.getByRole('button', { name }).first().click();
  const choose = (name) => (page) => page.getByRole('radio', { name }).click();
  const opened = (key) => async (page) => {
    await page.keyboard.press(key);
    await page.getByRole('dialog').waitFor();
  };
  const drawn = (page) => page.locator('[data-map-state=idle]').waitFor();
  const answered = (then) => async (page) => {
    await page.getByRole('button', { name: 'Fill in an example' }).click();
    await page.getByRole('button', { name: /^Run/ }).click();
    await page.locator('[data-result]').waitFor();
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
  const signedOut = (page) =>
    page.route('**/web/v1/session', (route) =>
      route.fulfill({ status: 401, contentType: 'application/problem+json', body: problem('not_signed_in', 401) }),
    );
  const pages = [
    'api',
    'webhooks',
    'credits',
    'ledger',
    'members',
    'teams',
    'organization',
    'audit',
    'data',
    'profile',
  ];
  return [
    ...['sign-in', 'sign-up', 'forgot-password'].map((name) => ({ name, path: `/${name}`, before: signedOut })),
    { name: 'verify-email', path: '/verify-email#token=abc', before: signedOut },
    { name: 'link-incomplete', path: '/reset-password', before: signedOut },
    { name: 'invitation', path: '/invitation#token=abc' },
    { name: 'start', path: '/' },
    ...[0, 1, 2, 3, 4].map((presses) => ({
      name: `tour-${presses + 1}`,
      path: '/?tour',
      async after(page) {
        for (let i = 0; i < presses; i++) {
          const next = page.getByRole('button', { name: 'Next' });
          if ((await next.count()) > 0) await next.click();
        }
      },
    })),
    { name: 'areas', path: '/dashboards', after: drawn },
    {
      name: 'areas-profile',
      path: '/dashboards/XM-101',
      async after(page) {
        await page.locator('[data-profile] [data-topic]').first().waitFor();
        await drawn(page);
        await page.locator('[data-profile]').scrollIntoViewIfNeeded();
      },
    },
    ...datasetShots({ own, dataset, drawn, answer, press }),
    { name: 'analyses', path: '/analyses' },
    { name: 'history', path: `/analyses/${analysis}` },
    {
      name: 'history-difference',
      path: `/analyses/${analysis}?v=1&v=2`,
      async after(page) {
        await page.locator('[data-map-state=idle][data-layers*=area]').nth(1).waitFor();
        await page.locator('[data-before-after]').scrollIntoViewIfNeeded();
      },
    },
    { name: 'analyses-shared', path: '/analyses?of=shared' },
    {
      name: 'analyses-merge',
      path: `/a/${analysis}`,
      before: changedElsewhere,
      async after(page) {
        await page.locator('[data-result]').waitFor();
        await page.getByRole('radio', { name: 'On foot' }).click();
        await page.locator('[data-error=state_changed]').waitFor();
        await page.locator('[data-error=state_changed]').scrollIntoViewIfNeeded();
        await drawn(page);
      },
    },
    { name: 'shared', path: `/a/${analysis}`, before: leaveSession, leave: returnToSession },
    { name: 'shared-unknown', path: '/a/4kTq0ZpX9aLw', before: leaveSession, leave: returnToSession },
    { name: 'shared-other-address', path: '/a/4kTq0ZpX9aLw' },
    { name: 'shared-embed', path: `/a/${analysis}/embed` },
    {
      name: 'shared-sign-up',
      path: '/sign-up?then=%2Fa%2F4kTq0ZpX9aLw#email=board%40example.com',
      before: signedOut,
    },
    {
      name: 'analyses-share',
      path: '/analyses',
      async after(page) {
        await press(/^Actions for/)(page);
        await page.getByRole('menuitem', { name: 'Share' }).click();
        const anyone = page.getByRole('checkbox', { name: 'Anyone with the link' });
        await anyone.waitFor();
        if (!(await anyone.isChecked())) await page.getByText('Anyone with the link').click();
        await page.getByLabel('The link is valid').last().waitFor();
        await page.getByLabel('Site that may embed it').fill('news.example');
        await page.getByRole('button', { name: 'Add' }).last().click();
        await page.getByText('<iframe').scrollIntoViewIfNeeded();
      },
    },
    {
      name: 'analyses-rename',
      path: '/analyses',
      async after(page) {
        await press(/^Actions for/)(page);
        await page.getByRole('menuitem', { name: 'Rename' }).click();
        await page.getByLabel('Name of the analysis').waitFor();
      },
    },
    {
      name: 'analyses-deleted',
      path: '/analyses',
      async after(page) {
        await press(/^Actions for/)(page);
        await page.getByRole('menuitem', { name: 'Delete' }).click();
        await page.getByRole('button', { name: 'Undo' }).waitFor();
      },
      leave: press('Undo'),
    },
    ...pages.map((name) => ({ name, path: `/account/${name}` })),
    ...assistantShots(drawn),
    ...studioShots({ charged, answered, whole, drawn, press, broken }).map((shot) => ({ ...shot, isOnce: true })),
    { name: 'webhook', path: `/account/webhooks/${webhook}` },
    { name: 'webhook-delivery', path: `/account/webhooks/${webhook}`, after: press(/^Details of/) },
    { name: 'webhook-gone', path: '/account/webhooks/999999' },
    { name: 'webhooks-new', path: '/account/webhooks', after: press('New webhook') },
    { name: 'api-new', path: '/account/api?new=key' },
    { name: 'api-everybody', path: '/account/api', after: choose("Everybody's") },
    { name: 'api-rotate', path: '/account/api', after: press('Renew') },
    { name: 'audit-filtered', path: '/account/audit?deed=key.made' },
    { name: 'audit-nothing', path: '/account/audit?from=2001-01-01&to=2001-01-02' },
    {
      name: 'api-secret',
      path: '/account/api?new=key',
      async after(page) {
        await page.getByLabel('Name').fill(`Till ${Date.now() % 1000}`);
        await page.getByRole('button', { name: 'Create key' }).click();
        await page.locator('[data-secret]').waitFor();
      },
    },
    { name: 'credits-members', path: '/account/credits', after: choose('Member') },
    { name: 'credits-actions', path: '/account/credits', after: choose('Action') },
    { name: 'credits-order', path: '/account/credits', after: press('Buy credits') },
    { name: 'ledger-filtered', path: '/account/ledger?kind=charge&key=web' },
    { name: 'ledger-nothing', path: '/account/ledger?from=2001-01-01&to=2001-01-02' },
    { name: 'members-invite', path: '/account/members', after: press('Invite') },
    { name: 'members-menu', path: '/account/members', after: press(/^Actions for/) },
    { name: 'palette', path: '/account/api', after: opened('Control+k') },
    { name: 'keys', path: '/account/api', after: opened('?') },
    { name: 'profile-delete', path: '/account/profile', after: press('Delete account') },
    { name: 'profile-factor', path: '/account/profile', after: press('Set up') },
    {
      name: 'profile-factor-picture',
      path: '/account/profile',
      before: answer('**/web/v1/second-factor', (route) =>
        route.request().method() === 'GET' ? route.continue() : route.fulfill(json(NEW_FACTOR)),
      ),
      async after(page) {
        await press('Set up')(page);
        await page.getByLabel('Current password').last().fill('correct horse battery');
        await page.getByRole('dialog').getByRole('button', { name: 'Set up' }).click();
        await page.getByLabel('Picture for the app').waitFor();
      },
    },
    {
      name: 'profile-factor-on',
      path: '/account/profile',
      before: answer('**/web/v1/second-factor', (route) => route.fulfill(json({ isOn: true, recoveryCodesLeft: 8 }))),
    },
    {
      name: 'sign-in-code',
      path: '/sign-in',
      async before(page) {
        await signedOut(page);
        await page.route('**/web/v1/sign-in', (route) => route.fulfill(json({ status: 'second_factor' })));
      },
      async after(page) {
        await page.getByRole('button', { name: 'Sign in' }).click();
        await page.getByLabel('Code from the app').waitFor();
      },
    },
    { name: 'nowhere', path: '/account/nowhere' },
    ...['keys', 'webhooks', 'teams', 'ledger?*', 'orders'].map((list) => ({
      name: `empty-${list.replace(/\W/g, '')}`,
      path: `/account/${{ keys: 'api', 'ledger?*': 'ledger', orders: 'credits' }[list] ?? list}`,
      before: answer(`${own}/${list}`, (route) => route.fulfill(empty)),
    })),
    { name: 'loading', path: '/account/ledger', before: answer(`${own}/ledger?*`, () => {}), isLoading: true },
    { name: 'error', path: '/account/webhooks', before: answer(`${own}/webhooks`, (route) => route.fulfill(broken)) },
    {
      name: 'no-permission',
      path: '/account/credits',
      before: answer(`${own}/credits`, (route) => route.fulfill(denied)),
    },
    { name: 'offline', path: '/account/teams', before: answer(`${own}/teams`, (route) => route.abort()) },
  ];
}

/** The studio: its steps, each answer, and what becomes of a run. */
function studioShots({ charged, answered, whole, drawn, press, broken }) {
  const people = '/studio?at=-36.2,-151.7&place=Town+hall&ask=analysis.people_economy';
  const execute = '**/actions/analysis.people_economy/execute';
  const refused = (status, refusal) => (page) =>
    page.route(execute, (route) =>
      route.fulfill({ status, contentType: 'application/problem+json', body: JSON.stringify(refusal) }),
    );
  const problemOf = (error, status, members = {}) => ({ ...JSON.parse(problem(error, status)), ...members });
  /** Runs and waits for what comes of it. */
  const ended = (sign) => async (page) => {
    await page.locator('[data-quote]').waitFor();
    await press(/^Run for/)(page);
    await page.locator(sign).waitFor();
    await page.locator('[data-step="3"]').scrollIntoViewIfNeeded();
    await drawn(page);
  };
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
    { name: 'studio', path: '/studio', after: drawn },
    { name: 'studio-area', path: '/studio?at=-36.2,-151.7&place=Town+hall', after: drawn },
    {
      name: 'studio-question',
      path: '/studio?at=-36.2,-151.7&place=Town+hall&ask=analysis.people_economy',
      async after(page) {
        await page.locator('[data-quote]').scrollIntoViewIfNeeded();
        await drawn(page);
      },
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
    },
    { name: 'studio-figures', path: '/studio?ask=analysis.people_economy&tab=figures', after: answered() },
    {
      name: 'studio-plan',
      path: '/studio?ask=network.coverage',
      after: answered(async (page) => {
        await page.getByRole('slider', { name: 'Closing plan' }).focus();
        await page.keyboard.press('ArrowRight');
      }),
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
      before: (page) => page.route('**/web/v1/actions', (route) => route.fulfill(broken)),
    },
    { name: 'studio-unknown', path: '/a/4kTq0ZpX9aLw' },
    { name: 'studio-sea', path: '/studio?at=-36.6,-151.7&place=Far+out', after: drawn },
    {
      name: 'studio-missing',
      path: '/studio?ask=site.rank',
      async after(page) {
        await page.locator('[data-step="3"]').scrollIntoViewIfNeeded();
        await drawn(page);
      },
    },
    {
      name: 'studio-fault',
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
      each: (page) => toStop(page, stop),
    })),
    {
      name: 'studio-running',
      path: people,
      before: (page) => page.route(execute, () => {}),
      after: ended('[role=progressbar]'),
    },
    {
      name: 'studio-cancelled',
      path: people,
      before: (page) => page.route(execute, () => {}),
      async after(page) {
        await ended('[role=progressbar]')(page);
        await press('Cancel')(page);
        await page.getByText('Cancelled. Nothing was charged.').last().waitFor();
      },
    },
    {
      name: 'studio-failed',
      path: people,
      before: refused(500, problemOf('internal_error', 500, { detail: 'The service could not answer.' })),
      after: ended('[data-error=internal_error]'),
    },
    {
      name: 'studio-offline',
      path: people,
      before: (page) => page.route(execute, (route) => route.abort()),
      after: ended('[data-error=offline]'),
    },
    {
      name: 'studio-price-changed',
      path: people,
      before: (page) =>
        page.route(execute, (route) => {
          const body = { ...route.request().postDataJSON(), quotedCredits: 18 };
          return route.continue({ postData: JSON.stringify(body) });
        }),
      after: ended('[data-error=quote_changed]'),
    },
    {
      name: 'studio-limit',
      path: people,
      before: refused(
        402,
        problemOf('insufficient_credits', 402, {
          blockedBy: 'user_limit',
          requiredCredits: 20,
          availableCredits: 4,
          limit: 1000,
          used: 996,
          resetsAt: '2026-12-01T00:00:00Z',
        }),
      ),
      after: ended('[data-error=insufficient_credits]'),
    },
    {
      name: 'studio-balance',
      path: people,
      before: refused(
        402,
        problemOf('insufficient_credits', 402, {
          blockedBy: 'organization_balance',
          requiredCredits: 20,
          availableCredits: 4,
        }),
      ),
      after: ended('[data-error=insufficient_credits]'),
    },
    {
      name: 'studio-how',
      path: '/studio?ask=analysis.people_economy',
      after: answered(async (page) => {
        await page.locator('[data-topic] > summary').nth(6).click();
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
          const result = { ...job.result, creditsCharged: 20 };
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
  ];
}

/** The pages of datasets and their states. */
function datasetShots({ own, dataset, drawn, answer, press }) {
  const rows = `/datasets/${dataset}`;
  const changed = (url, change) =>
    answer(url, async (route) => {
      const reply = await route.fetch();
      await route.fulfill(json(change(await reply.json())));
    });
  const choose = async (page, name, mimeType, text) => {
    await press('Upload a file')(page);
    await page.locator('input[type=file]').setInputFiles({ name, mimeType, buffer: Buffer.from(text) });
    await page.locator('[data-read], [data-error]').waitFor();
  };
  const job = {
    id: 'job_01HZ0000000000000000000000',
    type: 'datasets.geocode',
    status: 'running',
    progress: { total: 200, done: 120, failed: 6, skipped: 0 },
    finishedAt: null,
  };
  const days = (count) => new Date(Date.now() + count * 86_400_000).toISOString();
  const suspended = changed(`${own}/storage`, (storage) => ({
    ...storage,
    bytes: 312_400_000,
    averageBytes: 290_000_000,
    expectedBytes: 305_000_000,
    expectedCredits: 6,
    owedCredits: 5,
    covered: false,
    suspendedSince: days(-20),
    toBeDeletedAt: days(70),
  }));
  return [
    { name: 'datasets', path: '/datasets' },
    {
      name: 'datasets-none',
      path: '/datasets',
      before: answer(`${own}/datasets`, (route) => route.fulfill(json({ data: [] }))),
    },
    { name: 'datasets-suspended', path: '/datasets', before: suspended },
    { name: 'datasets-suspended-elsewhere', path: '/account/credits', before: suspended },
    {
      name: 'datasets-not-covered',
      path: '/datasets',
      before: changed(`${own}/storage`, (storage) => ({
        ...storage,
        bytes: 84_000_000,
        averageBytes: 71_000_000,
        expectedBytes: 80_000_000,
        expectedCredits: 1,
        covered: false,
      })),
    },
    { name: 'datasets-menu', path: '/datasets', after: press(/^Actions for/) },
    {
      name: 'datasets-upload',
      path: '/datasets',
      after: (page) => choose(page, 'shops.csv', 'text/csv', storesFile()),
    },
    {
      name: 'datasets-upload-uneven',
      path: '/datasets',
      after: (page) => choose(page, 'shops.csv', 'text/csv', 'name,lat,lng\nA,1,2\nB,1\nC,1,2,3\n'),
    },
    { name: 'dataset', path: rows, after: drawn },
    { name: 'dataset-unplaced', path: `${rows}?rows=unplaced`, after: drawn },
    {
      name: 'dataset-row',
      path: `${rows}?rows=unplaced&row=7`,
      async after(page) {
        await drawn(page);
        await page.getByRole('application').click({ position: { x: 150, y: 160 } });
        await page.locator('[data-pin]').waitFor();
        await drawn(page);
      },
    },
    {
      name: 'dataset-columns',
      path: rows,
      async after(page) {
        await press('Columns')(page);
        await page.getByRole('dialog').locator('tbody tr').first().waitFor();
      },
    },
    { name: 'dataset-job', path: rows, before: changed(`${own}/datasets/${dataset}`, (one) => ({ ...one, job })) },
    {
      name: 'dataset-failed',
      path: rows,
      before: changed(`${own}/datasets/${dataset}`, (one) => ({
        ...one,
        status: 'failed',
        error: { error: 'validation_error', detail: 'The row in line 7 has 4 cells, the header has 5.' },
      })),
    },
    { name: 'dataset-gone', path: '/datasets/ds_00000000000000000000000000' },
  ];
}

/** Stores around the demo capital: every twentieth has no place. */
function storesFile() {
  const line = (i) => {
    const [lat, lng] = [-36.2 + ((i * 37) % 40) / 2000, -151.7 + ((i * 53) % 40) / 2000];
    return `${i + 1},Store ${i + 1},${i % 20 === 7 ? 'north' : lat.toFixed(5)},${lng.toFixed(5)},${1000 + 37 * i}`;
  };
  return `id,name,lat,lng,turnover\n${Array.from({ length: 200 }, (_, i) => line(i)).join('\n')}\n`;
}

/** Takes a state in a look, or in all of them from one load. Returns the looks. */
async function take(page, { name, path, before, after, each, leave, isLoading, isOnce }, look) {
  await before?.(page);
  await page.goto(service.url + path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  if (isLoading) await page.locator('.page-head, .studio-waiting').first().waitFor();
  else await page.waitForFunction(() => document.querySelector('[aria-busy=true]') === null);
  await after?.(page);
  const looks = isOnce ? Object.keys(LOOKS) : [look];
  for (const one of looks) {
    const { viewport, colorScheme } = LOOKS[one];
    if (isOnce) {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme });
    }
    await each?.(page);
    if (isOnce && (await page.locator('[data-map-state]').count()) > 0)
      await page.locator('[data-map-state=idle]').waitFor();
    await page.evaluate(() => document.fonts.ready);
    await page.waitForTimeout(150);
    await page.screenshot({ path: join(folder, `${name}-${one}.png`), fullPage: after === undefined && !isOnce });
    process.stdout.write(`${name}-${one}\n`);
  }
  if (isOnce) await page.emulateMedia({ colorScheme: LOOKS[look].colorScheme });
  await leave?.(page);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  return looks;
}

function problem(error, status) {
  const detail =
    error === 'insufficient_role'
      ? 'Only owners, admins and members with billing rights may see the credits of the organization.'
      : 'The service could not answer. Nothing was charged.';
  return JSON.stringify({ type: `/problems/${error}`, title: error, status, detail, error });
}

/** Members, keys, runs, orders and a webhook, as an organization has them after a while. */
async function fill() {
  const { organizations } = await service.ask('GET', '/session');
  const organization = organizations[0].organization.id;
  const own = `/organizations/${organization}`;
  const { id: expansion } = await service.ask('POST', `${own}/teams`, { name: 'Expansion' });
  await service.ask('PUT', `${own}/teams/${expansion}/limit`, { monthlyLimit: 2000 });
  await service.ask('POST', `${own}/teams`, { name: 'Controlling' });
  const { user } = await service.ask('GET', '/session');
  await service.ask('PUT', `${own}/members/${user.id}/limit`, { monthlyLimit: 1000 });
  for (const email of ['anders@example.com', 'mei@example.com']) {
    await service.ask('POST', `${own}/invitations`, { email, role: 'member', teamId: expansion });
  }
  const keys = [];
  for (const [name, monthlyCap] of [
    ['Till import', 500],
    ['Expansion notebook', null],
    ['Weekly report', 100],
  ]) {
    keys.push(await service.ask('POST', `${own}/keys`, { name, scopes: ['read', 'run'], monthlyCap }));
  }
  const { data: examples } = await service.ask('GET', '/examples');
  const paid = examples.filter(({ quotedCredits }) => quotedCredits > 0);
  for (const [index, { actionId, input, quotedCredits }] of [...paid, ...paid, ...paid].entries()) {
    const body = { ...input, quotedCredits };
    await service.ask('POST', `${own}/actions/${actionId}/execute`, body);
    const { secret } = keys[index % 2];
    await fetch(`${service.url}/api/v1/actions/${actionId}/execute`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  }
  await service.ask('DELETE', `${own}/keys/${keys[2].id}`);
  await service.ask('POST', `${own}/orders`, { credits: 5000, reference: 'PO 2026-114' });
  const run = ({ actionId, input, quotedCredits }, code, change = {}) =>
    service.ask(
      'POST',
      `${own}/actions/${actionId}/execute`,
      { ...input, ...change, quotedCredits },
      { 'X-Analysis-Id': code },
    );
  let analysis = '';
  for (const name of ['Sixth bakery', 'Harbour quarter', 'Where to close']) {
    const { code } = await service.ask('POST', `${own}/analyses`, { name });
    await run(paid[0], code);
    analysis = code;
  }
  await run(paid[0], analysis, { mode: 'bicycle' });
  await service.ask('PUT', `${own}/analyses/${analysis}/shares`, { anyone: true, anyoneExpiresDays: 30 });
  const events = ['job.completed', 'analysis.version.created', 'ping'];
  const { id: webhook } = await service.ask('POST', `${own}/webhooks`, {
    url: receiver.url,
    events,
    description: 'Warehouse',
  });
  await service.ask('POST', `${own}/webhooks/${webhook}/ping`);
  receiver.status = 503;
  await service.ask('POST', `${own}/webhooks/${webhook}/ping`);
  const datasets = `${own}/datasets`;
  const text = { 'Content-Type': 'text/csv' };
  await service.ask('POST', `${datasets}?name=Customers`, 'id,name,address\n1,Ann,56 Northern Road\n', text);
  const { id: dataset } = await service.ask('POST', `${datasets}?name=Bakeries`, storesFile(), text);
  while ((await service.ask('GET', `${datasets}/${dataset}`)).job !== null) await setTimeout(100);
  return { organization, webhook, analysis, dataset };
}

async function startDemo() {
  const args = ['apps/cli/bin/hinterland.js', 'demo', '--home', home, '--port', '0'];
  const env = {
    ...process.env,
    HINTERLAND_WEBHOOK_NETWORKS: '127.0.0.0/8',
    NODE_EXTRA_CA_CERTS: receiver.authority,
    HINTERLAND_LOG_LEVEL: 'error',
  };
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] });
  let printed = '';
  for await (const chunk of child.stdout) {
    printed += chunk;
    if (/quotedCredits/.test(printed)) break;
  }
  const url = /listens on (\S+)/.exec(printed)?.[1];
  const [, email, password] = /Sign in there as (\S+) \(password, shown once: (.+)\)/.exec(printed) ?? [];
  let cookie = '';
  const ask = async (method, path, body, headers = {}) => {
    const answered = await fetch(`${url}/web/v1${path}`, {
      method,
      headers: { Origin: url, Cookie: cookie, 'Content-Type': 'application/json', ...headers },
      ...(method === 'GET' ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body ?? {}) }),
    });
    if (!answered.ok) throw new Error(`${method} ${path}: ${await answered.text()}`);
    const [set] = answered.headers.getSetCookie();
    if (set !== undefined) cookie = set.split(';')[0];
    return answered.json();
  };
  await ask('POST', '/sign-in', { email, password });
  return {
    url,
    ask,
    cookie: cookie.split(/=(.*)/s),
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

/** A receiver of webhooks over HTTPS with a certificate of its own. */
async function startReceiver() {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'receiver' }], {
    keyType: 'ec',
    extensions: [
      { name: 'basicConstraints', cA: true },
      { name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] },
    ],
  });
  const authority = join(home, 'receiver.pem');
  writeFileSync(authority, cert);
  const receiver = { status: 204, authority };
  const server = createServer({ key, cert }, (_, response) => response.writeHead(receiver.status).end());
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  receiver.url = `https://127.0.0.1:${server.address().port}/hinterland`;
  receiver.close = () => server.close();
  return receiver;
}
