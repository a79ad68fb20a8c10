import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Mailbox } from '../../../../apps/service/src/testing/browser.ts';
import { type ScriptedModel, startScriptedModel } from '../../../model/src/server.ts';
import { CALLER, CALLER_PASSWORD, callers, type DemoService, startDemo } from '../demoService.ts';
import { CHROMIUM, hasChromium } from '../developers/browser.ts';
import { App, launchOffline } from './driver.ts';
import { DIALOGS, FLOWS, hasReturned } from './keyboardFlows.ts';

/** More than any dialog has to go through, once around. */
const TABS = 14;

/** Every flow of the app by keys alone: after each step something on the page has the focus, in sight and with a ring. */
describe.runIf(hasChromium)(`the web app by keys alone (where ${CHROMIUM} is)`, () => {
  let service: DemoService;
  let model: ScriptedModel;
  let mailbox: Mailbox;
  let browser: Browser;
  let own: App;

  beforeAll(async () => {
    model = await startScriptedModel();
    service = await startDemo({
      organizations: [callers('CI')],
      env: { ...model.env('openai'), HINTERLAND_STARTING_CREDITS: '1000' },
    });
    mailbox = new Mailbox(service.home);
    browser = await launchOffline();
    own = await App.open(browser, service.url, 'keyboard');
    await own.signIn(CALLER, CALLER_PASSWORD);
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
    await model?.close();
  });

  it.each(FLOWS)('$name', async ({ from, isStranger = false, walk }) => {
    const app = isStranger ? await App.open(browser, service.url, 'keyboard') : own;
    await app.go(from);
    await walk({ app, mailbox, model });
    expect(app.complaints).toEqual([]);
    if (isStranger) await app.page.context().close();
  });

  it.each(DIALOGS)(
    'the dialog of %s that %s opens takes the focus, keeps it, and gives it back',
    async (path, opener) => {
      const { page } = own;
      await own.go(path);
      await expect.poll(() => page.locator('[aria-busy=true]').count()).toBe(0);
      const dialog = page.getByRole('dialog');
      const isInside = async () =>
        (await dialog.locator(':focus').count()) + (await page.locator('[role=dialog]:focus').count());
      let before = 'Skip to content';
      if (typeof opener === 'string') {
        await own.press(opener);
        before = opener;
      } else {
        await page.keyboard.press('Tab');
        before = (await page.locator(':focus').textContent()) ?? '';
        await own.key(opener.key);
      }
      await dialog.waitFor();
      await expect.poll(isInside).toBe(1);
      for (const key of ['Tab', 'Shift+Tab']) {
        for (let presses = 0; presses < TABS; presses++) {
          await page.keyboard.press(key);
          expect([key, presses, await isInside()]).toEqual([key, presses, 1]);
        }
        await own.hasFocus(key);
      }
      await own.key('Escape');
      await dialog.waitFor({ state: 'detached' });
      await hasReturned(own, before);
    },
  );
});
