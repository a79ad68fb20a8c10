import { expect, it } from 'vitest';
import { accessibilityFaults, overflowPixels } from '../developers/browser.ts';
import type { App } from './driver.ts';
import type { Studio } from './studioFlows.ts';

/** A list of a Polish spreadsheet, in windows-1250. */
const POLISH: readonly (readonly string[])[] = [
  ['nazwa', 'ulica', 'miasto', 'lat', 'lng'],
  ['Sklep Żabka', 'Łódzka 5', 'Łódź', '-36,2', '-151,7'],
  ['Świeże', 'Źródlana 7', 'Kraków', '-36,19', '-151,69'],
];
const CODES: Readonly<Record<string, number>> = { Ż: 0xaf, Ł: 0xa3, ó: 0xf3, ź: 0x9f, Ś: 0x8c, ż: 0xbf, Ź: 0x8f };
const polish = (): Buffer => {
  const text = [...POLISH, ['', '', '', '', '']].map((cells) => cells.join(';')).join('\r\n');
  return Buffer.from(Array.from(text, (letter) => CODES[letter] ?? letter.charCodeAt(0)));
};

/** Fits both widths, and has no fault that axe-core finds. */
async function isClean({ page }: App): Promise<void> {
  for (const width of [375, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect([width, await overflowPixels(page)]).toEqual([width, 0]);
    expect([width, ...(await accessibilityFaults(page))]).toEqual([width]);
  }
}

/** Files of other programs, lists from spreadsheets, and coordinates from other maps. */
export function files(studio: () => Studio): void {
  it('shows in which encoding a file is read, takes another, and imports what it shows', async () => {
    const { app, ask, organization } = studio();
    const { page } = app;
    await app.go('/datasets');
    await app.press('Upload a file');
    const file = page.locator('input[type=file]');
    await file.setInputFiles({ name: 'Sklepy.csv', mimeType: 'text/csv', buffer: polish() });
    await page.locator('[data-read="2"]').waitFor();
    const encoding = page.getByRole('button', { name: /Encoding/ });
    expect(await encoding.textContent()).toContain('windows-1250 (Polish, Czech');
    const town = page.locator('[data-column="miasto"]');
    expect(await town.textContent()).toContain('Łódź, Kraków');
    await isClean(app);
    await encoding.click();
    await page.getByRole('option', { name: /^windows-1252/ }).click();
    await town.filter({ hasText: '£ódŸ' }).waitFor();
    await encoding.click();
    await page.getByRole('option', { name: /^windows-1250/ }).click();
    await town.filter({ hasText: 'Łódź' }).waitFor();
    await app.pressInDialog('Import');
    await page.waitForURL(/\/datasets\/ds_/);
    const id = new URL(page.url()).pathname.split('/')[2];
    await expect
      .poll(async () => (await ask<{ status: string }>(`${organization}/datasets/${id}`)).status)
      .toBe('ready');
    const { data } = await ask<{ data: readonly { cells: readonly string[] }[] }>(
      `${organization}/datasets/${id}/rows?from=0&limit=10`,
    );
    expect(data.map(({ cells }) => cells)).toEqual(POLISH.slice(1));
  });

  it('refuses older workbooks and other formats with the next step, and names a row with a cell too many', async () => {
    const { app } = studio();
    const { page } = app;
    await app.go('/datasets');
    await app.press('Upload a file');
    const file = page.locator('input[type=file]');
    const take = (name: string, content: string | Buffer) =>
      file.setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });
    await take('old.xls', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]));
    expect(await page.locator('[data-error="xls"]').textContent()).toMatch(/older workbook.*save it as \.xlsx/);
    await take('page.xls', '<html><table><tr><td>1</td></tr></table></html>');
    expect(await page.locator('[data-error="format"]').textContent()).toMatch(/another kind of file/);
    await take('list.csv', 'name,lat,lng\nA,-36.2,-151.7\nB,-36.2,-151.7,x\n;;\nC,-36.21,-151.7,\n');
    await page.locator('[data-read="2"]').waitFor();
    expect(await page.locator('[data-fault="uneven"]').textContent()).toMatch(/lines 3, 4/);
    await isClean(app);
    await app.pressInDialog('Cancel');
  });

  it.each([
    ['36°12\'00"S 151°42\'00"W', '-36.2, -151.7'],
    ['36.2 S 151.7 W', '-36.2, -151.7'],
    ['-36,2 -151,7', '-36.2, -151.7'],
    ['−36.2, −151.7', '-36.2, -151.7'],
    ['geo:-36.2,-151.7', '-36.2, -151.7'],
    ['https://www.openstreetmap.org/#map=15/-36.2/-151.7', '-36.2, -151.7'],
    ['-151.7, -36.2', '-36.2, -151.7 (order exchanged)'],
    ['36,2 S 151,7 O', '-36.2, -151.7 (west)'],
  ])('finds the place of %s', async (text, name) => {
    const { app } = studio();
    await app.go('/');
    const field = app.page.getByRole('combobox', { name: 'Address or area' });
    await field.fill(text);
    await app.page.getByRole('option', { name, exact: true }).waitFor();
  });

  it('says why coordinates are no place', async () => {
    const { app } = studio();
    await app.go('/');
    const field = app.page.getByRole('combobox', { name: 'Address or area' });
    await field.fill('https://maps.app.goo.gl/abcdef');
    await app.page.getByText('This link holds no coordinates.').waitFor();
    await field.fill('95.5, 190.5');
    await app.page.getByText('No place on earth.').waitFor();
  });
}
