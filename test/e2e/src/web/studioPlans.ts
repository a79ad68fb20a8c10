import { expect, it } from 'vitest';
import type { Studio } from './studioFlows.ts';

interface Step {
  readonly covered: number;
}

interface Plans {
  readonly results: {
    readonly stores: readonly { readonly id: string; readonly name: string; readonly reached: number }[];
    readonly network: Step;
    readonly closurePlan: readonly [Step];
    readonly openingPlan: readonly [Step & { readonly optimum: { readonly gap: number } }];
  };
}

/** Plans of a network, and the table beside its map. */
export function plans(studio: () => Studio): void {
  it('steps through a closing and an opening plan, the map showing whom the open stores reach', async () => {
    const { app, organization, ask } = studio();
    const { page } = app;
    await app.go('/studio?ask=network.coverage');
    await app.press('Fill in an example');
    await app.press(/^Run for/);
    await page.locator('[data-result="network.coverage"]').waitFor();
    const [, code] = /\/a\/(\w{12})/.exec(page.url()) ?? [];
    const { results } = await ask<Plans>(`${organization}/analyses/${code}/versions/1`);
    const whole = (people: number) => Math.round(people);
    const covered = async () =>
      whole(Number(await page.locator('[data-plan-covered]').getAttribute('data-plan-covered')));
    const onMap = async () =>
      whole(Number(await page.locator('[data-figure="/bands/0/cumulativeResidents"]').getAttribute('data-value')));
    expect(await covered()).toBe(whole(results.network.covered));
    await expect.poll(onMap).toBe(whole(results.network.covered));
    await page.getByRole('slider', { name: 'Closing plan' }).focus();
    await page.keyboard.press('ArrowRight');
    expect(await covered()).toBe(whole(results.closurePlan[0].covered));
    await expect.poll(onMap).toBe(whole(results.closurePlan[0].covered));
    expect(await page.locator('[data-pin][data-state=closed]').count()).toBe(1);

    await page.getByRole('radio', { name: 'Open', exact: true }).click();
    await expect.poll(onMap).toBe(whole(results.network.covered));
    await page.getByRole('slider', { name: 'Opening plan' }).focus();
    await page.keyboard.press('ArrowRight');
    expect(await covered()).toBe(whole(results.openingPlan[0].covered));
    await expect.poll(onMap).toBe(whole(results.openingPlan[0].covered));
    expect(await page.locator('[data-plan-gap]').getAttribute('data-plan-gap')).toBe(
      String(results.openingPlan[0].optimum.gap),
    );

    // The desk has the stores of the answer: ordered by a column, filtered, selected with the map, copied.
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await app.press('Table');
    const desk = page.locator('[data-twin="/stores"]');
    const names = () => desk.locator('tbody tr td:nth-child(2)').allTextContents();
    await expect.poll(names).toEqual(results.stores.map(({ name }) => name));
    const byReach = results.stores.toSorted((a, b) => b.reached - a.reached).map(({ name }) => name);
    await app.press(/^People who reach it/, desk);
    await expect.poll(names).toEqual(byReach);
    await app.press('Copy for a spreadsheet', desk);
    await desk.getByText('Copied').first().waitFor();
    const copied: string = await page.evaluate('navigator.clipboard.readText()');
    expect(copied.split('\n').map((line) => line.split('\t')[0])).toEqual(['Name', ...byReach]);
    await desk.getByRole('searchbox', { name: 'Filter the rows' }).fill(byReach[1] as string);
    await expect.poll(names).toEqual([byReach[1]]);
    await app.press(/^Select row/, desk);
    const no = results.stores.findIndex(({ name }) => name === byReach[1]);
    await page.locator(`[data-pin="${no}"][data-pointed]`).waitFor();
    await app.isSound('desk');
  });

  it('has a table beside the map, joined with it by pointing, whose selection stands in the address', async () => {
    const { app } = studio();
    const { page } = app;
    await app.go('/studio?ask=network.coverage');
    await app.press('Fill in an example');
    await app.press('Table');
    await app.mapIsDrawn();
    const rows = page.locator('[data-twin] tbody tr');
    const layers: Readonly<Record<string, number>> = { places: 3, area: 1, points: 2 };
    await expect.poll(() => app.layers()).toEqual(layers);
    for (const [layer, name] of Object.entries({ places: 'Places', area: 'Catchment', points: 'Points' })) {
      await page.getByRole('radio', { name: new RegExp(`^${name}`) }).click();
      await page.locator(`[data-twin=${layer}]`).waitFor();
      expect([layer, await rows.count()]).toEqual([layer, layers[layer]]);
    }
    await page.getByRole('radio', { name: /^Places/ }).click();
    await rows.nth(1).hover();
    await page.locator('[data-pin="1"][data-pointed]').waitFor();
    await page.locator('[data-pin="2"]').focus();
    await page.locator('[data-twin] tr[data-pointed]').getByText('West').waitFor();
    await app.press('Select row 3 West');
    expect(app.parameter('select')).toBe('places 3');
    await page.reload();
    await page.locator('[data-twin] tr[data-selected]').getByText('West').waitFor();
    await page.locator('[data-pin="2"][data-pointed]').waitFor();
    for (const width of [1440, 375]) {
      await page.setViewportSize({ width, height: 900 });
      await app.isSound(`table at ${width} px`);
    }
  });
}
