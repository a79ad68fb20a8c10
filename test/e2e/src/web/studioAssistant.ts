import { expect, it } from 'vitest';
import type { ScriptedModel } from '../../../model/src/server.ts';
import type { Studio } from './studioFlows.ts';

const REACH = { origins: [{ lat: -36.2, lng: -151.7 }], bandSeconds: [600], mode: 'car', topics: ['residents'] };
const ANSWER = [
  { say: 'Looking.', calls: [{ tool: 'areas.list', input: { limit: 1 } }] },
  {
    say: ['In all live [[{last}#/areas/0/resid', 'ents]] people, **not** 777.'],
    calls: [{ tool: 'analysis.people_economy', input: REACH }],
  },
  { say: 'Within reach live [[{last}#/parts/0/residents]].' },
];

/** The assistant beside the map, with a scripted model: by keyboard, on both sizes of window. */
export function assistant(studio: () => Studio, model: () => ScriptedModel): void {
  it.each([1440, 375])(
    'the assistant answers, runs what a click agrees to, and goes on after a reload, at %i px',
    async (width) => {
      const { app, ask, byKey, organization } = studio();
      const { page } = app;
      model().play([{ when: 'Who lives', steps: ANSWER }]);
      await page.setViewportSize({ width, height: 900 });
      await app.go('/studio?at=-36.2,-151.7&place=Town+hall');
      await page.evaluate('sessionStorage.clear()');
      await app.go('/studio?at=-36.2,-151.7&place=Town+hall');
      await app.mapIsDrawn();
      const panel = page.locator('.assistant');
      const question = page.getByRole('textbox', { name: 'Your question' });
      await page.keyboard.press('Control+i');
      await expect.poll(() => question.evaluate((node) => node === node.ownerDocument.activeElement)).toBe(true);
      await app.isSound('assistant, new', '.assistant');
      await page.keyboard.type('Who lives here?');
      await page.keyboard.press('Enter');

      await panel.locator('[data-tool="areas.list"][data-step=done]').waitFor();
      const figure = panel.locator('.answer-figure').first();
      await figure.waitFor();
      const { result } = await byKey<{ result: { areas: readonly { residents: number }[] } }>(
        '/actions/areas.list/execute',
        { limit: 1 },
      );
      expect(Number(await figure.getAttribute('data-value'))).toBe(result.areas[0]?.residents);
      expect(await panel.locator('[data-unverified]').textContent()).toMatch(/^777\s*unverified$/);
      await figure.press('Enter');
      await page.locator('[data-how]').getByText('residents', { exact: false }).first().waitFor();
      await page.keyboard.press('Escape');
      await expect.poll(() => page.locator('[data-how]').count()).toBe(0);

      const card = page.getByRole('article', { name: /^Price: / });
      const run = card.getByRole('button', { name: 'Run for 2 credits' });
      await run.waitFor();
      await app.isSound('assistant, card', '.assistant');
      const spent = async () => (await ask<{ data: readonly { id: number }[] }>(`${organization}/ledger?limit=1`)).data;
      const before = await spent();
      await run.press('Enter');
      await card.locator('[data-ended=done]').waitFor();
      expect(await spent()).not.toEqual(before);
      await panel.locator('[data-turn=done]').waitFor();
      const reached = panel.locator('[data-figure="/parts/0/residents"]');
      const { parts } = (
        await byKey<{ result: { parts: readonly { residents: number }[] } }>(
          '/actions/analysis.people_economy/execute',
          {
            ...REACH,
            quotedCredits: 2,
          },
        )
      ).result;
      expect(Number(await reached.getAttribute('data-value'))).toBe(parts[0]?.residents);

      // The run is the version of an analysis that the studio shows now, with its areas on the map.
      await page.waitForURL(/\/a\/\w+\?.*version=1/);
      await page.locator('[data-result="analysis.people_economy"][data-version="1"]').waitFor({ state: 'attached' });
      await expect.poll(() => app.layers()).toMatchObject({ area: 1 });
      const [, code] = /\/a\/(\w+)/.exec(page.url()) as unknown as [string, string];
      const versions = await ask<{ data: readonly { actionId: string; creditsCharged: number }[] }>(
        `${organization}/analyses/${code}/versions`,
      );
      expect(versions.data).toMatchObject([{ actionId: 'analysis.people_economy', creditsCharged: 2 }]);

      await page.reload();
      await reached.waitFor();
      expect(await panel.locator('[data-card=done]').count()).toBe(1);

      const release = model().hold();
      await question.fill('Wait for me');
      await question.press('Enter');
      await panel.locator('[data-turn=running]').waitFor();
      await page.getByRole('button', { name: 'Stop the answer' }).press('Enter');
      await panel.locator('[data-turn=canceled]').waitFor();
      release();
      expect(app.complaints).toEqual([]);
    },
  );

  it('says that there is no model, and names the settings to those who own the organization', async () => {
    const { app } = studio();
    const { page } = app;
    const limits = { toolCallsPerTurn: 1, modelSecondsPerTurn: 1, tokensPerTurn: 1, cardMinutes: 1, keptDays: 1 };
    const off = { configured: false, creditCapDefault: 50, limits, settings: ['HINTERLAND_LLM_URL'] };
    await page.route('**/web/v1/assistant', (route) => route.fulfill({ json: off }));
    await page.setViewportSize({ width: 1440, height: 900 });
    await app.go('/');
    await page.evaluate('sessionStorage.clear()');
    await app.go('/');
    await app.press('Assistant');
    const panel = page.getByRole('complementary', { name: 'Assistant' });
    await panel.getByText('The assistant is off').waitFor();
    await panel.getByText('The operator of this service connects a language model with these settings:').click();
    expect(await panel.getByRole('listitem').allTextContents()).toEqual(off.settings);
    await app.isSound('assistant, off', '.assistant');
    await app.press('Close the assistant');
    await expect.poll(() => panel.count()).toBe(0);
    await page.unroute('**/web/v1/assistant');
  });
}
