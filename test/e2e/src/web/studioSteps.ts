import { expect, it } from 'vitest';
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
}
