import { answer, drawn, json, press, refusal, signedOut } from './answers.mjs';

const NEW_FACTOR = {
  uri: 'otpauth://totp/Hinterland:demo%40example.com?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Hinterland&digits=6&period=30',
  recoveryCodes: ['aB3dE-fG7hJ', 'kL9mN-pQ2rS'],
};
const PAGES = ['api', 'webhooks', 'credits', 'ledger', 'members', 'teams', 'organization', 'audit', 'data', 'profile'];
const EMPTY = json({ data: [], next: null, availableEvents: [] });
const choose = (name) => (page) => page.getByRole('radio', { name }).click();
const opened = (key) => async (page) => {
  await page.keyboard.press(key);
  await page.getByRole('dialog').waitFor();
};

/** Pages before signing in, the start page, dashboards, and those of the account with their states. */
export function accountShots({ own, webhook }) {
  return [
    { name: 'front', path: '/', before: signedOut },
    {
      name: 'front-area',
      path: '/',
      before: signedOut,
      async after(page) {
        await page.locator('.place-search input').pressSequentially('Harbour');
        await page.getByRole('option').filter({ hasText: 'Harbour' }).first().click();
        await page.locator('.card-body[data-action="analysis.isochrone"] .sentence').waitFor();
      },
    },
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
      name: 'areas-classes',
      path: '/dashboards?level=9&figure=age_classes.median_age',
      async after(page) {
        await page.locator('.legend [data-class]').first().waitFor();
        await drawn(page);
      },
    },
    {
      name: 'areas-table',
      path: '/dashboards?figure=storesPer10000.food.bakery&level=6&table=first',
      async after(page) {
        await page.locator('[data-twin] tbody tr').first().waitFor();
        await drawn(page);
      },
    },
    {
      name: 'areas-profile',
      path: '/dashboards/XM-101',
      async after(page) {
        await page.locator('[data-profile] [data-topic]').first().waitFor();
        await drawn(page);
        await page.locator('[data-profile]').scrollIntoViewIfNeeded();
      },
    },
    ...PAGES.map((name) => ({ name, path: `/account/${name}` })),
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
    {
      name: 'credits-actions',
      path: '/account/credits',
      async after(page) {
        await choose('Action')(page);
        await page.getByText('Markets by sector').first().waitFor();
      },
    },
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
      before: answer(`${own}/${list}`, (route) => route.fulfill(EMPTY)),
    })),
    { name: 'loading', path: '/account/ledger', before: answer(`${own}/ledger?*`, () => {}), isLoading: true },
    {
      name: 'error',
      path: '/account/webhooks',
      before: answer(`${own}/webhooks`, (route) => route.fulfill(refusal('internal_error', 500))),
    },
    {
      name: 'no-permission',
      path: '/account/credits',
      before: answer(`${own}/credits`, (route) => route.fulfill(refusal('insufficient_role', 403))),
    },
    { name: 'offline', path: '/account/teams', before: answer(`${own}/teams`, (route) => route.abort()) },
  ];
}
