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

interface Figures {
  readonly parts: readonly { readonly id: string }[];
  readonly topics: readonly {
    readonly code: string;
    readonly figures: Readonly<Record<string, { readonly values: Readonly<Record<string, number | null>> }>>;
  }[];
}

interface Mix {
  readonly totals: Readonly<Record<string, { readonly stores: number }>>;
  readonly categories: readonly {
    readonly parts: Readonly<Record<string, { readonly storesPer10000: number }>>;
    readonly references: Readonly<Record<string, { readonly storesPer10000: number }>>;
  }[];
}

/** What the dashboard shows of the census, and one of its sectors. */
const TOPICS = ['residents', 'age_classes', 'families', 'income'];
const SECTOR = 'food.bakery';

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
    await page.locator(`[data-dashboard="${country?.code}"] [data-fact]`).first().waitFor();
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
    const profile = page.locator(`[data-profile="${largest.code}"]`);
    await profile.locator('[data-topic="age_classes"] svg').waitFor();
    await profile.getByRole('button', { name: /^Show all \d+ sectors$/ }).click();
    expect(await ledger()).toEqual(before);

    // Its figures are those that the charged actions have of the same area.
    const charged = async <T>(id: string, body: object): Promise<T> => {
      const { quotedCredits } = await byKey<{ quotedCredits: number }>(`/actions/${id}/quote`, body);
      return (await byKey<{ result: T }>(`/actions/${id}/execute`, { ...body, quotedCredits })).result;
    };
    const exact = (pointer: string) => profile.locator(`[data-figure="${pointer}"]`).first().getAttribute('title');
    const people = await charged<Figures>('analysis.people_economy', { areas: [largest.code], topics: TOPICS });
    const of = (code: string) => people.topics.findIndex((topic) => topic.code === code);
    for (const [topic, field] of [
      ['age_classes', 'median_age'],
      ['families', 'average_household_size'],
      ['income', 'median_household'],
    ] as const)
      for (const part of ['area_1', 'country']) {
        const value = people.topics[of(topic)]?.figures[part]?.values[field];
        const shown = await exact(`/topics/${of(topic)}/figures/${part}/values/${field}`);
        expect([topic, part, shown]).toEqual([topic, part, value?.toLocaleString('en')]);
      }
    const mix = await charged<Mix>('analysis.category_mix', { areas: [largest.code], categories: [SECTOR] });
    const stores = profile.locator('[data-figure="/market/totals/area_1/stores"]');
    expect(await stores.textContent()).toBe(english(mix.totals.area_1?.stores ?? 0));
    const bakeries = profile.locator('[data-matrix] tr').filter({ hasText: 'Bakeries' });
    const [category] = mix.categories;
    expect(
      await bakeries
        .locator('[data-figure]')
        .evaluateAll((cells) => cells.map((cell) => (cell as unknown as { title: string }).title)),
    ).toEqual(
      [category?.parts.area_1, category?.references.country].map((one) => one?.storesPer10000.toLocaleString('en')),
    );

    for (const width of [375, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      expect([width, await overflowPixels(page)]).toEqual([width, 0]);
      expect([width, await accessibilityFaults(page)]).toEqual([width, []]);
    }
    // The question about it is filled in.
    await app.press('Who lives nearby?');
    await page.locator('[data-field="/areas"]').getByText(largest.name).waitFor();
    await page.locator('[data-quote]').waitFor();
    // What is not published is a word.
    await page.route(/\/areas\/[^/]+\?territory=/, async (route) => {
      const answer = await route.fetch();
      const body = await answer.json();
      const topics = body.topics.map((topic: { code: string }) =>
        topic.code === 'income' ? { ...topic, available: false, reason: 'This census does not ask.' } : topic,
      );
      await route.fulfill({ response: answer, json: { ...body, topics, market: null } });
    });
    await app.go(`/dashboards/${largest.code}`);
    await page.getByText('Income: not published. This census does not ask.').waitFor();
    await page.getByText('No stores are published').waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    await app.go('/dashboards/nowhere');
    await page.getByText('There is no such area').waitFor();
    expect(app.complaints).toEqual([]);
  });
}
