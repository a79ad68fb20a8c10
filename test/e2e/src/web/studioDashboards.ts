import { readFile } from 'node:fs/promises';
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

    await inClasses(studio());
    for (const width of [375, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      expect([width, await overflowPixels(page)]).toEqual([width, 0]);
      expect([width, await accessibilityFaults(page)]).toEqual([width, []]);
    }
    // The question about it is filled in.
    await app.press('Who lives nearby?');
    await page.locator('[data-field="/areas"]').getByText(largest.name).waitFor();
    await page.locator('[data-quote]').last().waitFor();
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

interface Compared {
  readonly areas: readonly { readonly code: string; readonly name: string }[];
  readonly figures: readonly {
    readonly id: string;
    readonly values: readonly (number | null)[];
    readonly whole: number | null;
  }[];
}

interface Saved {
  readonly features: readonly { readonly properties: Readonly<Record<string, unknown>> }[];
}

type Inquiry = Pick<Studio, 'app' | 'ask' | 'organization'>;

const FIGURE = 'age_classes.median_age';

/** Colors the localities of the country by their ages, and holds map, legend, table and files against the service. */
async function inClasses({ app, ask, organization }: Inquiry): Promise<void> {
  const { page } = app;
  const walked = page.url();
  const { areas, figures } = await ask<Compared>(`${organization}/areas/XM/within?level=9`);
  const values = figures.find(({ id }) => id === FIGURE)?.values ?? [];
  const known = values.filter((value) => value !== null);
  expect(known.length).toBeLessThan(values.length);
  await app.go('/dashboards');
  await app.choose('Areas shown', /^Locality/, page);
  await page.locator(`[data-within="${areas.length}"]`).waitFor();
  await app.choose('Color the areas by', /^Ages$/, page);
  expect(app.parameter('figure')).toBe(FIGURE);
  await app.mapIsDrawn();
  expect(await app.layers()).toEqual({ shapes: areas.length });
  const counts = async () =>
    (await page.locator('.legend [data-class]').evaluateAll((all) => all.map((one) => one.dataset.class))).map(Number);
  // Five classes and those without a figure hold each area once; as many in each, as far as equal values allow.
  const quantiles = await counts();
  expect(quantiles).toHaveLength(6);
  expect(quantiles.at(-1)).toBe(values.length - known.length);
  expect(quantiles.reduce((sum, count) => sum + count)).toBe(areas.length);
  expect(Math.max(...quantiles.slice(0, -1)) - Math.min(...quantiles.slice(0, -1))).toBeLessThanOrEqual(2);
  await page.getByText('Median age, years').first().waitFor();
  await page.getByRole('radio', { name: 'Natural breaks' }).click();
  await expect.poll(counts).not.toEqual(quantiles);

  await app.press('Table');
  const cells = page.locator('[data-twin="areas"] tbody tr td:nth-child(3)');
  await cells.first().waitFor();
  const shown = async () => (await cells.allTextContents()).filter((text) => text !== '').map(Number);
  const falling = (await shown()).toSorted((a, b) => b - a);
  expect(falling).toHaveLength(known.length);
  expect(await shown()).toEqual(falling);
  const head = page.locator('[data-twin="areas"] thead').getByRole('button', { name: /^Median age/ });
  await head.click();
  await head.click();
  expect(await shown()).toEqual(falling.toReversed());

  const saved = async (name: string) => {
    await app.press('Export these areas');
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name }).click()]);
    return readFile(await download.path(), 'utf8');
  };
  const lines = (await saved('Table as CSV')).trim().split('\r\n');
  expect(lines).toHaveLength(areas.length + 1);
  const { features }: Saved = JSON.parse(await saved('Map layers as GeoJSON'));
  const ages = new Map(features.map(({ properties }) => [properties.code, properties.age_classes_median_age]));
  expect(ages).toEqual(new Map(areas.map(({ code }, i) => [code, values[i]])));
  // The look goes along to the next area.
  await page.locator('.bars').getByRole('link').first().click();
  await page.waitForURL((url) => url.pathname !== '/dashboards');
  expect(app.parameter('figure')).toBe(FIGURE);
  await withoutStore({ app, ask, organization });
  await app.go(walked.slice(new URL(walked).origin.length));
  await page.locator('[data-profile]').waitFor();
}

/** Colors localities by the residents without a bakery within a walk of ten minutes, with the service's figures. */
async function withoutStore({ app, ask, organization }: Inquiry): Promise<void> {
  const { page } = app;
  await app.go('/dashboards/XM?level=9');
  await app.choose('Color the areas by', /^Share of residents without/, page);
  await app.choose('Sector', /^Bakeries/, page);
  await app.choose('Within', /^10 min/, page);
  await page.getByRole('radio', { name: 'On foot' }).click();
  await page.getByText('Bakeries: residents without one within 10 min, On foot, %').first().waitFor();
  const { figures } = await ask<Compared>(
    `${organization}/areas/XM/within?level=9&sector=food.bakery&minutes=10&mode=walk`,
  );
  const { values = [], whole } = figures.find(({ id }) => id === 'shareWithout.food.bakery') ?? {};
  const known = values.filter((value) => value !== null);
  expect(whole).toBeGreaterThan(Math.min(...known));
  expect(whole).toBeLessThan(Math.max(...known));
  expect(await page.locator('.legend-whole .legend-figure').textContent()).toBe(whole?.toPrecision(3));
}
