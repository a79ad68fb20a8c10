import { expect, it } from 'vitest';
import { accessibilityFaults, overflowPixels } from '../developers/browser.ts';
import type { Studio } from './studioFlows.ts';

/** Questions as steps of the browser's history. */
export function steps(studio: () => Studio): void {
  it('goes back from a question to the one before and to the list, and forward again, without leaving the studio', async () => {
    const { app } = studio();
    const { page } = app;
    await page.setViewportSize({ width: 900, height: 500 });
    await app.go('/studio?at=-36.2,-151.7');
    const list = page.locator('[data-ask]').first();
    const asked = (id: string) => page.locator(`[data-action="${id}"]`).waitFor();
    await list.waitFor();
    await app.mapIsDrawn();
    await app.chooseQuestion('analysis.people_economy');
    await asked('analysis.people_economy');
    await app.chooseQuestion('analysis.markets_sector');
    await asked('analysis.markets_sector');
    await page.goBack();
    await asked('analysis.people_economy');
    await page.goBack();
    await list.waitFor();
    expect(new URL(page.url()).pathname).toBe('/studio');
    expect(app.parameter('at')).toBe('-36.2,-151.7');
    await page.goForward();
    await asked('analysis.people_economy');
    await page.goForward();
    await asked('analysis.markets_sector');
  });

  it.each([1440, 375])('opens a question at the part of its line that is pressed, at %i px', async (width) => {
    const { app } = studio();
    const { page } = app;
    await page.setViewportSize({ width, height: 900 });
    await app.go('/studio?ask=analysis.markets_sector&at=-36.2,-151.7&place=Harbourside&sectors=food.bakery');
    await app.press(/^Run/);
    await page.locator('[data-question="folded"]').waitFor();
    const part = (member: string) => page.locator(`[data-question="folded"] [data-asked="${member}"]`).first();
    expect(await page.locator('[data-asked]').allInnerTexts()).toEqual([
      'Harbourside',
      expect.stringMatching(/min$/),
      'Car',
      'Bakeries',
    ]);
    for (const [member, place] of [
      ['places', '[data-name="where"]'],
      ['bandSeconds', '[data-field="/bandSeconds"]'],
      ['mode', '[data-field="/mode"]'],
      ['sectors', '[data-field="/sectors"]'],
    ] as const) {
      await part(member).click();
      await page.locator(`${place} :focus`).waitFor();
      expect([member, await overflowPixels(page)]).toEqual([member, 0]);
      await app.press('Back to the answer');
    }
    expect(await accessibilityFaults(page, '.question-fold')).toEqual([]);
    await app.isSeen(`question-line-${width}`, process.env.LOOK);
  });
}
