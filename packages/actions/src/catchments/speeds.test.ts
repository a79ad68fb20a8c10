import { withSpeeds } from '@hinterland/engine/testing';
import type { Territory } from '@hinterland/territory';
import { describe, expect, it } from 'vitest';
import type { Action } from '../action/action.ts';
import { actions } from '../registry.ts';
import { contextOf } from '../testing/island.ts';
import { withListings } from '../testing/listings.ts';
import { problem } from '../testing/network.ts';
import { islandWithShops } from '../testing/shops.ts';

const { town, territory: withShops } = islandWithShops();
const bare: Territory = withListings({ town, territory: withShops });
/** From 7 to 9 every road takes 1.5 of its time, as in heavy traffic of a drawn town; nothing else changes. */
const busy = withSpeeds(bare, [{ 7: 2 / 3, 8: 2 / 3 }], () => [1, 1]);

const middle = town.at(0, 0);
const places = [
  { id: 'a', ...middle },
  { id: 'b', ...town.at(2, 1) },
  { id: 'c', ...town.at(-3, 2) },
];
const reach = { origins: [middle], bandSeconds: [100, 230] };
const inputs: Readonly<Record<string, object>> = {
  'analysis.isochrone': { ...reach, compareModes: false },
  'analysis.people_economy': { ...reach, topics: ['residents'] },
  'analysis.realestate': reach,
  'analysis.category_mix': { ...reach, categories: ['food.supermarket', 'food.bakery'] },
  'analysis.markets_brands': { ...reach, brands: ['Halcyon Fare'] },
  'analysis.markets_sector': { ...reach, sectors: ['food.supermarket'] },
  'analysis.site_comparison': { candidates: places, bandSeconds: [100, 230], sectorCode: 'food.supermarket' },
  'site.rank': { candidates: places, sectorCode: 'food.supermarket' },
  'market.calibrate': {
    sectorCode: 'food.supermarket',
    stores: [-3, -2, -1, 0, 1, 2, 3, 4].map((x, i) => ({ id: i, ...town.at(x, (i % 3) - 1), sales: 1000 + 100 * i })),
  },
  'network.coverage': { stores: places, minutes: 3 },
  'network.matrix': { origins: places },
  'network.nearest': { origins: [middle], sectorCode: 'food.supermarket' },
  'analysis.brand_coverage': { ownPoints: places, minutes: 3 },
  'markets.changes': reach,
  'enrich.point': { ...middle, bandSeconds: [100, 230], include: ['people', 'sectors'] },
  'enrich.points': { points: [{ id: 'a', ...middle }], bandSeconds: [100, 230], include: ['people'] },
};
const withMode = actions.filter((action) => action.familiesOf !== undefined);
/** All of them but the job, which runs enrich.point for each of its points. */
const answering = withMode.filter(({ id }) => id !== 'enrich.points');

const departure = { from: '07:00', to: '09:00' };
const parsed = (action: Action, given: object) => action.input.parse({ ...inputs[action.id], ...given }) as never;
const answer = (action: Action, territory: Territory, given: object) => {
  const { result, creditsDue } = action.run(contextOf(territory), parsed(action, given));
  // All but the names of the traffic, of its profile, of the hour and of the departure; the id of a sales model is a digest of them, too.
  return JSON.stringify({ result, creditsDue }, (name, value) =>
    ['traffic', 'profile', 'speeds', 'departure'].includes(name) || String(value).startsWith('sm_') ? undefined : value,
  );
};

describe('D164: a departure by car', () => {
  it('is asked about in every action with a mode', () => {
    expect(withMode.map(({ id }) => id).sort()).toEqual(Object.keys(inputs).sort());
  });

  it.each(answering.map((action) => [action.id, action] as const))(
    '%s answers with the speeds of the hour: as in heavy traffic, where they are those',
    (_, action) => {
      const atSeven = answer(action, busy, { departure });
      expect(atSeven).toEqual(answer(action, bare, { traffic: 'heavy' }));
      const normal = answer(action, bare, {});
      expect(atSeven).not.toEqual(normal);
      expect(answer(action, busy, {})).toEqual(normal);
      expect(answer(action, busy, { departure: { from: '12:00', to: '13:00' } })).toEqual(normal);
    },
  );

  it.each(withMode.map((action) => [action.id, action] as const))(
    '%s refuses it where the territory has no speeds by hour, and costs the same where it has',
    (_, action) => {
      const refused = problem(() => {
        action.quote(contextOf(bare), parsed(action, { departure }));
        action.run(contextOf(bare), parsed(action, { departure }));
      });
      const detail = expect.stringMatching(/ has no speeds by hour of the day/);
      expect(refused).toMatchObject({
        code: 'validation_error',
        fields: { errors: [{ pointer: '#/departure', detail }] },
      });
      const linesOf = (given: object) => action.quote(contextOf(busy), parsed(action, given)).lines;
      expect(linesOf({ departure })).toEqual(linesOf({}));
    },
  );

  it.each(answering.map((action) => [action.id, action] as const))('%s names the hour', (_, action) => {
    const { result } = action.run(contextOf(busy), parsed(action, { departure }));
    expect(JSON.stringify(result)).toContain('"speeds":{"from":"08:00","to":"09:00"}');
  });

  it('takes the hour in which the middle of the window lies', () => {
    const isochrone = withMode.find(({ id }) => id === 'analysis.isochrone')!;
    const hourAt = (from: string, to: string) => {
      const { result } = isochrone.run(contextOf(busy), parsed(isochrone, { departure: { from, to } }));
      const { speeds } = (result as { method: { speeds: { from: string; to: string } } }).method;
      return `${speeds.from} to ${speeds.to}`;
    };
    expect(hourAt('07:00', '08:00')).toBe('07:00 to 08:00');
    expect(hourAt('07:00', '08:59')).toBe('07:00 to 08:00');
    expect(hourAt('07:00', '09:00')).toBe('08:00 to 09:00');
    expect(hourAt('23:59', '24:00')).toBe('23:00 to 24:00');
  });

  it('is that of public transport where modes are compared and cars have no speeds by hour', () => {
    const isochrone = withMode.find(({ id }) => id === 'analysis.isochrone')!;
    const compared = { compareModes: true, departure };
    const methods = (territory: Territory) => {
      const { result } = isochrone.run(contextOf(territory), parsed(isochrone, compared));
      const { modes } = result as { modes: { mode: string; method?: { speeds?: object } }[] };
      return modes.map(({ mode, method }) => [mode, method?.speeds !== undefined]);
    };
    const none = [
      ['car', false],
      ['walk', false],
      ['bicycle', false],
      ['transit', false],
    ];
    expect(methods(bare)).toEqual(none);
    expect(methods(busy)).toEqual([['car', true], ...none.slice(1)]);
  });
});
