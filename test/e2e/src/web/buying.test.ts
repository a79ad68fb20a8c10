import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FakeStripe } from '../../../../apps/service/src/testing/fakeStripe.ts';
import { CALLER, CALLER_PASSWORD, callers, type DemoService, startDemo } from '../demoService.ts';
import { accessibilityFaults, CHROMIUM, hasChromium, overflowPixels } from '../developers/browser.ts';
import { App, launchOffline } from './driver.ts';
import { Stranger } from './stranger.ts';

const ownerWith = (email: string) => ({ email, role: 'owner', password: CALLER_PASSWORD, billing: true }) as const;
const SIZES = [
  [1440, 900],
  [1366, 768],
  [375, 812],
] as const;
const CHANGER = 'changer@example.com';
const buyerAt = (width: number) => `buyer-${width}@example.com`;

const PRICES = {
  currency: 'eur',
  tax: 'inclusive',
  minimumCredits: 10,
  packs: [
    { credits: 500, price: 50 },
    { credits: 2000, price: 180 },
  ],
};

/** A run for which credits are missing, in Chromium: bought at a page of another site, and gone on with. */
describe.runIf(hasChromium)(`buying credits (where ${CHROMIUM} is)`, () => {
  let folder: string;
  let stripe: FakeStripe;
  let service: DemoService;
  let browser: Browser;
  let app: App;
  let organization: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hinterland-prices-'));
    await writeFile(join(folder, 'prices.json'), JSON.stringify(PRICES));
    stripe = await new FakeStripe().start();
    service = await startDemo({
      organizations: [
        { ...callers('CI'), credits: 1, users: [ownerWith(CALLER)] },
        { ...callers(), name: 'Changers', credits: 30, users: [ownerWith(CHANGER)] },
        ...SIZES.map(([width]) => ({
          ...callers(),
          name: `Buyers ${width}`,
          credits: 1,
          users: [ownerWith(buyerAt(width))],
        })),
      ],
      env: stripe.settings(join(folder, 'prices.json')),
    });
    stripe.endpoint = service.url;
    browser = await launchOffline();
    app = await App.open(browser, service.url);
    await app.signIn(CALLER, CALLER_PASSWORD);
    organization = `/organizations/${(await ask('/session')).activeOrganization.organization.id}`;
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
    await stripe?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const ask = (path: string): Promise<any> => app.ask(path);
  const shown = (selector: string) => app.page.locator(selector).first();

  it('402, a pack, the payment, and back: the same run goes on with its input, once', async () => {
    await app.go('/studio?at=-36.2,-151.7&ask=analysis.people_economy&reach=bandSeconds:240,480&mode=walk');
    await app.press(/^Run for/);
    await shown('[data-error="insufficient_credits"]').waitFor();
    const { pathname } = new URL(app.page.url());
    expect(pathname).toMatch(/^\/a\/\w{12}$/);
    await app.press('Buy credits', shown('[data-error="insufficient_credits"]'));

    const dialog = app.page.getByRole('dialog');
    await dialog.locator('[data-price="50"]').waitFor();
    for (const width of [375, 1440]) {
      await app.page.setViewportSize({ width, height: 900 });
      expect([width, await overflowPixels(app.page)]).toEqual([width, 0]);
      expect(await accessibilityFaults(app.page)).toEqual([]);
    }
    await dialog.getByRole('radio', { name: '2,000' }).click();
    await dialog.locator('[data-price="180"]').waitFor();
    await dialog.getByRole('radio', { name: 'Another number' }).click();
    await app.fill('Credits', '1000', dialog);
    await app.page.keyboard.press('Tab');
    await dialog.locator('[data-price="100"]').waitFor();
    await app.press('Go to payment', dialog);

    // The page of the provider, at another address; back without paying first.
    await app.page.waitForURL(`${stripe.url}/c/pay/**`);
    await app.page.getByRole('button', { name: 'Back' }).click();
    await shown('[data-order="open"]').waitFor();
    await app.press('Pay');
    await app.page.waitForURL(`${stripe.url}/c/pay/**`);
    await app.page.getByRole('button', { name: 'Pay' }).click();
    await shown('[data-order="confirmed"]').waitFor();
    await shown('[data-balance="1001"]').waitFor();
    expect(await accessibilityFaults(app.page)).toEqual([]);

    await app.press(/^Go on with the run/);
    await shown('[data-result="analysis.people_economy"]').waitFor();
    expect(new URL(app.page.url()).pathname).toBe(pathname);
    const { data } = await ask(`${organization}/ledger?kind=charge`);
    expect(data.length).toBe(1);
    const { latestRun } = await ask(`${organization}/analyses/${pathname.slice(3)}`);
    expect(latestRun).toMatchObject({
      versionNo: 1,
      creditsCharged: -data[0].credits,
      input: { origins: [{ lat: -36.2, lng: -151.7 }], bandSeconds: [240, 480], mode: 'walk' },
    });
    // It went on once: loaded anew, nothing runs.
    await app.page.reload();
    await shown('[data-result="analysis.people_economy"]').waitFor();
    expect((await ask(`${organization}/ledger?kind=charge`)).data.length).toBe(1);
  });

  it('the changed question of a saved analysis goes on with the click on its price, and nothing runs by itself later', async () => {
    const changer = await App.open(browser, service.url);
    const { page } = changer;
    await changer.signIn(CHANGER, CALLER_PASSWORD);
    const home = `/organizations/${(await changer.ask<any>('/session')).activeOrganization.organization.id}`;
    const charges = async () => (await changer.ask<any>(`${home}/ledger?kind=charge`)).data;
    await changer.go('/studio?at=-36.2,-151.7&ask=analysis.people_economy&reach=bandSeconds:240,480&mode=walk');
    await changer.press(/^Run for/);
    await page.locator('[data-result="analysis.people_economy"]').waitFor();
    const code = new URL(page.url()).pathname.slice(3);
    expect(changer.parameter('version')).toBe('1');
    const [first] = await charges();

    await changer.openQuestion();
    await changer.pick(/^(By )?car$/i);
    const changed = page.locator('[data-quoted="analysis.people_economy"] [data-quote]');
    await changed.waitFor();
    await changer.press(/^Run for/);
    await page.locator('[data-error="insufficient_credits"]').waitFor();
    expect(changer.parameter('version')).toBe('1');
    await changer.press('Buy credits', page.locator('[data-error="insufficient_credits"]'));
    await page.getByRole('dialog').locator('[data-price="50"]').waitFor();
    await changer.press('Go to payment', page.getByRole('dialog'));
    await page.waitForURL(`${stripe.url}/c/pay/**`);
    await page.getByRole('button', { name: 'Pay' }).click();
    await page.locator('[data-order="confirmed"]').waitFor();
    const goOn = page.getByRole('button', { name: /^Go on with the run for [\d,]+ credits$/ });
    await goOn.waitFor();
    // Nothing of it runs by itself: not by a reload, nor where the analysis is opened.
    await page.reload();
    await goOn.waitFor();
    for (const address of [`/a/${code}`, `/a/${code}?version=1`]) {
      await changer.go(address);
      await page
        .getByRole('button', { name: /^Run for/ })
        .or(page.locator('[data-result]'))
        .first()
        .waitFor();
      await page.waitForTimeout(1000);
    }
    expect(await charges()).toEqual([first]);

    await changer.go('/account/credits');
    const price = Number(((await goOn.textContent()) ?? '').replace(/\D/g, ''));
    await goOn.click();
    await page.locator('[data-result="analysis.people_economy"]').waitFor();
    expect(new URL(page.url()).pathname).toBe(`/a/${code}`);
    expect(changer.parameter('version')).toBe('2');
    const [newest, ...before] = await charges();
    expect([newest.credits, before]).toEqual([-price, [first]]);
    const { latestRun } = await changer.ask<any>(`${home}/analyses/${code}`);
    expect(latestRun).toMatchObject({ versionNo: 2, creditsCharged: price, input: { mode: 'car' } });
    await changer.go('/account/credits');
    await page.locator('[data-balance]').first().waitFor();
    expect(await goOn.count()).toBe(0);
    await page.context().close();
  });

  it.each(SIZES)(
    'at %i × %i: from the refusal to the answer in five clicks by labels alone, without typing anything again',
    async (width, height) => {
      const buyer = await App.open(browser, service.url, 'pointer', width);
      const { page } = buyer;
      await page.setViewportSize({ width, height });
      await buyer.signIn(buyerAt(width), CALLER_PASSWORD);
      await buyer.go('/studio?at=-36.2,-151.7&ask=analysis.people_economy&reach=bandSeconds:240,480&mode=walk');
      const stranger = new Stranger(page);
      await buyer.mapIsDrawn();
      await stranger.press(/^Run for/);
      await page.locator('[data-error="insufficient_credits"]').waitFor();
      await stranger.press('Buy credits');
      await page.getByRole('dialog').locator('[data-price="50"]').waitFor();
      await stranger.press('Go to payment');
      await page.waitForURL(`${stripe.url}/c/pay/**`);
      await stranger.press('Pay');
      await page.locator('[data-order="confirmed"]').waitFor();
      await stranger.press(/^Go on with the run/);
      await page.locator('[data-result="analysis.people_economy"]').waitFor();
      expect(stranger.counted()).toBe(5);
      expect(await overflowPixels(page)).toBe(0);
      await page.context().close();
    },
  );

  it('the policy lets forms lead to the checkout, and to no other site', async () => {
    await app.go('/account/credits');
    const policy = (await app.page.request.get(`${service.url}/account/credits`)).headers()['content-security-policy'];
    expect(policy).toContain(`form-action 'self' ${stripe.url};`);
    const refused = await app.page.evaluate(async (action) => {
      const { document } = globalThis as any;
      const seen = new Promise<string>((resolve) =>
        document.addEventListener('securitypolicyviolation', (event: any) => resolve(event.effectiveDirective)),
      );
      const form = document.createElement('form');
      form.action = action;
      document.body.append(form);
      form.submit();
      return seen;
    }, 'http://127.0.0.1:9/elsewhere');
    expect([refused, new URL(app.page.url()).pathname]).toEqual(['form-action', '/account/credits']);
    // What the browser reported was that, and the address of the checkout.
    const others = app.complaints.filter(
      (one) => !one.startsWith(stripe.url) && !one.includes('127.0.0.1:9/elsewhere'),
    );
    expect(others).toEqual([]);
  });

  it('orders, receipts, the file of a month and the mark for mails are there at both widths', async () => {
    for (const width of [375, 1440]) {
      await app.page.setViewportSize({ width, height: 900 });
      await app.go('/account/credits');
      await app.page.getByText(/^INV-/).first().waitFor();
      await app.page.getByRole('link', { name: 'Receipt' }).waitFor();
      await app.page.getByRole('link', { name: 'Download as CSV' }).waitFor();
      expect([width, await overflowPixels(app.page), await accessibilityFaults(app.page)]).toEqual([width, 0, []]);
    }
    await app.fill('Credits', '50');
    await app.press('Save');
    await expect.poll(async () => (await ask(`${organization}/low-credits`)).credits).toBe(50);
  });
});
