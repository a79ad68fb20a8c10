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
      await page.locator('[data-quote]').waitFor({ timeout: 20_000 });
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
      await page.locator('[data-result="analysis.people_economy"]').waitFor({ timeout: 20_000 });
      expect(await balance()).toBe(before - 20);
    },
    90_000,
  );
}
