import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { actions } from '@hinterland/actions';
import { tableFromIPC } from 'apache-arrow';
import Papa from 'papaparse';
import readWorkbook from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CALLER, CALLER_PASSWORD, callers, type DemoService, startDemo } from '../demoService.ts';
import { accessibilityFaults, CHROMIUM, hasChromium } from '../developers/browser.ts';
import { App, launchOffline } from '../web/driver.ts';
import { layersOf, legendOf, rowsOf, textOf } from './html.ts';
import { readPdf, squeezed } from './pdf.ts';

/** What is asked beside the example of an action, so that its map has all that it can show. */
const MORE: Readonly<Record<string, object>> = { 'network.coverage': { geometry: true } };
const stored = actions.filter(({ tariff, storesVersion }) => tariff !== null && storesVersion);
const examples = new Map(actions.map(({ id, example }) => [id as string, example as object]));
const PAPERS = { a4: '595 842', letter: '612 792' } as const;

/** PREVIEW_REPORTS=folder keeps every report there, to be looked at. */
const { PREVIEW_REPORTS } = process.env;

describe.skipIf(!hasChromium)(`reports of every action that stores its results (where ${CHROMIUM} is)`, () => {
  let demo: DemoService;
  let key: string;

  beforeAll(async () => {
    demo = await startDemo({ organizations: [callers('reports')], env: { HINTERLAND_CHROMIUM_PATH: CHROMIUM } });
    key = demo.others[0] as string;
  });
  afterAll(() => demo?.stop());

  const ask = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${demo.url}/api/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`);
    return answer;
  };
  const json = async (...args: Parameters<typeof ask>) => (await ask(...args)).json() as Promise<any>;

  /** Runs an action for a new analysis and returns its code. */
  async function analysisOf(id: string, input: object): Promise<string> {
    const { code } = await json('POST', '/analyses', { name: `Report of ${id} <b>` });
    const { quotedCredits } = await json('POST', `/actions/${id}/quote`, input);
    const ran = await json('POST', `/actions/${id}/execute`, { ...input, quotedCredits }, { 'X-Analysis-Id': code });
    const { jobId } = ran.result;
    if (jobId === undefined) return code;
    for (let tries = 0; tries < 600; tries++) {
      const { status } = await json('GET', `/jobs/${jobId}`);
      if (status !== 'queued' && status !== 'running') return code;
      await new Promise((done) => setTimeout(done, 100));
    }
    throw new Error(`job ${jobId} does not end`);
  }

  it.each(stored.map(({ id, example }) => [id, example as object]))(
    '%s prints whole on both papers, with the legend of its map',
    async (id, example) => {
      const code = await analysisOf(id, { ...example, ...MORE[id] });
      const html = await (await ask('GET', `/analyses/${code}/report`)).text();
      expect(await (await ask('GET', `/analyses/${code}/report?version=1`)).text()).toBe(html);
      expect(html).toContain(`<h1>Report of ${id} &#60;b&#62;</h1>`);
      expect(html).toMatch(/<p class="sentence"><strong>[^<]+<\/strong> [^<]+<\/p>/);
      expect(textOf(html)).not.toMatch(/undefined|NaN|\[object|creditsCharged|hl_test/);
      const { drawn, legend } = layersOf(html);
      expect(drawn.length).toBeGreaterThan(0);
      expect(legend).toEqual(drawn);
      expect(new Set(drawn).size).toBe(drawn.length);
      // The map has streets behind its data.
      expect(html).toMatch(/<path class="g-(minor|middle|major|motorway) g-line"/);

      for (const [paper, size] of Object.entries(PAPERS)) {
        const laidOut =
          paper === 'a4' ? html : await (await ask('GET', `/analyses/${code}/report?paper=${paper}`)).text();
        const answer = await ask('GET', `/analyses/${code}/report?format=pdf&paper=${paper}`);
        const bytes = new Uint8Array(await answer.arrayBuffer());
        keep(`${id}-${paper}.pdf`, bytes);
        const pdf = await readPdf(bytes);
        expect(pdf.sizes).toEqual([size]);
        expect(pdf.pages).toBeLessThanOrEqual(2);
        // The capital, where all examples lie, is named on every map.
        expect(pdf.text).toContain(squeezed('Port Halcyon'));
        expect(pdf.beyond).toEqual([]);
        const rows = rowsOf(laidOut);
        expect(rows.filter((row) => !pdf.text.includes(row))).toEqual([]);
        for (const name of legendOf(laidOut)) expect(pdf.text).toContain(name);
        expect(pdf.text).toContain(squeezed(`Report of ${id} <b>`));
      }
    },
  );

  it('a link shows the report and the files of one analysis, without an account, until it is taken back', async () => {
    const code = await analysisOf('network.coverage', { ...examples.get('network.coverage'), geometry: true });
    const visit = (path: string) => fetch(`${demo.url}/a/${code}${path}`);
    expect((await visit('/report')).status).toBe(404);
    expect((await visit('/export/csv')).status).toBe(404);
    await ask('PUT', `/analyses/${code}/shares`, { anyone: true });
    const page = await visit('/report');
    expect(await page.text()).toBe(await (await ask('GET', `/analyses/${code}/report`)).text());
    const policy = page.headers.get('content-security-policy') as string;
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/=]+'; /);
    expect(policy).not.toContain('unsafe');

    expect((await visit('/export/csv?table=nothing')).status).toBe(404);
    const csv = await visit('/export/csv?table=stores');
    expect(csv.headers.get('content-disposition')).toBe('attachment; filename="Report-of-networkcoverage-b-v1.csv"');
    const { data } = Papa.parse<Record<string, string>>(await csv.text(), { header: true, skipEmptyLines: true });
    expect(data.map(({ Store }) => Store)).toEqual(['Town hall', 'North', 'West']);
    expect(Number(data[0]?.Reached)).toBeGreaterThan(1000);
    const sheets = await readWorkbook(Buffer.from(await (await visit('/export/xlsx')).arrayBuffer()));
    expect(sheets.map(({ sheet }) => sheet)).toEqual(expect.arrayContaining(['Answer', 'Figures', 'Closure plan']));
    expect(sheets[0]?.data.flat()).toContain(`${demo.url}/a/${code}`);
    const german = await readWorkbook(Buffer.from(await (await visit('/export/xlsx?language=de')).arrayBuffer()));
    expect(german.map(({ sheet }) => sheet).slice(0, 2)).toEqual(['Antwort', 'Zahlen']);
    const { features } = (await (await visit('/export/geojson')).json()) as any;
    const layers = new Set(features.map(({ properties }: any) => properties.layer));
    expect(layers).toEqual(new Set(['covered', 'shared', 'white', 'stores', 'closed', 'candidates', 'opened']));
    const store = features.find(({ properties }: any) => properties.id === 'centre');
    expect(store.properties.reached).toBeCloseTo(Number(data[0]?.Reached), 6);
    const parquet = Buffer.from(await (await visit('/export/parquet')).arrayBuffer());
    for (const key of ['action', 'territory', 'dataVersion', 'sources', 'method'])
      expect(parquet.includes(`hinterland.${key}`), key).toBe(true);
    const { metadata } = tableFromIPC(new Uint8Array(await (await visit('/export/arrow')).arrayBuffer())).schema;
    expect(metadata.get('action')).toBe('network.coverage');
    expect(JSON.parse(metadata.get('territory')!)).toEqual({ id: 'maravea', name: 'Maravea' });
    const sources = JSON.parse(metadata.get('sources')!);
    expect(sources.length).toBeGreaterThan(0);
    for (const source of sources)
      expect(source).toMatchObject({ licence: expect.stringMatching(/./), attribution: expect.stringMatching(/./) });
    expect((await visit('/export/doc')).status).toBe(404);
    await ask('PUT', `/analyses/${code}/shares`, {});
    expect((await visit('/report')).status).toBe(404);
    expect((await visit('/export/xlsx')).status).toBe(404);
  });

  it('an answer leaves the studio by a menu: as a report, a workbook, a table, layers, and a picture of its map', async () => {
    const code = await analysisOf('network.coverage', { ...examples.get('network.coverage'), geometry: true });
    const browser = await launchOffline();
    try {
      const app = await App.open(browser, demo.url, 'pointer', 1440, 1);
      const { page } = app;
      await app.signIn(CALLER, CALLER_PASSWORD);
      await app.go(`/a/${code}?version=1`);
      await app.mapIsDrawn();
      const open = async (name: RegExp) => {
        await page.getByRole('button', { name }).first().focus();
        await page.keyboard.press('Enter');
        await page.getByRole('menu').waitFor();
      };
      /** Saves what an entry of the menu gives, by keys alone or by pointing, and returns its bytes. */
      const save = async (name: string) => {
        const [download] = await Promise.all([
          page.waitForEvent('download'),
          page.getByRole('menuitem', { name }).first().click(),
        ]);
        const bytes = readFileSync(await download.path());
        keep(download.suggestedFilename(), bytes);
        return { name: download.suggestedFilename(), bytes };
      };
      await open(/^Export the answer/);
      await page.getByRole('menuitem', { name: 'White spots' }).waitFor();
      expect(await accessibilityFaults(page, '.popover')).toEqual([]);
      const picture = await save('Picture of the map (PNG)');
      expect(picture.name).toMatch(/-v1\.png$/);
      const size = await page.locator('[role=application]').evaluate((map: any) => [map.clientWidth, map.clientHeight]);
      expect(picture.bytes.readUInt32BE(16)).toBe(size[0]);
      expect(picture.bytes.readUInt32BE(20)).toBeGreaterThan(size[1] + 40);
      await open(/^Export the answer/);
      const sheets = await readWorkbook((await save('Workbook of all tables (XLSX)')).bytes);
      expect(sheets.map(({ sheet }) => sheet)).toContain('White spots');
      await open(/^Export the answer/);
      const layers = JSON.parse((await save('Map layers as GeoJSON')).bytes.toString('utf8'));
      expect(layers.features.length).toBeGreaterThan(5);
      // What the browser writes says of its data what the service writes.
      await open(/^Export the answer/);
      const { metadata } = tableFromIPC((await save('Figures as an Arrow stream')).bytes).schema;
      await ask('PUT', `/analyses/${code}/shares`, { anyone: true });
      const served = await (await fetch(`${demo.url}/a/${code}/export/arrow`)).arrayBuffer();
      expect(metadata).toEqual(tableFromIPC(new Uint8Array(served)).schema.metadata);
      expect(JSON.parse(metadata.get('sources')!).length).toBeGreaterThan(0);
      await open(/^Export the answer/);
      const parquet = await save('Map layers as GeoParquet');
      const servedParquet = await (await fetch(`${demo.url}/a/${code}/export/parquet`)).arrayBuffer();
      expect(parquet.bytes.equals(Buffer.from(servedParquet))).toBe(true);
      await open(/^Export the answer/);
      const table = Papa.parse<string[]>((await save('White spots')).bytes.toString('utf8'), { skipEmptyLines: true });
      expect(table.data[0]?.[0]?.replace('\ufeff', '')).toBe('White spot');

      await open(/^Export the answer/);
      // The first entry has the focus.
      const [report] = await Promise.all([page.waitForEvent('popup'), page.keyboard.press('Enter')]);
      await report.getByRole('heading', { level: 1 }).waitFor();
      expect(new URL(report.url()).pathname).toBe(`/a/${code}/report`);
      expect(await accessibilityFaults(report)).toEqual([]);
      await report.close();

      await app.go(`/analyses/${code}`);
      await open(/^Export version 1/);
      const csv = await save('Table as CSV');
      expect(csv.name).toMatch(/-v1\.csv$/);
      expect(app.complaints).toEqual([]);
    } finally {
      await browser.close();
    }
  });

  it('asks for what there is: a format, a paper, a version, an analysis', async () => {
    const code = (await json('POST', '/analyses', { name: 'Never run' })).code;
    const statusOf = async (path: string) =>
      (await fetch(`${demo.url}/api/v1${path}`, { headers: { Authorization: `Bearer ${key}` } })).status;
    expect(await statusOf(`/analyses/${code}/report`)).toBe(404);
    expect(await statusOf('/analyses/000000000000/report')).toBe(404);
    for (const query of ['format=doc', 'paper=a5', 'version=0', 'version=x'])
      expect([query, await statusOf(`/analyses/${code}/report?${query}`)]).toEqual([query, 400]);
  });
});

function keep(name: string, bytes: Uint8Array): void {
  if (PREVIEW_REPORTS === undefined) return;
  mkdirSync(PREVIEW_REPORTS, { recursive: true });
  writeFileSync(join(PREVIEW_REPORTS, name), bytes);
}
