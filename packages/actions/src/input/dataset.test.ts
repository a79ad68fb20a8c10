import { expect, it } from 'vitest';
import { z } from 'zod';
import { describeAction } from '../action/descriptor.ts';
import { actions } from '../registry.ts';
import {
  figuresMember,
  modelMember,
  orFiguresOfDataset,
  placeLists,
  rowsMember,
  salesMember,
  subjectMembers,
} from './dataset.ts';

/** By hand: every list of places with ids. */
const LISTS = {
  'analysis.brand_coverage': { ownPoints: 200, plannedPoints: 100 },
  'analysis.site_comparison': { candidates: 20, ownStores: 100 },
  'network.coverage': { stores: 500, candidates: 100 },
  'network.matrix': { origins: 500, destinations: 1000 },
  'network.nearest': { origins: 500, destinations: 5000 },
  'site.rank': { candidates: 20, ownStores: 500 },
  'site.search': { places: 5000, ownStores: 500, askedPlaces: 10 },
  'enrich.points': { points: 500 },
};

it('S244 lists of stores, candidates and points may be read from a dataset, up to what the action takes; no others', () => {
  const found = actions.flatMap((action) => {
    const lists = placeLists(action);
    return lists.length === 0 ? [] : [[action.id, Object.fromEntries(lists.map(({ name, max }) => [name, max]))]];
  });
  expect(Object.fromEntries(found)).toEqual(LISTS);
  expect(actions.flatMap(placeLists).filter(({ named }) => !named)).toEqual([
    { name: 'points', max: 500, named: false, isOwn: false },
  ]);
  expect(new Set(actions.flatMap(placeLists).flatMap(({ name, isOwn }) => (isOwn ? [name] : [])))).toEqual(
    new Set(['ownStores']),
  );
});

it('S244 published schemas show all forms, the list as it was, and nothing else has changed', () => {
  for (const action of actions) {
    const { inputSchema } = describeAction(action);
    expect(JSON.stringify(inputSchema)).not.toContain('x-places');
    const lists = Object.keys((LISTS as Record<string, object>)[action.id] ?? {});
    for (const [name, member] of Object.entries(inputSchema.properties as Record<string, Record<string, unknown>>)) {
      const forms = member.anyOf as Record<string, unknown>[] | undefined;
      const shown = forms?.some(({ $ref }) => $ref === '#/$defs/PlacesOfDataset') ?? false;
      expect([action.id, name, shown]).toEqual([action.id, name, lists.includes(name)]);
      if (!shown) continue;
      expect(forms).toMatchObject([
        { type: 'array', items: expect.any(Object) },
        expect.any(Object),
        { $ref: '#/$defs/SavedSubject' },
      ]);
      expect((inputSchema.$defs as any).PlacesOfDataset).toMatchObject({ type: 'object', required: ['dataset'] });
      expect(member.type).toBeUndefined();
      expect(member.description).toEqual(expect.any(String));
    }
  }
});

it('a saved subject may stand for every list of places, area and polygon, and for the place of a call', () => {
  const found = actions.flatMap((action) => {
    const taken = subjectMembers(action).map(({ name, takes }) => (name === takes ? name : `${name} ${takes}`));
    return taken.length === 0 ? [] : [[action.id, taken.join(', ')] as const];
  });
  const ofTerritory = 'origins places, areas, polygon, ownData figures';
  expect(Object.fromEntries(found)).toEqual({
    'analysis.isochrone': 'origins places, ownData figures',
    'markets.changes': 'origins places, areas, polygon',
    'analysis.people_economy': ofTerritory,
    'analysis.markets_sector': ofTerritory,
    'analysis.category_mix': ofTerritory,
    'analysis.markets_brands': ofTerritory,
    'analysis.realestate': ofTerritory,
    'analysis.brand_coverage': 'ownPoints places, plannedPoints places, ownData figures',
    'analysis.site_comparison': 'candidates places, ownStores places',
    'network.coverage': 'stores places, candidates places, ownData figures',
    'network.matrix': 'origins places, destinations places',
    'network.nearest': 'origins places, destinations places',
    'site.rank': 'candidates places, ownStores places',
    'site.search': 'places, areas, polygon, ownStores places, outsidePolygon polygon, askedPlaces places',
    'market.calibrate': 'stores places',
    'enrich.point': 'lat point',
    'enrich.points': 'points places',
    'search.reverse_address': 'lat point',
  });
});

it('what an input takes from datasets is read from its schema once: every request asks', () => {
  let made = 0;
  const noted = z.int().meta({
    get description() {
      made++;
      return 'Read by each making of a schema';
    },
  });
  const action = { input: z.object({ rows: orFiguresOfDataset(z.array(noted)), noted }) };
  expect(figuresMember(action)).toBe('rows');
  const once = made;
  expect(once).toBeGreaterThan(0);
  const others = [placeLists, figuresMember, salesMember, modelMember, rowsMember].map((ask) => ask(action));
  expect(others).toEqual([[], 'rows', null, null, null]);
  expect(made).toBe(once);
});
