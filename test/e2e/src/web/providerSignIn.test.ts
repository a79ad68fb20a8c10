import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureOrganization } from '../../../../apps/service/src/operate/admin/ensure.ts';
import { CHEAP } from '../../../../apps/service/src/testing/browser.ts';
import { sharedDatabase, type TestDatabase } from '../../../../apps/service/src/testing/databases.ts';
import { TestIdentityProvider } from '../../../../apps/service/src/testing/identityProvider.ts';
import type { TestService } from '../../../../apps/service/src/testing/service.ts';
import { CHROMIUM, hasChromium } from '../developers/browser.ts';
import { startCheckedService } from '../service/checkedService.ts';
import { App, launchOffline } from './driver.ts';

/** The button of an identity provider, pressed in a browser that goes through the pages of a real one. */
describe.runIf(hasChromium)(`sign-in by an identity provider (where ${CHROMIUM} is)`, () => {
  let database: TestDatabase;
  let service: TestService;
  let provider: TestIdentityProvider;
  let browser: Browser;

  beforeAll(async () => {
    [database, provider] = await Promise.all([sharedDatabase(), TestIdentityProvider.start()]);
    const acme = await ensureOrganization(database.db, 'Acme');
    service = await startCheckedService(database, { workers: 1, passwordCost: CHEAP, env: provider.env(acme.id) });
    provider.serve(service.url);
    const known = { email_verified: true, groups: ['geo'] };
    provider.people.set('kim', { ...known, name: 'Kim', email: 'kim@acme.example' });
    provider.people.set('sam', { ...known, name: 'Sam', email: 'sam@acme.example', groups: ['sales'] });
    browser = await launchOffline();
  });
  afterAll(async () => {
    await browser?.close();
    await service?.close();
    await provider?.close();
    await database?.close();
  });

  const throughButton = async (app: App, name: string) => {
    await app.page.getByRole('link', { name: 'Continue with Acme ID' }).click();
    await app.page.getByRole('button', { name: `Sign in as ${name}` }).click();
  };

  it.each([1440, 375])('leads a person to their page, %i pixels wide', async (width) => {
    const app = await App.open(browser, service.url, 'pointer', width);
    await app.go('/sign-in?then=/account/profile');
    await app.isSound('sign-in page with a provider');
    await throughButton(app, 'Kim');
    await app.page.waitForURL(`${service.url}/account/profile`);
    await app.page.getByText('kim@acme.example').first().waitFor();
    await app.page.context().close();
  });

  it('says why somebody is not let in, and lets them try again', async () => {
    const app = await App.open(browser, service.url);
    await app.go('/sign-in');
    await throughButton(app, 'Sam');
    await app.page.getByRole('alert').getByText('None of your groups has a role here.').waitFor();
    await app.isSound('sign-in page with a provider');
    provider.people.set('sam', { ...provider.people.get('sam'), groups: ['geo'] });
    // The provider knows Sam by now, and asks no more.
    await app.page.getByRole('link', { name: 'Continue with Acme ID' }).click();
    await app.page.waitForURL(`${service.url}/`);
    expect((await app.page.request.get(`${service.url}/web/v1/session`)).status()).toBe(200);
    await app.page.context().close();
  });
});
