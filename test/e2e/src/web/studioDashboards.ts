import { expect, it } from 'vitest';
import { accessibilityFaults, overflowPixels } from '../developers/browser.ts';
import type { Studio } from './studioFlows.ts';

interface Area {
  readonly code: string;
  readonly name: string;
  readonly kind: string;
  readonly level: number | null;
  readonly residents: number;
  readonly poles: number;
  readonly parentCode: string | null;
}

const english = (value: number): string => Math.round(value).toLocaleString('en');

/** Dashboards of areas: figures of the free action, ways up and down, and nothing charged. */
export function dashboards(studio: () => Studio): void {
  it('walks through areas on /dashboards, free, with the figures of areas.list', async () => {
    const { app, ask, byKey, organization } = studio();
    const { page } = app;
    const areas = async (body: object) =>
      (await byKey<{ result: { areas: readonly Area[] } }>('/actions/areas.list/execute', body)).result.areas;
    const ledger = async () =>
      (await ask<{ data: readonly { action: string }[] }>(`${organization}/ledger?limit=1`)).data;
    const before = await ledger();
    await page.setViewportSize({ width: 1440, height: 900 });
    await app.go('/');
    await page.locator('main').getByRole('link', { name: 'Areas', exact: true }).click();
    const [country] = await areas({ limit: 1 });
    const fact = (name: string, { code }: Area) => page.locator(`[data-fact="${name} ${code}"]`).textContent();
    await page.locator(`[data-dashboard="${country?.code}"] [data-fact]`).first().waitFor({ timeout: 20_000 });
    expect(await fact('residents', country as Area)).toBe(english(country?.residents ?? 0));

    const within = await areas({ parent: `${country?.kind}:${country?.code}` });
    const states = within.filter(({ level }) => level !== null);
    await app.mapIsDrawn();
    expect(await app.layers()).toMatchObject({ shapes: states.length });
    const largest = states.toSorted((a, b) => b.residents - a.residents)[0] as Area;
    await page.locator('.bars').getByRole('link', { name: largest.name, exact: true }).click();
    await page.locator(`[data-dashboard="${largest.code}"] [data-fact="residents ${largest.code}"]`).waitFor();
    expect(await fact('residents', largest)).toBe(english(largest.residents));
    expect(await fact('poles', largest)).toBe(english(largest.poles));
    expect(await fact('residents', country as Area)).toBe(english(country?.residents ?? 0));
    expect(new URL(page.url()).pathname).toBe(`/dashboards/${largest.code}`);
    expect(await ledger()).toEqual(before);

    for (const width of [375, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      expect([width, await overflowPixels(page)]).toEqual([width, 0]);
      expect([width, await accessibilityFaults(page)]).toEqual([width, []]);
    }
    // The question about it is filled in.
    await app.press('Who lives nearby?');
    await page.locator('[data-field="/areas"]').getByText(largest.name).waitFor();
    await page.locator('[data-quote]').waitFor({ timeout: 20_000 });
    await app.go('/dashboards/nowhere');
    await page.getByText('There is no such area').waitFor();
    expect(app.complaints).toEqual([]);
  }, 90_000);
}
