import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { App } from './driver.ts';
import { takeOption } from './takeOption.ts';

/** What the flows need of the studio that is open. */
export interface Studio {
  readonly app: App;
  readonly url: string;
  /** Path of the organization below /web/v1. */
  readonly organization: string;
  /** Reads the session surface. */
  ask<T>(path: string): Promise<T>;
  /** Calls the interface for programs. */
  byKey<T>(path: string, body: unknown): Promise<T>;
  /** Keeps calls of the interface for programs under way until aborted; `bodyOf` gives the body of the n-th. */
  keepBusy(path: string, bodyOf: (no: number) => object, signal: AbortSignal): void;
}

interface Candidate {
  readonly id: string;
  readonly name: string;
  readonly netNew: number;
}

interface Version {
  readonly input: { readonly stores: readonly { readonly id: string; readonly name: string }[] };
  readonly results: {
    readonly closurePlan: readonly { readonly covered: number }[];
    readonly candidates: readonly Candidate[];
  };
}

interface Entry {
  readonly key: { readonly name: string } | null;
}

interface Job {
  readonly id: string;
  readonly maxCredits: number;
  readonly progress: { readonly done: number; readonly skipped: number };
  readonly result: { readonly creditsCharged: number };
}

const [LAT, LNG] = [-36.2, -151.7];

/** Places on a grid around the town hall. */
const places = (count: number, columns: number, step: number) =>
  Array.from({ length: count }, (_, i) => ({
    lat: LAT + (Math.floor(i / columns) - 1.5) * step,
    lng: LNG + ((i % columns) - columns / 2) * step,
  }));

const withComma = (degrees: number): string => degrees.toFixed(5).replace('.', ',');

/** Rows of places as a spreadsheet in Italian has them. */
const spreadsheet = (count: number, columns: number, step: number): string =>
  [
    'Codice;Negozio;Latitudine;Longitudine;Note',
    ...places(count, columns, step).map(
      ({ lat, lng }, i) => `N${i + 1};Forno ${i + 1};${withComma(lat)};${withComma(lng)};aperto`,
    ),
  ].join('\n');

const whole = (people: number): number => Math.round(people);

async function setNumber({ page }: App, field: string, value: number): Promise<void> {
  const input = page.locator(`[data-field="/${field}"] input`);
  await input.fill(String(value));
  await input.blur();
}

/** Runs at the price that is shown, and returns the stored version. */
async function run({ app, ask, organization }: Studio, actionId: string): Promise<Version> {
  await app.press(/^Run for/);
  await app.page.locator(`[data-result="${actionId}"]`).waitFor();
  const [, code] = /\/a\/(\w{12})/.exec(app.page.url()) ?? [];
  return ask(`${organization}/analyses/${code}/versions/1`);
}

/** Steps through a closing plan to its tenth step, where the map shows as many residents covered as the result has. */
async function closeTen({ page }: App, plan: Version['results']['closurePlan']): Promise<void> {
  expect(plan).toHaveLength(10);
  await page.getByRole('slider', { name: 'Closing plan' }).focus();
  for (const [i, { covered }] of plan.entries()) {
    await page.keyboard.press('ArrowRight');
    await page.locator(`[data-plan-step="${i + 1}"]`).waitFor();
    const shown = await page.locator('[data-plan-covered]').getAttribute('data-plan-covered');
    expect(whole(Number(shown))).toBe(whole(covered));
  }
  expect(await page.locator('[data-pin][data-state=closed]').count()).toBe(10);
  const onMap = page.locator('[data-figure="/bands/0/cumulativeResidents"]');
  await expect
    .poll(async () => whole(Number(await onMap.getAttribute('data-value'))))
    .toBe(whole(Number(plan[9]?.covered)));
}

/** Opens the analysis anew, without anything in the address: it knows the step of the plan. */
async function opensAtTheTenth({ app: { page }, ask, organization }: Studio): Promise<void> {
  const path = /\/a\/(\w{12})/.exec(page.url());
  const state = `${organization}/analyses/${path?.[1]}/state`;
  const saved = async () => (await ask<{ state: { view: { plan?: string } } }>(state)).state.view.plan;
  await expect.poll(saved).toBe('closing:10');
  await page.goto(new URL(path?.[0] as string, page.url()).href);
  await page.locator('[data-plan=closing][data-plan-step="10"]').waitFor();
  await expect.poll(() => page.locator('[data-pin][data-state=closed]').count()).toBe(10);
}

/** What people do in the studio from a list to an answer, at a width. */
export function flows(studio: () => Studio, width: number): void {
  /** Opens a question and adds the places of a list. */
  async function askOf(actionId: string, list: string, places: number): Promise<void> {
    const { app } = studio();
    await app.page.setViewportSize({ width, height: 900 });
    await app.go(`/studio?ask=${actionId}`);
    await app.page.locator(`[data-action="${actionId}"]`).waitFor();
    await app.press('Add a list');
    await app.fill('One place per line, with its coordinates or its address', list);
    await app.page.locator(`[data-read="${places}"]`).waitFor();
    await app.pressInDialog(`Add ${places} places`);
    await expect.poll(async () => (await app.layers()).places).toBe(places);
  }

  it('covers the market with 20 stores of a list, and closes ten of them step by step on the map', async () => {
    const { app } = studio();
    const { page } = app;
    const list = spreadsheet(20, 5, 0.004);
    await app.page.setViewportSize({ width, height: 900 });
    await app.go('/studio?ask=network.coverage');
    await app.press('Add a list');
    await app.fill('One place per line, with its coordinates or its address', `${list}\nN21;Forno 21;nord;;aperto`);
    const useOf = (column: string) => page.locator(`[data-column="${column}"] button`).textContent();
    expect(await Promise.all(['Codice', 'Negozio', 'Latitudine', 'Longitudine', 'Note'].map(useOf))).toEqual([
      'Id',
      'Name',
      'Latitude',
      'Longitude',
      'Not used',
    ]);
    await page.locator('[data-fault=coordinates]').getByText('line 22').waitFor();
    await app.isSound('list', '[role=dialog]');
    await app.pressInDialog('Add 20 places');
    await expect.poll(async () => (await app.layers()).places).toBe(20);
    await setNumber(app, 'minutes', 3);
    await page.getByText('More settings').last().click();
    await setNumber(app, 'closeCount', 10);
    const { input, results } = await run(studio(), 'network.coverage');
    expect(input.stores.map(({ id, name }) => [id, name]).slice(0, 2)).toEqual([
      ['N1', 'Forno 1'],
      ['N2', 'Forno 2'],
    ]);
    await closeTen(app, results.closurePlan);
    await opensAtTheTenth(studio());
    await app.isSound('plan', '[data-result]');
  });

  it('cancels a run while it waits for its result: nothing is charged, and the question stays', async () => {
    const { app, ask, organization, keepBusy } = studio();
    const { page } = app;
    const STORES = 60;
    const credits = () => ask<{ reserved: number }>(`${organization}/credits`);
    const own = async () => {
      const { data } = await ask<{ data: readonly Entry[] }>(`${organization}/ledger?limit=100`);
      return data.find(({ key }) => key?.name === 'web');
    };
    const before = await own();
    await askOf('network.coverage', spreadsheet(STORES, 20, 0.0004), STORES);
    await setNumber(app, 'minutes', 10);
    await page.getByText('More settings').last().click();
    await setNumber(app, 'closeCount', 50);
    await page.locator(`[data-quote="${5 * STORES}"]`).waitFor();
    // Plans with a key are computed beside it, one after the other: the run waits for its turn however fast the machine is.
    const PLAN_CREDITS = 2500;
    const stores = places(PLAN_CREDITS / 5, 20, 0.0004).map(({ lat, lng }, id) => ({ id, lat, lng }));
    const others = new AbortController();
    try {
      // None is asked twice, which would be answered at once.
      const plan = (no: number) => ({ stores, minutes: 10 + no / 8, closeCount: 50, quotedCredits: PLAN_CREDITS });
      keepBusy('/actions/network.coverage/execute', plan, others.signal);
      await app.press(/^Run for/);
      await page.getByRole('progressbar', { name: 'The run is in progress' }).waitFor();
      // Its credits are held, beside those of the plans.
      const held = async () => (await credits()).reserved % PLAN_CREDITS;
      await expect.poll(held, { interval: 20 }).toBe((5 * STORES) % PLAN_CREDITS);
      await app.press('Cancel');
      await page.getByText('Cancelled. Nothing was charged.').last().waitFor();
    } finally {
      others.abort();
    }
    expect(await page.locator('[data-result]').count()).toBe(0);
    expect((await app.layers()).places).toBe(STORES);
    expect(await page.locator('[data-field="/closeCount"] input').inputValue()).toBe('50');
    await expect.poll(async () => (await credits()).reserved).toBe(0);
    expect(await own()).toEqual(before);
  });

  it('ranks five places', async () => {
    const { app, byKey } = studio();
    const { page } = app;
    await askOf('site.rank', spreadsheet(5, 5, 0.003), 5);
    await takeOption(page.locator('[data-field="/sectorCode"] input'), 'bakery', /baker/i);
    const { input, results } = await run(studio(), 'site.rank');
    const { quotedCredits } = await byKey<{ quotedCredits: number }>('/actions/site.rank/quote', input);
    const { result } = await byKey<{ result: Version['results'] }>('/actions/site.rank/execute', {
      ...input,
      quotedCredits,
    });
    const order = (candidates: readonly Candidate[]) => candidates.map(({ id, netNew }) => [id, netNew]);
    expect(results.candidates).toHaveLength(5);
    expect(order(results.candidates)).toEqual(order(result.candidates));
    await page.locator('.sentence').getByText(String(results.candidates[0]?.name)).waitFor();
    await app.showAllFigures();
    const shown = await app.figures();
    for (const i of results.candidates.keys()) expect(shown).toContain(`/candidates/${i}/netNew`);
  });

  it('stops a batch midway, below its cap, and shows on the map which points are done', async () => {
    const { app, ask, organization } = studio();
    const { page } = app;
    const { balance } = await ask<{ balance: number }>(`${organization}/credits`);
    const POINTS = 300;
    await askOf('enrich.points', spreadsheet(POINTS, 20, 0.0004), POINTS);
    await page.getByText('More settings').last().click();
    await setNumber(app, 'maxCredits', 5000);
    await app.press(/^Run for/);
    const job = page.locator('[data-job]');
    await page.locator('[data-pin][data-state=done]').first().waitFor();
    await app.press('Stop', job);
    await page.locator('[data-job=stopped]').waitFor();
    const [started] = (await ask<{ data: readonly Job[] }>(`${organization}/jobs?limit=1`)).data;
    const { progress, result, maxCredits } = await ask<Job>(`${organization}/jobs/${started?.id}`);
    expect(maxCredits).toBe(5000);
    expect(progress.done).toBeGreaterThan(0);
    expect(progress.skipped).toBeGreaterThan(0);
    expect(progress.done + progress.skipped).toBe(POINTS);
    const pins = (state: string) => page.locator(`[data-pin][data-state=${state}]`).count();
    await expect.poll(() => pins('done')).toBe(progress.done);
    await expect.poll(() => pins('skipped')).toBe(progress.skipped);
    const { balance: after } = await ask<{ balance: number }>(`${organization}/credits`);
    expect(balance - after).toBe(result.creditsCharged);
    // On a phone the legend is folded.
    const fold = page.locator('.legend-fold[aria-expanded=false]');
    if ((await fold.count()) > 0) await fold.click();
    await page.locator('.legend').getByText('Skipped').waitFor();
    await app.isSound('batch', '[data-result]');
  });
}

/** A chain over New York, whose map `install` brings into force beside the demo's. */
export function chainOfNewYork(studio: () => Studio, install: () => Promise<void>, file: string): void {
  it('takes the stores of a chain that lie on the map of New York from a list of the whole country', async () => {
    const { app } = studio();
    const { page } = app;
    await install();
    await page.setViewportSize({ width: 1440, height: 900 });
    await app.go('/studio?ask=network.coverage&territory=new-york');
    await app.press('Add a list');
    await page.locator('input[type=file]').setInputFiles(file);
    const inside = storesWithin(file, [-74.031, 40.695, -73.968, 40.73]);
    expect(inside.length).toBeGreaterThan(20);
    await page.locator(`[data-read="${inside.length}"]`).waitFor();
    await page.locator('[data-fault=outside]').first().waitFor();
    await app.pressInDialog(`Add ${inside.length} places`);
    await expect.poll(async () => (await app.layers()).places).toBe(inside.length);
    await setNumber(app, 'minutes', 3);
    await page.getByText('More settings').last().click();
    await setNumber(app, 'closeCount', 10);
    const { input, results } = await run(studio(), 'network.coverage');
    expect(input.stores.map(({ id }) => id)).toEqual(inside);
    await closeTen(app, results.closurePlan);
  });
}

/** Ids of the stores of a file within a box, whose first column is the id and whose last are latitude and longitude. */
function storesWithin(file: string, [west, south, east, north]: readonly [number, number, number, number]): string[] {
  const [, ...lines] = readFileSync(file, 'utf8').trim().split(/\r?\n/);
  const stores = lines.map((line) => line.split(','));
  return stores
    .filter((cells) => {
      const [lat, lng] = [Number(cells.at(-2)), Number(cells.at(-1))];
      return lat >= south && lat <= north && lng >= west && lng <= east;
    })
    .map(([id]) => String(id));
}
