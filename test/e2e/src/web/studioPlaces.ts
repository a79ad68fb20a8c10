import { expect, it } from 'vitest';
import type { Studio } from './studioFlows.ts';

interface Reversed {
  readonly result: {
    readonly poles: readonly [{ readonly addresses: readonly { readonly displayLine: string }[] }];
    readonly areas: readonly { readonly name: string }[];
  };
}

interface Result {
  readonly parts: unknown;
}

type Position = readonly [lng: number, lat: number];

interface Version {
  readonly input: {
    readonly polygon: { readonly coordinates: readonly [readonly [Position, Position, ...Position[]]] };
  };
  readonly results: Result;
}

/** Places named by their address, and areas drawn by their corners. */
export function places(studio: () => Studio): void {
  it('names a place that was pointed at by the address or the area where it is', async () => {
    const { app, byKey } = studio();
    await app.go('/studio?at=-36.2,-151.7');
    const { result } = await byKey<Reversed>('/actions/search.reverse_address/execute', { lat: -36.2, lng: -151.7 });
    const address = result.poles[0].addresses[0]?.displayLine ?? (result.areas.at(-1)?.name as string);
    await app.page.locator('.place-list').getByText(address).waitFor();
    await app.page.getByRole('button', { name: `Place 1, ${address}. Arrow keys move it.` }).waitFor();
    // The name is for the eye: the address keeps coordinates alone.
    expect(app.parameter('place')).toBeNull();
  });

  it('takes a polygon whose corners are put on the map and moved, and undoes them one by one', async () => {
    const { app, organization, ask, byKey } = studio();
    const { page } = app;
    await page.setViewportSize({ width: 1440, height: 900 });
    await app.go('/studio?ask=analysis.people_economy&map=14%2F-36.2%2F-151.7');
    await page.getByRole('radio', { name: 'Polygon' }).click();
    await app.mapIsDrawn();
    const corners = () => page.locator('[data-field="/polygon"] [data-corners]').getAttribute('data-corners');
    for (const [i, position] of [
      { x: 300, y: 300 },
      { x: 700, y: 300 },
      { x: 700, y: 600 },
    ].entries()) {
      await page.getByRole('application').click({ position });
      await expect.poll(corners).toBe(String(i + 1));
      if (i < 2) await page.getByText('Still needed: Polygon').waitFor();
    }
    await page.locator('[data-quote]').waitFor();
    expect(await app.layers()).toEqual({ shapes: 1 });
    await page.locator('[data-pin="1"]').focus();
    await page.keyboard.press('Shift+ArrowUp');
    await app.press('Undo');
    await page.locator('[data-quote]').waitFor();
    await app.press(/^Run for/);
    await page.locator('[data-result="analysis.people_economy"]').waitFor();
    const [, code] = /\/a\/(\w{12})/.exec(page.url()) ?? [];
    const { input, results } = await ask<Version>(`${organization}/analyses/${code}/versions/1`);
    expect(input.polygon.coordinates[0]).toHaveLength(4);
    const [[west], [east]] = input.polygon.coordinates[0];
    expect(west).toBeLessThan(east);
    const { quotedCredits } = await byKey<{ quotedCredits: number }>('/actions/analysis.people_economy/quote', input);
    const { result } = await byKey<{ result: Result }>('/actions/analysis.people_economy/execute', {
      ...input,
      quotedCredits,
    });
    expect(results.parts).toEqual(result.parts);
    await app.press('Undo');
    await expect.poll(corners).toBe('2');
  });
}
