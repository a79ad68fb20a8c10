import type { Browser } from 'playwright-core';
import readWorkbook from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CALLER, CALLER_PASSWORD, callers, type DemoService, startDemo } from '../demoService.ts';
import { accessibilityFaults, CHROMIUM, hasChromium, overflowPixels } from '../developers/browser.ts';
import { App, launchOffline } from './driver.ts';
import { columnsIn, faultySheet, type Language } from './faultySheet.ts';
import { labelsIn } from './labelsIn.ts';

/** Folder for pictures to look at; none are taken without one. */
const LOOK = process.env.LOOK_AT_SALES;
const PLACES = ['name,lat,lng', 'Harbor,-36.2,-151.7', 'Hill,-36.19,-151.69', 'Mill,-36.18,-151.72'];

interface Session {
  readonly activeOrganization: { readonly organization: { readonly id: number } };
}
interface Range {
  readonly low: number;
  readonly high: number;
}
interface Forecasts {
  readonly results: {
    readonly candidates: readonly {
      readonly name: string;
      readonly forecast: { readonly mean: number; readonly takenFromOwn: number; readonly range80: Range };
    }[];
  };
}

/** From a faulty sheet to a forecast and its report, by what the page says alone. */
describe.runIf(hasChromium)(`a sheet as people have it (where ${CHROMIUM} is)`, () => {
  let service: DemoService;
  let browser: Browser;
  beforeAll(async () => {
    service = await startDemo({ organizations: [{ ...callers('CI'), credits: 100_000 }] });
    browser = await launchOffline();
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  it.each<[number, Language]>([
    [1440, 'en'],
    [375, 'de'],
    [1440, 'de'],
    [375, 'en'],
  ])(
    'at %i px in %s: rows mended, columns told, learned, forecast, reported with one figure for one thing',
    async (width, language) => {
      const label = labelsIn(language);
      const column = columnsIn(language);
      const app = await App.open(browser, service.url, 'pointer', width, undefined, language);
      const { page } = app;
      const isSound = async (name: string) => {
        await app.isSeen(`walk-${language}-${width}-${name}`, LOOK);
        expect([name, await overflowPixels(page), await accessibilityFaults(page)]).toEqual([name, 0, []]);
      };
      const dialog = page.getByRole('dialog');
      await app.go('/sign-in');
      await app.fill(label('field.email'), CALLER);
      await app.fill(label('field.password'), CALLER_PASSWORD);
      await app.press(label('signIn.title'));
      await page.waitForURL((url) => url.pathname === '/');

      // All faults of places at once, before anything is sent.
      await app.go('/datasets');
      const chooser = page.waitForEvent('filechooser');
      await app.press(label('datasets.upload'));
      const name = language === 'de' ? `Supermärkte ${width}` : `Supermarkets ${width}`;
      await (await chooser).setFiles({
        name: `${name}.csv`,
        mimeType: 'text/csv',
        buffer: Buffer.from(faultySheet(language)),
      });
      await dialog.locator('[data-desk]').waitFor();
      const faultyLines = () => dialog.locator('[data-fault]').evaluateAll(linesOf);
      expect(await faultyLines()).toEqual(['38 alike', '39 alike', '40 outside', '41 total']);
      await isSound('upload');
      await app.press(label('datasets.import'), dialog);

      // The dataset has the desk of the question: its rows, and what each column holds.
      await page.locator('[data-reading="35"][data-rows="40"]').waitFor();
      await isSound('dataset');
      await app.press(label('desk.openSales'));
      await dialog.locator('[data-desk]').waitFor();
      expect(await faultyLines()).toEqual(['12 amount', '37 twice', '38 twice', '39 outside', '40 total']);
      const roleOf = (name: string) => dialog.locator(`[data-column="${name}"]`).getByRole('button');
      const take = async (name: string, role: string) => {
        await roleOf(name).click();
        await page.getByRole('option', { name: role, exact: true }).click();
      };
      for (const [name, role] of [
        [column.store, 'studio.table.role.name'],
        [column.third, 'desk.role.sales'],
        [column.area, 'desk.role.squareMeters'],
        [column.customers, 'desk.role.follows'],
        [column.parking, 'desk.role.attribute'],
      ] as const)
        expect(await roleOf(name).textContent()).toContain(label(role));
      await isSound('desk');
      if (width === 1440) {
        // By their numbers, row 38 is a store of its own; by their names it is that of row 7.
        await take(column.number, label('studio.table.role.id'));
        await dialog.locator('[data-desk][data-faults="3"]').waitFor();
        await take(column.number, label('desk.role.leftOut'));
        await dialog.locator('[data-desk][data-faults="4"]').waitFor();
        await app.press(label('desk.use', { value: '105 T€' }), dialog);
        await dialog.locator('[data-desk][data-faults="3"]').waitFor();
        await app.press(label('desk.mergeOf', { no: 37, like: 3 }), dialog);
        await dialog.locator('[data-desk][data-faults="2"]').waitFor();
        await app.press(label('desk.leaveOutOf', { no: 38 }), dialog);
        await dialog.locator('[data-desk][data-faults="1"]').waitFor();
        await app.press(label('desk.leaveOutOf', { no: 39 }), dialog);
      } else await app.press(label('desk.useRight_other', { rows: 35 }), dialog);
      await dialog.locator('[data-desk][data-faults="0"]').waitFor();
      await take(column.parking, label('desk.role.leftOut'));
      await isSound('mended');
      await app.press(label('desk.done'), dialog);
      const right = width === 1440 ? 36 : 35;
      await page.locator(`[data-reading="${right}"]`).waitFor();

      // What was said of the rows goes along.
      await app.press(label('datasets.learn'));
      await page.locator(`.studio [data-reading="${right}"]`).waitFor();
      const run = new RegExp(`^${label('studio.run_other', { credits: '\\d+' })}`);
      await app.press(run);
      const model = page.locator('[data-result="market.calibrate"]');
      await model.waitFor();
      const closed = language === 'de' ? /Markt 30:.*2025-07/ : /Market 30:.*2025-07/;
      await expect.poll(() => model.textContent()).toMatch(closed);
      await isSound('model');
      const [, code] = /\/a\/(\w{12})/.exec(page.url()) ?? [];
      const session = await app.ask<Session>('/session');
      const versions = `/organizations/${session.activeOrganization.organization.id}/analyses/${code}/versions`;
      // What follows from sales, and what was left out, is no reason for them.
      const learned = JSON.stringify((await app.ask<Forecasts>(`${versions}/1`)).results);
      for (const none of [column.customers, column.parking]) expect(learned).not.toContain(`attribute:${none}`);

      await app.press(label('studio.next.forecast'));
      await app.press(label('studio.places.paste'));
      await page.getByLabel(label('studio.places.pasteLabel')).fill(PLACES.join('\n'));
      await app.press(label('studio.places.add_other', { count: 3 }), dialog);
      await app.press(run);
      const card = page.locator('[data-result="site.rank"]');
      await card.waitFor();
      await expect.poll(() => card.locator('[data-range]').count()).toBe(3);
      await isSound('forecast');

      // The card, the report and the workbook have one figure for one thing.
      // The forecast is an analysis of its own.
      const [, ofForecast = ''] = /\/a\/(\w{12})/.exec(page.url()) ?? [];
      const { results } = await app.ask<Forecasts>(`${versions.replace(code!, ofForecast)}/1`);
      const said = await card.locator('li:has([data-range])').allTextContents();
      const report = await page.context().newPage();
      await report.goto(`${service.url}/a/${ofForecast}/report?language=${language}`);
      const reported = ((await report.locator('body').textContent()) ?? '').replace(/\s+/g, ' ');
      await report.close();
      const workbook = await page.request.get(`${service.url}/a/${ofForecast}/export/xlsx?language=${language}`);
      const cells = (await readWorkbook(await workbook.body())).flatMap(({ data }) => data.flat());
      for (const { name, forecast } of results.candidates) {
        const shown = said.find((text) => text.includes(name))!;
        const [figures] = /\d+[.,]\d+\s?(?:M|Mio\.)\s\([^)]*\)/.exec(shown.replace(/\s+/g, ' ')) ?? [];
        expect([name, reported.includes(figures!)]).toEqual([name, true]);
        const [mean, low, high] = numbersIn(figures!, language);
        for (const [value, told] of [
          [forecast.mean, mean!],
          [forecast.range80.low, low!],
          [forecast.range80.high, high!],
        ] as const) {
          expect(Math.abs(told / value - 1)).toBeLessThan(0.005);
          expect(cells.some((cell) => typeof cell === 'number' && Math.abs(cell / value - 1) < 1e-6)).toBe(true);
        }
        expect(forecast.takenFromOwn).toBeLessThanOrEqual(forecast.mean);
      }
      // Of what it takes from own stores the market model has a share of its own, which is no second figure of the forecast.
      const shares = language === 'de' ? /kommen aus eigenen/ : /comes from own stores/;
      expect(await card.textContent()).not.toMatch(shares);
      expect(app.complaints).toEqual([]);
      await page.context().close();
    },
  );
});

interface Signed {
  getAttribute(name: string): string | null;
}

/** Rows of a desk with their faults. Runs in the page. */
function linesOf(rows: unknown[]): string[] {
  return (rows as Signed[]).flatMap((row) => {
    const [no, fault] = [row.getAttribute('data-row'), row.getAttribute('data-fault')];
    return no === null ? [] : [`${no} ${fault}`];
  });
}

/** Amounts of a text, "2.27M (1.42M to 3.36M)" or "2,27 Mio. (1,42 Mio. bis 3,36 Mio.)". */
const numbersIn = (text: string, language: Language): number[] =>
  [...text.matchAll(/(\d[\d.,]*)\s?(M|Mio|K|Tsd)?/g)].map(([, digits, unit]) => {
    const plain = language === 'de' ? digits!.replaceAll('.', '').replace(',', '.') : digits!.replaceAll(',', '');
    return Number(plain) * (unit === undefined ? 1 : unit.startsWith('M') ? 1e6 : 1e3);
  });
