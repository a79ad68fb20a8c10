import { expect, it } from 'vitest';
import { accessibilityFaults, overflowPixels } from '../developers/browser.ts';
import { installSydney2020, installSydney2023 } from '../sydneyBundle.ts';
import type { Studio } from './studioFlows.ts';

interface VersionsStudio extends Studio {
  /** Folder of the service's territories, which it watches. */
  readonly territories: string;
}

const ACTION = 'analysis.people_economy';

interface Version {
  readonly dataVersion: { readonly territory: string };
  readonly results: {
    readonly topics: readonly {
      readonly figures: Readonly<Record<string, { readonly values: Readonly<Record<string, number>> }>>;
    }[];
  };
}

const english = (value: number): string => Math.round(value).toLocaleString('en');

function makeOf({ app, url, organization }: VersionsStudio) {
  const send = async <T>(path: string, data: object, headers = {}): Promise<T> => {
    const answer = await app.page.request.post(`${url}/web/v1${organization}${path}`, {
      data,
      headers: { Origin: url, ...headers },
    });
    expect([path, answer.ok()]).toEqual([path, true]);
    return answer.json() as Promise<T>;
  };
  return {
    make: async (name: string) => (await send<{ code: string }>('/analyses', { name })).code,
    async run(code: string, input: object): Promise<void> {
      const { quotedCredits } = await send<{ quotedCredits: number }>(`/actions/${ACTION}/quote`, input);
      await send(`/actions/${ACTION}/execute`, { ...input, quotedCredits }, { 'X-Analysis-Id': code });
    },
  };
}

/** Versions of an analysis on two maps that move together. */
export function beforeAndAfter(studio: () => VersionsStudio): void {
  it('shows two versions on two maps that move together, with a slider worked by keys, and tables below', async () => {
    const { app } = studio();
    const { page } = app;
    const { make, run } = makeOf(studio());
    const code = await make('Before and after');
    const input = { origins: [{ lat: -36.2, lng: -151.7 }], bandSeconds: [300, 600], topics: ['residents'] };
    await run(code, { ...input, mode: 'car' });
    await run(code, { ...input, mode: 'bicycle' });
    await page.setViewportSize({ width: 1440, height: 900 });
    await app.go(`/analyses/${code}?v=1&v=2`);
    const maps = page.getByRole('application');
    await expect.poll(() => maps.count()).toBe(2);
    for (const i of [0, 1]) {
      await expect.poll(() => maps.nth(i).getAttribute('data-layers')).toBe('area:2 points:1');
      await expect.poll(() => maps.nth(i).getAttribute('data-map-state')).toBe('idle');
    }
    const legends = page.locator('[data-before-after] .legend');
    // Each band says how many people live within it.
    const told = (await legends.allTextContents()).map((text) => text.replace(/ min[\d,]+/g, ' min'));
    expect(told).toEqual([
      'Version 1By car, normal trafficWithin 5 minWithin 10 min',
      'Version 2By bicycleWithin 5 minWithin 10 min',
    ]);
    const scales = () => page.locator('.maplibregl-ctrl-scale').allTextContents();
    const [scale] = await scales();
    expect(await scales()).toEqual([scale, scale]);
    await maps.first().locator('canvas').press('+');
    await expect.poll(async () => (await scales()).every((one) => one !== scale)).toBe(true);
    await expect.poll(async () => new Set(await scales()).size).toBe(1);

    const share = () => page.locator('[data-before-after]').getAttribute('data-before-after');
    expect(await share()).toBe('0.5');
    await page.getByRole('slider', { name: 'Version 1 on the left, Version 2 on the right' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(share).toBe('0.51');
    await page.keyboard.press('End');
    await expect.poll(share).toBe('1');
    const changes = await page.locator('[data-changes] > p').allTextContents();
    expect(changes[0]).toMatch(/^Changed in the question: .+ instead of .+\.$/);
    expect(changes[1]).toMatch(/^[\d,]+ instead of [\d,]+ people /);
    await page.getByText(/^Everything that differs/).click();
    await page.getByRole('table', { name: 'Figures' }).getByRole('row').nth(1).waitFor();
    for (const width of [1440, 375]) {
      await page.setViewportSize({ width, height: 900 });
      expect([width, await overflowPixels(page)]).toEqual([width, 0]);
      expect([width, await accessibilityFaults(page)]).toEqual([width, []]);
    }
    expect(app.complaints).toEqual([]);
  });
}

/** The same question on two dates of one real city. */
export function datesOfSydney(studio: () => VersionsStudio): void {
  it('shows how the figures of Sydney changed between two data versions, after offering to run again', async () => {
    const { app, ask, organization, territories } = studio();
    const { page } = app;
    const { make, run } = makeOf(studio());
    const inForce = async () => {
      const { data } = await ask<{ data: readonly { id: string; families: readonly { version: string }[] }[] }>(
        '/data',
      );
      return data.find(({ id }) => id === 'sydney')?.families.map(({ version }) => version) ?? [];
    };
    await installSydney2020(territories);
    await expect.poll(inForce).toContain('2020-09');
    const code = await make('Circular Quay');
    const input = { origins: [{ lat: -33.862, lng: 151.208 }], bandSeconds: [600], mode: 'car', topics: ['residents'] };
    await run(code, input);
    await installSydney2023(territories);
    await expect.poll(inForce).toContain('2023-01');
    await page.setViewportSize({ width: 1440, height: 900 });
    await app.go(`/analyses/${code}`);
    await page.getByText('Newer data is available').waitFor();
    await page.getByRole('button', { name: 'Run again for 2 credits' }).waitFor();
    await run(code, input);

    const version = (no: number) => ask<Version>(`${organization}/analyses/${code}/versions/${no}`);
    const [older, newer] = await Promise.all([version(1), version(2)]);
    expect([older, newer].map(({ dataVersion }) => dataVersion.territory)).toEqual(['2020-09', '2023-01']);
    const residents = ({ results }: Version) => results.topics[0]?.figures.cumulative_1?.values.total as number;
    const [before, after] = [residents(older), residents(newer)];
    expect(Math.abs(after - before)).toBeGreaterThan(1);
    await app.go(`/analyses/${code}?v=1&v=2`);
    await page.getByText('2020-09 → 2023-01').first().waitFor();
    await page.getByText('The question is the same; the data are others.').waitFor();
    await page.getByText(/^Everything that differs/).click();
    const figures = page.getByRole('table', { name: 'Figures' });
    const row = figures
      .getByRole('row')
      .filter({ hasText: english(before) })
      .filter({ hasText: english(after) })
      .first();
    await row.waitFor();
    const change = (await row.getByRole('cell').last().textContent()) ?? '';
    const percent = Math.round((1000 * (after - before)) / before) / 10;
    expect(change).toContain(english(Math.abs(after - before)));
    expect(change).toContain(`${Math.abs(percent)}%`);
    expect(change.includes('+')).toBe(after > before);
    // Roads of 2020 are not in force: a catchment on those of 2023 would not be the one that was counted.
    await page.getByText('Catchments are not drawn').waitFor();
  });
}
