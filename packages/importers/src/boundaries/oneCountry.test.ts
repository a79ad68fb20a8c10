import { expect, it } from 'vitest';
import type { Boundary } from '../inputs/boundaries.ts';
import { withOneCountry } from './oneCountry.ts';

const square = (lng: number, lat: number, half: number) => [
  [
    [
      [lng - half, lat - half],
      [lng + half, lat - half],
      [lng + half, lat + half],
      [lng - half, lat + half],
      [lng - half, lat - half],
    ],
  ],
];

const area = (name: string, country: string, polygon: Boundary['polygon'], level = 8): Boundary => ({
  code: `${country === 'AT' ? 'ref-' : ''}${name}`,
  name,
  country,
  kind: level === 2 ? 'country' : level === 4 ? 'region' : level === 8 ? 'municipality' : 'postcode',
  level,
  localType: '',
  polygon,
  cut: false,
});

/** What the map does not say the country of is read once for each country of the recipe. */
const readFor = (countries: readonly string[], name: string, polygon: Boundary['polygon'], level = 8) =>
  countries.map((country) => area(name, country, polygon, level));

const pairs = (boundaries: readonly Boundary[]) => boundaries.map(({ country, name }) => `${country} ${name}`);

const LIECHTENSTEIN = area('Liechtenstein', 'LI', square(9.55, 47.15, 0.06), 2);
const VORARLBERG = area('Vorarlberg', 'AT', square(9.8, 47.3, 0.25), 4);

it('keeps each area in the country that holds it', () => {
  const all = ['CH', 'AT', 'LI'];
  const found = withOneCountry([
    LIECHTENSTEIN,
    VORARLBERG,
    ...readFor(all, 'Vaduz', square(9.522, 47.139, 0.01)),
    // Within a state that says its country, and nearer to a town of Switzerland than to one of Austria.
    ...readFor(all, 'Meiningen', square(9.578, 47.298, 0.005)),
    // Only towns say where Buchs lies.
    ...readFor(all, 'Buchs', square(9.478, 47.167, 0.01)),
    ...readFor(all, '9470', square(9.478, 47.167, 0.012), -1),
  ]);
  expect(pairs(found)).toEqual([
    'LI Liechtenstein',
    'AT Vorarlberg',
    'LI Vaduz',
    'AT Meiningen',
    'CH Buchs',
    'CH 9470',
  ]);
});

it('leaves areas alone that were read for one country, with the same name and code in another, too', () => {
  const areas = [
    area('Buchs', 'CH', square(9.478, 47.167, 0.01)),
    area('Buchs', 'AT', square(15.6, 48.4, 0.01)),
    area('all', 'CH', []),
    area('all', 'AT', []),
  ];
  expect(withOneCountry(areas)).toEqual(areas);
});
