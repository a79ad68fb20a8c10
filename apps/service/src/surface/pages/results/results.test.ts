import { readFileSync } from 'node:fs';
import { actions } from '@hinterland/actions';
import { describe, expect, it } from 'vitest';
import { figureOf, scalar, titleOf } from './figures.ts';
import { mapOf } from './map.ts';
import { resultsHtml } from './tables.ts';

const worked = JSON.parse(readFileSync(new URL('../../../../examples/worked-answers.json', import.meta.url), 'utf8'));
const stored = actions.filter(({ storesVersion }) => storesVersion).map(({ id }) => id);

describe('figures', () => {
  it.each([
    [58_236.101279, 'residents', '58,236'],
    [0.175738, 'sharedShare', '17.6 %'],
    [0.210606, 'shareOfTerritory', '21.1 %'],
    [9.534575, 'change_percent', '9.53 %'],
    [600, 'limitSeconds', '10'],
    [-36.2, 'lat', '-36.20000'],
    [1.74, 'minutes', '1.74'],
    [0, 'taken', '0'],
  ])('%d as %s reads %s', (value, name, text) => {
    expect(figureOf(value, name)).toBe(text);
  });

  it.each([
    ['limitSeconds', 'Limit, min'],
    ['areaSquareKm', 'Area, km²'],
    ['squareMeters', 'Size, m²'],
    ['distanceMeters', 'Distance, m'],
    ['coveredByTwoOrMore', 'Covered by two or more'],
    ['<b>', '<b>'],
  ])('the name %s reads %s', (name, text) => {
    expect(titleOf(name)).toBe(text);
  });

  it('codes read as words, texts stay as they are, nothing is a dash', () => {
    expect(['local_government_area', 'A_b <i>', '', null].map((value) => scalar(value, 'x'))).toEqual([
      'local government area',
      'A_b <i>',
      '–',
      '–',
    ]);
  });
});

describe('results', () => {
  it.each(stored)('%s is headings and tables that hold its figures', (id) => {
    const html = resultsHtml(worked[id].execute.result).text;
    expect(html).toMatch(/<table/);
    expect(html).not.toMatch(/undefined|NaN|\[object|<h\d><\/h\d>|<tbody><\/tbody>/);
    // No heading without something below it.
    expect(html).not.toMatch(/<h(\d)>[^<]*<\/h\1>\s*(<h\1>|<details|$)/);
    expect(html).not.toMatch(/creditsCharged|Credits charged/);
    // No level is left out on the way down, from the heading above.
    const levels = [2, ...[...html.matchAll(/<h(\d)>/g)].map(([, level]) => Number(level))];
    expect(levels.filter((level, i) => i > 0 && level > levels[i - 1]! + 1)).toEqual([]);
  });

  it('tables by part name the limits, the areas compared with, and what each figure means', () => {
    const html = resultsHtml(worked['analysis.people_economy'].execute.result).text;
    expect(html).toContain('<th scope="col" align="right">within 5 min</th>');
    expect(html).toMatch(/<th scope="row">Usual residents<\/th><td align="right">58,236<\/td>/);
    expect(html).toContain('City of Port Halcyon');
  });

  it('what a caller named is text', () => {
    const html = resultsHtml({ stores: [{ id: '<script>', name: '<img>', deep: { '<b>': '<i>' } }] }).text;
    expect(html).not.toMatch(/<(script|img|b|i)>/);
  });
});

describe('the map', () => {
  const numbers = (svg: string, name: string) =>
    [...svg.matchAll(new RegExp(`${name}="([\\d.]+)"`, 'g'))].map(([, value]) => Number(value));

  it('has every place within its frame, north up, and to scale both ways', () => {
    const stores = [
      { id: 'south', lat: -36.21, lng: -151.7 },
      { id: 'north', lat: -36.2, lng: -151.7 },
      { id: 'east <b>', lat: -36.21, lng: -151.7 + 0.01 / Math.cos((36.205 * Math.PI) / 180) },
    ];
    const svg = mapOf({ stores }, { stores })!.text;
    const [x, y] = [numbers(svg, 'cx'), numbers(svg, 'cy')];
    expect([x.length, y[1]! < y[0]!, x[2]! > x[0]!]).toEqual([3, true, true]);
    expect(x[2]! - x[0]!).toBeCloseTo(y[0]! - y[1]!, 0);
    expect(svg).toContain('east &#60;b&#62;');
    const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(svg) as unknown as [string, string, string];
    for (const value of x) expect(value > 0 && value < Number(width)).toBe(true);
    for (const value of y) expect(value > 0 && value < Number(height)).toBe(true);
  });

  it('draws polygons with their holes, and where there is nothing to see there is no map', () => {
    const ring = (size: number) =>
      [
        [0, 0],
        [size, 0],
        [size, size],
        [0, 0],
      ].map(([lng, lat]) => [lng! + 10, lat! + 40]);
    const polygon = { type: 'Polygon', coordinates: [ring(0.02), ring(0.01)] };
    const svg = mapOf({}, { polygon })!.text;
    expect(/fill-rule="evenodd" d="([^"]+)"/.exec(svg)?.[1]?.match(/M/g)).toHaveLength(2);
    expect(mapOf({ origins: [{ lat: 1, lng: 1 }] }, {})).toBeNull();
    expect(mapOf(null, 'x')).toBeNull();
  });
});
