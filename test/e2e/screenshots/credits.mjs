import { all, answer, changed, json, press, refusal } from './answers.mjs';

const EURO = (amount) => ({ amount, currency: 'EUR' });
const OFFER = {
  paysOnline: true,
  list: {
    tax: 'exclusive',
    minimumCredits: 100,
    packs: [
      { credits: 500, price: EURO(50) },
      { credits: 2000, price: EURO(180) },
      { credits: 10_000, price: EURO(800) },
    ],
    asked: null,
  },
};
const ORDER = {
  reference: null,
  status: 'confirmed',
  paymentUrl: null,
  price: EURO(180),
  returnedCredits: 0,
  hasReceipt: true,
  orderedBy: { id: 1, name: 'Rosa Bianchi' },
  credits: 2000,
};
const ORDERS = [
  {
    ...ORDER,
    id: 14,
    status: 'open',
    paymentUrl: 'https://checkout.stripe.com/c/pay/1',
    hasReceipt: false,
    invoiceNumber: null,
    createdAt: '2026-11-20T09:12:00.000Z',
    endedAt: null,
  },
  {
    ...ORDER,
    id: 13,
    reference: 'PO 2026-114',
    invoiceNumber: 'INV-2026-000031',
    returnedCredits: 500,
    createdAt: '2026-11-04T15:40:00.000Z',
    endedAt: '2026-11-04T15:42:00.000Z',
  },
  {
    ...ORDER,
    id: 12,
    credits: 500,
    price: EURO(50),
    invoiceNumber: 'INV-2026-000027',
    createdAt: '2026-10-12T08:01:00.000Z',
    endedAt: '2026-10-12T08:03:00.000Z',
  },
  {
    ...ORDER,
    id: 11,
    status: 'cancelled',
    hasReceipt: false,
    invoiceNumber: null,
    createdAt: '2026-09-30T11:20:00.000Z',
    endedAt: '2026-10-01T11:20:00.000Z',
  },
];

/** Buying credits: prices, orders, what became of a payment, and the run that waits for it. */
export function creditShots({ own, analysis }) {
  const priced = answer(`${own}/offer*`, (route) => {
    const asked = Number(new URL(route.request().url()).searchParams.get('credits') ?? 0);
    const list = { ...OFFER.list, asked: asked > 0 ? { credits: asked, price: EURO(asked / 10) } : null };
    return route.fulfill(json({ ...OFFER, list }));
  });
  const ordered = answer(`${own}/orders`, (route) => route.fulfill(json({ data: ORDERS })));
  const withoutBilling = changed('**/web/v1/session', (session) => ({
    ...session,
    organizations: session.organizations.map((one) => ({ ...one, role: 'member', billing: false })),
    ...(session.activeOrganization == null
      ? {}
      : { activeOrganization: { ...session.activeOrganization, role: 'member', billing: false } }),
  }));
  const buyers = answer(`${own}/buyers`, (route) =>
    route.fulfill(
      json({
        data: [
          { id: 1, name: 'Rosa Bianchi' },
          { id: 2, name: 'Anders Holm' },
        ],
      }),
    ),
  );
  const short = answer('**/actions/analysis.people_economy/execute', (route) =>
    route.fulfill(
      refusal('insufficient_credits', 402, {
        blockedBy: 'organization_balance',
        requiredCredits: 20,
        availableCredits: 4,
      }),
    ),
  );
  const refused = async (page) => {
    await press('Fill in an example')(page);
    await press(/^Run for/)(page);
    await page.locator('[data-error=insufficient_credits]').waitFor();
    // The refusal is drawn anew when those who may buy are known.
    await page.waitForTimeout(500);
    await page.locator('[data-error=insufficient_credits]').scrollIntoViewIfNeeded();
  };
  const returned = (id, name) => ({
    name: `credits-returned-${name}`,
    path: `/account/credits?order=${id}`,
    before: all(priced, ordered),
    async after(page) {
      await page.evaluate(keepRun, { path: own.replace('**/web/v1', ''), code: analysis });
      await page.reload();
      await page.locator('[data-order]').waitFor();
      await page.getByRole('button', { name: /^Go on/ }).waitFor();
    },
    leave: (page) => page.evaluate(() => sessionStorage.clear()),
  });
  return [
    {
      name: 'credits-packs',
      path: '/account/credits?buy=1200',
      before: priced,
      after: (page) => page.getByRole('dialog').locator('[data-price]').first().waitFor(),
    },
    {
      name: 'credits-other-number',
      path: '/account/credits',
      before: priced,
      async after(page) {
        await press('Buy credits')(page);
        await page.getByRole('dialog').getByText('Another number').click();
        await page.getByLabel('Credits').last().fill('1200');
        await page.keyboard.press('Tab');
        await page.locator('[data-price="120"]').waitFor();
      },
    },
    { name: 'credits-orders', path: '/account/credits', before: ordered },
    returned(13, 'paid'),
    returned(14, 'pending'),
    returned(11, 'canceled'),
    { name: 'credits-no-billing', path: '/account/credits', before: all(withoutBilling, buyers, ordered) },
    {
      name: 'credits-low',
      path: '/account/credits',
      before: answer(`${own}/low-credits`, (route) => route.fulfill(json({ credits: 250 }))),
      after: (page) => page.getByRole('heading', { name: 'Mail when credits run low' }).scrollIntoViewIfNeeded(),
    },
    { name: 'credits-refused', path: '/studio?ask=analysis.people_economy', before: short, after: refused },
    {
      name: 'credits-refused-no-billing',
      path: '/studio?ask=analysis.people_economy',
      before: all(withoutBilling, buyers, short),
      after: refused,
    },
  ];
}

/** Runs in the page: a run that waits for its credits. */
function keepRun({ path, code }) {
  const input = { origins: [{ lat: -36.2, lng: -151.7 }], bandSeconds: [600], mode: 'car' };
  const run = { path, code, actionId: 'analysis.people_economy', input };
  sessionStorage.setItem('hinterland.pendingRun', JSON.stringify(run));
}
