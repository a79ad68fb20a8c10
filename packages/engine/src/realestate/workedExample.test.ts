import { readFileSync } from 'node:fs';
import { inMemoryTerritory } from '@hinterland/territory';
import { expect, it } from 'vitest';
import { realestateFigures } from './figures.ts';
import { listingsOf } from './listings.ts';
import { periodsBetween } from './periods.ts';
import { changePercentPerYear } from './trend.ts';

const page = readFileSync(new URL('../../../../docs/methods/realestate.md', import.meta.url), 'utf8');
const cells = (line: string) => line.split('|').map((cell) => cell.trim().replaceAll(',', ''));

/** Last column of the row of the page's table that begins with this text. */
const written = (figure: string) => cells(page.split('\n').find((line) => line.startsWith(`| ${figure}`))!).at(-2)!;

it('the example of docs/methods/realestate.md comes out as written', () => {
  const flats = page
    .split('\n')
    .filter((line) => /^\| \d \|/.test(line))
    .map(cells);
  expect(flats).toHaveLength(8);
  const sales = flats.map(([, , price, area, , days, open]) => ({
    kind: 0,
    price: Number(price),
    area: Number(area),
    days: Number(days),
    open: open === 'yes' ? 1 : 0,
  }));
  const rents = [30, 40, 50, 60, 70].map((area) => ({ kind: 1, price: 15.5 * area, area, days: -1, open: 0 }));
  const rows = [...sales, ...rents];
  const zeros = rows.map(() => 0);
  const listings = listingsOf(
    inMemoryTerritory({
      poles: { lngMicrodegrees: [0], latMicrodegrees: [0], dwellings: [1], kind: [0] },
      realestate: {
        listings: {
          pole: zeros,
          kind: rows.map(({ kind }) => kind),
          state: zeros,
          type: rows.map(() => 1),
          price: rows.map(({ price }) => price),
          floorAreaSquareMeters: rows.map(({ area }) => area),
          rooms: rows.map(() => Number.NaN),
          day: zeros,
          daysOnMarket: rows.map(({ days }) => days),
          open: rows.map(({ open }) => open),
          source: zeros,
          id: rows.map((_, i) => `${i}`),
        },
      },
    }),
  )!;
  const { markets, grossYields } = realestateFigures(listings, rows.keys(), periodsBetween(0, 0, 'month'));
  const { price, pricePerSquareMeter, daysOnMarket } = markets[0]!.all;
  expect(flats.map(([, , , , perSquareMeter]) => Number(perSquareMeter))).toEqual(
    sales.map(({ price: whole, area }) => whole / area),
  );
  expect(written('median price per m²')).toBe(String(pricePerSquareMeter.median));
  expect(written('first quartile')).toBe(String(pricePerSquareMeter.p25));
  expect(written('third quartile')).toBe(String(pricePerSquareMeter.p75));
  expect(written('median price |')).toBe(String(price.median));
  expect(written('gross yield')).toBe(grossYields[0]!.percent.toFixed(6));
  expect(written('days on market')).toBe(String(daysOnMarket.median));
  const medians = /quarterly medians ([\d, ]+)\|/.exec(page)![1]!.match(/\d,\d{3}/g)!;
  const change = changePercentPerYear(
    medians.map((text) => Number(text.replace(',', ''))),
    4,
  )!;
  expect(written('change per year')).toBe(change.toFixed(6));
});
