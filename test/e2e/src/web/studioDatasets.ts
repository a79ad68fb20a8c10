import { expect, it } from 'vitest';
import { accessibilityFaults, overflowPixels } from '../developers/browser.ts';
import type { App } from './driver.ts';
import type { Studio } from './studioFlows.ts';
import { takeOption } from './takeOption.ts';

interface Row {
  readonly index: number;
  readonly state: string;
  readonly lat: number | null;
  readonly lng: number | null;
}

interface OwnPart {
  readonly kind: string;
  readonly limitSeconds: number;
  readonly rows: number;
  readonly figures: readonly { readonly sum: number }[];
}

interface OwnVersion {
  readonly input: { readonly ownData: { readonly dataset: string } };
  readonly results: { readonly ownData: { readonly outside: number; readonly parts: readonly OwnPart[] } };
}

const [LAT, LNG] = [-36.2, -151.7];
const STORES = 200;
/** Every twentieth store has coordinates that are none. */
const isBad = (i: number): boolean => i % 20 === 7;
const BAD = Array.from({ length: STORES }, (_, i) => i).filter(isBad);

const turnoverOf = (i: number): number => 1000 + 37 * i;
const placeOf = (i: number): readonly [number, number] => [
  LAT + (((i * 37) % 40) - 20) / 2000,
  LNG + (((i * 53) % 40) - 20) / 2000,
];

const csv = (): string =>
  [
    'Code,Shop,Breite,Länge,Turnover',
    ...Array.from({ length: STORES }, (_, i) => {
      const [lat, lng] = placeOf(i);
      return `S${i + 1},Store ${i + 1},${isBad(i) ? 'north' : lat.toFixed(5)},${lng.toFixed(5)},${turnoverOf(i)}`;
    }),
  ].join('\n');

/** Fits both widths, and has no fault that axe-core finds. */
async function isClean({ page }: App): Promise<void> {
  for (const width of [375, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect([width, await overflowPixels(page)]).toEqual([width, 0]);
    expect([width, ...(await accessibilityFaults(page))]).toEqual([width]);
  }
}

/** Types a place and takes it from the list. */
async function search({ page }: App, text: string, name: RegExp): Promise<void> {
  await takeOption(page.getByRole('combobox', { name: 'Address or area' }), text, name);
  await page.locator('[data-pin]').waitFor();
}

/** Datasets: a file with bad rows, put right on the map, in use. */
export function datasets(studio: () => Studio): void {
  let id: string;

  it('imports 200 stores with ten bad rows: columns confirmed, the faults named by their lines', async () => {
    const { app, ask, organization } = studio();
    const { page } = app;
    await app.go('/datasets');
    await app.press('Upload a file');
    const file = { name: 'Bakeries.csv', mimeType: 'text/csv', buffer: Buffer.from(csv()) };
    await page.locator('input[type=file]').setInputFiles(file);
    await page.locator(`[data-read="${STORES - BAD.length}"]`).waitFor();
    const fault = page.locator('[data-fault="coordinates"]').first();
    expect(await fault.textContent()).toContain(`${BAD.length} rows`);
    expect(await fault.textContent()).toContain(
      BAD.slice(0, 8)
        .map((i) => i + 2)
        .join(', '),
    );
    // A column is used as something else, and back.
    const use = page.getByRole('row', { name: /^Shop/ }).getByRole('button');
    await use.click();
    await page.getByRole('option', { name: 'Kept as it is' }).click();
    expect(await use.textContent()).toContain('Kept as it is');
    await use.click();
    await page.getByRole('option', { name: 'Name' }).click();
    await isClean(app);
    await app.pressInDialog('Import');
    await page.locator(`[data-unplaced="${BAD.length}"]`).waitFor();
    id = new URL(page.url()).pathname.split('/')[2] as string;
    const dataset = await ask<object>(`${organization}/datasets/${id}`);
    expect(dataset).toMatchObject({
      name: 'Bakeries',
      rows: STORES,
      matched: STORES - BAD.length,
      mapping: { id: 'Code', name: 'Shop', lat: 'Breite', lng: 'Länge' },
    });
    await app.mapIsDrawn();
    expect(await app.layers()).toEqual({ points: STORES - BAD.length });
    await isClean(app);
  });

  it('puts three of them on the map: by pointing, by its address, and with the arrow keys', async () => {
    const { app, ask, organization } = studio();
    const { page } = app;
    const row = async (index: number) =>
      (await ask<{ data: readonly Row[] }>(`${organization}/datasets/${id}/rows?from=${index}&limit=1`)).data[0] as Row;
    const pick = async (index: number) => {
      await app.press(`Show row ${index + 1}`);
      await page.locator(`[data-row="${index}"]`).waitFor();
    };
    const save = async (index: number) => {
      await app.press('Save the place');
      await page.locator(`[data-row="${index}"][data-state="by_hand"]`).waitFor();
      await app.mapIsDrawn();
    };
    await page.getByRole('radio', { name: /^No place/ }).click();
    const [first, second, third] = BAD as [number, number, number];

    await pick(first);
    const map = page.getByRole('application');
    const { width, height } = (await map.boundingBox()) as { width: number; height: number };
    await map.click({ position: { x: width / 2, y: height / 2 } });
    await page.locator('[data-pin]').waitFor();
    await save(first);
    expect(await row(first)).toMatchObject({ state: 'by_hand', lat: expect.any(Number) });

    await pick(second);
    await search(app, '56 Northern Road', /^Northern Road 56/);
    await save(second);

    await pick(third);
    await search(app, `${LAT}, ${LNG}`, /./);
    await page.locator('[data-pin]').focus();
    await page.keyboard.press('Shift+ArrowUp');
    await save(third);
    const moved = await row(third);
    expect(moved.lng).toBe(LNG);
    expect(moved.lat).toBeGreaterThan(LAT);

    expect(await app.layers()).toMatchObject({ points: STORES - BAD.length + 3 });
    await page.locator(`[data-unplaced="${BAD.length - 3}"]`).waitFor();
    await isClean(app);
  });

  it('uses it for a network of stores, once the rows without a place are left out', async () => {
    const { app, ask, organization } = studio();
    const { page } = app;
    await app.toggle('Leave out the rows without a place');
    await expect
      .poll(async () => (await ask<{ leavesOutUnplaced: boolean }>(`${organization}/datasets/${id}`)).leavesOutUnplaced)
      .toBe(true);
    await app.go('/studio?ask=network.coverage');
    await app.mapIsDrawn();
    await page.getByRole('button', { name: /Or the rows of a dataset/ }).click();
    await page.getByRole('option', { name: /^Bakeries/ }).click();
    const minutes = page.locator('[data-field="/minutes"] input');
    await minutes.fill('3');
    await minutes.blur();
    await app.press(/^Run for/);
    await page.locator('[data-result="network.coverage"]').waitFor();
    const [, code] = /\/a\/(\w{12})/.exec(page.url()) ?? [];
    const version = await ask<{
      input: { stores: object };
      results: { stores: readonly { id: string; name: string }[] };
    }>(`${organization}/analyses/${code}/versions/1`);
    // A version names the dataset; its rows stand in what was computed of them.
    expect(version.input.stores).toEqual({ dataset: id });
    expect(version.results.stores).toHaveLength(STORES - BAD.length + 3);
    expect(version.results.stores.map((store) => store.id)).toContain(`S${(BAD[0] as number) + 1}`);
    expect((await ask<{ usedAt: string | null }>(`${organization}/datasets/${id}`)).usedAt).not.toBeNull();
  });

  it('adds up its figures in the bands of a catchment, at the price of the topic alone', async () => {
    const { app, ask, byKey, organization } = studio();
    const { page } = app;
    const body = { origins: [{ lat: LAT, lng: LNG }], bandSeconds: [60, 120], topics: ['residents'] };
    await app.go(`/studio?${new URLSearchParams({ ask: 'analysis.people_economy', at: `${LAT},${LNG}` })}`);
    await app.mapIsDrawn();
    const { quotedCredits } = await byKey<{ quotedCredits: number }>('/actions/analysis.people_economy/quote', body);
    const own = page.locator('[data-field="/ownData"]');
    await own.getByRole('button', { name: /No dataset/ }).click();
    await page.getByRole('option', { name: /^Bakeries/ }).click();
    await own.locator('label').filter({ hasText: 'Turnover' }).click();
    await app.press(/^Run for/);
    await page.locator('[data-result="analysis.people_economy"]').waitFor();
    const [, code] = /\/a\/(\w{12})/.exec(page.url()) ?? [];
    const version = await ask<OwnVersion>(`${organization}/analyses/${code}/versions/1`);
    const { input, results } = version;
    expect(input.ownData).toMatchObject({ dataset: id });
    const limits = results.ownData.parts.filter(({ kind }) => kind === 'cumulative').map((part) => part.limitSeconds);
    const whole = results.ownData.parts.at(-1) as OwnPart;
    expect([limits.length > 1, whole.rows > 0]).toEqual([true, true]);
    expect(whole.rows + results.ownData.outside).toBe(STORES - BAD.length + 3);
    const bands = results.ownData.parts.filter(({ kind }) => kind === 'band');
    expect(bands.reduce((sum, { rows }) => sum + rows, 0)).toBe(whole.rows);
    expect(bands.reduce((sum, { figures }) => sum + (figures[0]?.sum ?? 0), 0)).toBe(whole.figures[0]?.sum);
    const shown = await page.locator('[data-own] [data-figure$="/sum"]').last().getAttribute('value');
    expect(Number(shown)).toBe(whole.figures[0]?.sum);
    const [charge] = (await ask<{ data: readonly { credits: number }[] }>(`${organization}/ledger?limit=1`)).data;
    expect(charge?.credits).toBe(-10 * quotedCredits);
    await isClean(app);
  });
}
