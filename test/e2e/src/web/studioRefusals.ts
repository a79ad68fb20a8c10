import { expect, it } from 'vitest';
import type { Studio } from './studioFlows.ts';

/** What a run that is refused, fails, or is cancelled leaves behind. */
export function refusals(studio: () => Studio): void {
  it.each([375, 1440])(
    'says at %i px what went wrong with a run, that nothing was charged, and keeps the input',
    async (width) => {
      const { app, url, organization, ask } = studio();
      const { page } = app;
      await page.setViewportSize({ width, height: 900 });
      const at = '/studio?at=-36.2,-151.7&ask=analysis.people_economy';
      const execute = '**/actions/analysis.people_economy/execute';
      const run = 'Run for 20 credits';
      const balance = async () => (await ask<{ available: number }>(`${organization}/credits`)).available;
      const before = await balance();

      await app.go('/studio?ask=analysis.people_economy');
      await page.getByText('Still needed').waitFor();
      await app.isSound('form');

      // The price that the page knows is an older one.
      await app.go(at);
      await page.locator('[data-quote]').waitFor();
      await app.isSound('price');
      await page.route(execute, (route) => {
        const body = { ...route.request().postDataJSON(), quotedCredits: 18 };
        return route.continue({ postData: JSON.stringify(body) });
      });
      await app.press(run);
      await page.locator('[data-error=quote_changed]').getByText('to 20 credits').waitFor();
      await page.getByText('Nothing was charged').waitFor();
      await app.isSound('409');
      await page.unroute(execute);

      const { user } = await ask<{ user: { id: number } }>('/session');
      const limit = (monthlyLimit: number | null) =>
        page.request.put(`${url}/web/v1${organization}/members/${user.id}/limit`, {
          data: { monthlyLimit },
          headers: { Origin: url },
        });
      expect((await limit(1)).status()).toBe(200);
      await app.press(run);
      await page
        .locator('[data-error=insufficient_credits]')
        .getByText('An owner or admin can raise your limit')
        .waitFor();
      await app.isSound('402');
      expect((await limit(null)).status()).toBe(200);

      const broken = {
        type: '/problems/internal_error',
        title: 'Fault',
        status: 500,
        error: 'internal_error',
        detail: 'It failed.',
      };
      await page.route(execute, (route) =>
        route.fulfill({ status: 500, contentType: 'application/problem+json', body: JSON.stringify(broken) }),
      );
      await app.press(run);
      await page.locator('[data-error=internal_error]').getByText('Nothing was charged').waitFor();
      await app.isSound('error');
      await page.unroute(execute);
      await page.route(execute, () => {});
      await app.press(run);
      await page.getByRole('progressbar', { name: 'The run is in progress' }).waitFor();
      await app.isSound('running');
      await app.press('Cancel');
      await page.getByText('Cancelled. Nothing was charged.').last().waitFor();
      await app.isSound('cancelled');
      await page.unroute(execute);

      expect(await balance()).toBe(before);
      expect(await app.layers()).toMatchObject({ places: 1 });
      await app.press(run);
      await page.locator('[data-result="analysis.people_economy"]').waitFor();
      expect(await balance()).toBe(before - 20);
    },
  );

  it('says what is known of the charge where the answer of a run is cut off, and shows the saved one', async () => {
    const { app, organization, ask } = studio();
    const { page } = app;
    const execute = '**/actions/analysis.people_economy/execute';
    const balance = async () => (await ask<{ available: number }>(`${organization}/credits`)).available;
    const before = await balance();
    const cut = (versionNo: string) => page.locator(`[data-cut="${versionNo}"]`);
    await app.go('/studio?at=-36.2,-151.7&ask=analysis.people_economy');

    // The connection is lost before the service hears of the run.
    await page.route(execute, (route) => route.abort());
    await app.press('Run for 20 credits');
    await cut('0').getByText('No charge is recorded for it so far').waitFor();
    expect(await balance()).toBe(before);
    await page.unroute(execute);

    // It is lost in the middle of the answer; the service cannot be asked at first.
    const versions = '**/analyses/*/versions';
    await page.route(execute, async (route) => {
      const answer = await route.fetch();
      const text = await answer.text();
      await page.route(versions, (asked) => asked.abort());
      await route.fulfill({ response: answer, body: text.slice(0, text.length / 2) });
    });
    await app.press('Run for 20 credits');
    await cut('').getByText('cannot be asked whether it was charged').waitFor();
    await app.isSound('cut off, unknown');
    await page.unroute(versions);
    await app.press('Check again');
    await cut('1').getByText('it was charged 20 credits and is saved as version 1').waitFor();
    await app.isSound('cut off');
    expect(await balance()).toBe(before - 20);
    await app.press('Show the saved answer');
    await page.locator('[data-result="analysis.people_economy"][data-version="1"]').waitFor();
    await cut('1').waitFor({ state: 'detached' });
    await page.unroute(execute);

    // What was saved is drawn; where that fails, the page says where it is.
    await page.route('**/app/answerView-*.js', (route) => route.fulfill({ status: 404, body: 'gone' }));
    await page.reload();
    await page.locator('[data-failed=file]').getByText('charged 20 credits').waitFor();
    await page.unroute('**/app/answerView-*.js');
    await app.press('Reload', page.locator('[data-failed=file]').last());
    await page.locator('[data-result="analysis.people_economy"] [data-figure]').first().waitFor();
    expect(await balance()).toBe(before - 20);
  });

  it('keeps figures and tables where the map cannot be drawn', async () => {
    const { app } = studio();
    const { page } = app;
    const context = await page
      .context()
      .browser()!
      .newContext({ storageState: await page.context().storageState() });
    await context.addInitScript('HTMLCanvasElement.prototype.getContext = () => null;');
    const other = await context.newPage();
    await other.goto(page.url());
    await other.locator('[data-failed=map]').getByText('All figures and tables still work').waitFor();
    await other.locator('[data-result="analysis.people_economy"] [data-figure]').first().waitFor();
    await context.close();
  });
}
