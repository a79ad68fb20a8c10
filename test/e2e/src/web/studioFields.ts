import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import type { Studio } from './studioFlows.ts';

const poll = <T>(of: () => T) => expect.poll(of);

const isPointed = async (row: Locator): Promise<boolean> => (await row.getAttribute('data-pointed')) !== null;

interface Compared {
  readonly mode: string;
  readonly bands: readonly { readonly cumulativeResidents: number }[];
}

/** Controls of the form, and the joint of what they draw with the figures of the answer. */
export function fields(studio: () => Studio): void {
  it.each([1440, 375])('takes rides and lays each mode of a comparison on the map at %i px', async (width) => {
    const { app, byKey } = studio();
    const { page } = app;
    const body = { origins: [{ lat: -36.2, lng: -151.7 }], bandSeconds: [900, 1800], percentile: 80, maxRides: 2 };
    await page.setViewportSize({ width, height: 900 });
    await app.go('/studio?at=-36.2,-151.7&ask=analysis.isochrone&reach=bandSeconds:900,1800&table=area');
    await app.mapIsDrawn();
    const ride = page.locator('[data-field="/percentile"]');
    await page.getByText('More on the way there').click();
    // Cars know no rides.
    expect(await ride.count()).toBe(0);
    await page.getByText('More settings').last().click();
    await page.locator('[data-field="/compareModes"] label').click();
    for (const name of ['percentile', 'maxRides'] as const) {
      const input = page.locator(`[data-field="/${name}"] input`);
      await input.fill(String(body[name]));
      await input.blur();
    }
    await app.isSound('rides');
    await app.press('Run, free');
    await page.locator('[data-result="analysis.isochrone"]').waitFor();
    const { result } = await byKey<{ result: { modes: readonly Compared[] } }>('/actions/analysis.isochrone/execute', {
      ...body,
      compareModes: true,
      quotedCredits: 3,
    });
    const choice = page.locator('[data-modes-on-map]');
    const rows = page.locator('[data-twin=area] tbody tr');
    for (const [mode, name, legend] of [
      ['walk', 'On foot', /^On foot$/],
      // When people ride, with the date as it is written at the beginning of a line.
      [
        'transit',
        'Public transport',
        /^By public transport, [A-Z][a-z]{2} \d+, \d{4}, \d\d:00–\d\d:00, in 80% of departures$/,
      ],
    ] as const) {
      await choice.getByRole('radio', { name }).click();
      await poll(() => page.locator('.legend-title').textContent()).toMatch(legend);
      await poll(async () => (await rows.allTextContents()).map((text) => text.includes(name))).toEqual([true, true]);
      const { bands } = result.modes.find((one) => one.mode === mode) as Compared;
      for (const [i, { cumulativeResidents }] of bands.entries())
        expect(await rows.nth(i).textContent()).toContain(Math.round(cumulativeResidents).toLocaleString('en'));
      expect(app.parameter('by')).toBe(mode);
      await app.mapIsDrawn();
    }
    await app.isSound('modes', '[data-result]');
    // Another question is drawn as it is asked.
    await app.openQuestion();
    await page.getByRole('radio', { name: 'Bicycle' }).first().click();
    await poll(() => page.locator('.legend-title').textContent()).toBe('By bicycle');
    await poll(() => choice.count()).toBe(0);
    await page.locator('[data-outdated=true]').waitFor();
    await app.isSound('outdated');
  });

  it('moves a limit by its thumb or as text, and joins its band on the map with its row among all figures', async () => {
    const { app } = studio();
    const { page } = app;
    await page.setViewportSize({ width: 1440, height: 900 });
    await app.go('/studio?at=-36.2,-151.7&ask=analysis.isochrone&table=area');
    await page.locator('[data-twin=area] tbody tr').nth(2).waitFor();
    const reach = page.locator('[data-field="/bandSeconds"]');
    const thumbs = reach.getByRole('slider');
    expect(await thumbs.count()).toBe(3);
    // Each is read with its own value and the name of the field, not with the values of all.
    const last = reach.getByRole('slider', { name: '15 min Travel time', exact: true });
    await last.focus();
    await page.keyboard.press('ArrowRight');
    await poll(() => app.parameter('reach')).toBe('bandSeconds:300,600,960');
    const text = reach.getByRole('textbox');
    await poll(() => text.inputValue()).toBe('5, 10, 16');
    await text.fill('12; 4');
    await text.blur();
    await poll(() => app.parameter('reach')).toBe('bandSeconds:240,720');
    await poll(() => text.inputValue()).toBe('4, 12');
    await poll(async () => (await app.layers()).area).toBe(2);

    await app.press('Run, free');
    const answer = page.locator('[data-result="analysis.isochrone"]');
    await answer.waitFor();
    await app.showAllFigures();
    const row = answer.locator('tr[data-joint="240 s"]').first();
    const twin = page.locator('[data-twin=area] tr[data-joint="240 s"]');
    const pointed = () => page.locator('tr[data-pointed]').evaluateAll((rows) => rows.length);
    const both = async () => [await isPointed(row), await isPointed(twin), await pointed()];
    // By day, whatever theme a test before has left: the outline of what is pointed at, on the map as it is drawn.
    await page.emulateMedia({ colorScheme: 'light' });
    const outline = () => app.pixelsOfMap('#1668c4');
    expect(await outline()).toBe(0);
    await app.mapIsDrawn();
    await row.hover();
    await poll(both).toEqual([true, true, 2]);
    await poll(outline).toBeGreaterThan(500);
    await page.mouse.move(0, 0);
    await poll(pointed).toBe(0);
    await poll(outline).toBe(0);
    for (const one of [row, twin]) {
      const button = one.getByRole('button').first();
      await button.focus();
      await poll(both).toEqual([true, true, 2]);
      await button.blur();
      await poll(pointed).toBe(0);
    }
    // Beside the place, the band itself lies below the pointer.
    await app.mapIsDrawn();
    const pin = await page.locator('[data-pin="0"]').boundingBox();
    if (pin === null) throw new Error('The place is not on the map.');
    let moves = 0;
    await poll(async () => {
      await page.mouse.move(pin.x - 10 - (moves++ % 2), pin.y + pin.height / 2);
      return both();
    }).toEqual([true, true, 2]);
    await page.mouse.move(0, 0);
  });

  it('keeps what was typed when its list closes on scrolling, and takes a value by keys; names a place that is refused', async () => {
    const { app } = studio();
    const { page } = app;
    await page.setViewportSize({ width: 375, height: 900 });
    await app.go('/studio?at=-36.2,-151.7&ask=analysis.markets_sector');
    const field = page.locator('[data-field="/sectors"]');
    const typed = field.getByRole('combobox');
    await typed.click();
    await typed.pressSequentially('baker');
    await page.getByRole('option', { name: /^Bakeries/ }).waitFor();
    // A column at its end scrolls back alone.
    await poll(async () => {
      await page.locator('.sheet-body').evaluate((element) => {
        const column = element as unknown as { scrollTop: number };
        const before = column.scrollTop;
        column.scrollTop += 40;
        if (column.scrollTop === before) column.scrollTop -= 40;
      });
      return page.getByRole('listbox').count();
    }).toBe(0);
    expect(await typed.inputValue()).toBe('baker');
    await typed.press('ArrowDown');
    // The list opens before the focus is on an option: Enter would take none.
    const focused = page.locator('[role=option][data-focused]').filter({ hasText: /^Bakeries/ });
    await poll(async () => {
      if ((await focused.count()) === 0) await typed.press('ArrowDown');
      return focused.count();
    }).toBe(1);
    await page.keyboard.press('Enter');
    await field.getByRole('button', { name: 'Remove Bakeries' }).waitFor();
    expect(await typed.inputValue()).toBe('');
    await page.locator('[data-quote]').waitFor();

    // A place in the sea is refused once, by its sign on the map, and not by its place in a body.
    await app.go('/studio?at=-36.2,-151.7;-36.21,-151.69&ask=analysis.people_economy');
    const refusal = page.getByText('is too far from a street that can be used by car');
    await refusal.waitFor();
    expect(await refusal.textContent()).toMatch(/\(2\) is too far/);
    await page.getByText('Correct the marked fields above to see the price.').waitFor();
    expect(await refusal.count()).toBe(1);
    expect(await page.getByText('origins[').count()).toBe(0);
  });
}
