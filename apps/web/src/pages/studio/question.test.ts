import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { ActionDescriptor } from '../../api/types.ts';
import { kindOf, valuesOf } from '../../fields/kind.ts';
import { questionIn, withQuestion } from './address.ts';
import {
  askable,
  drawnPolygon,
  effectiveFields,
  inputOf,
  isSameInput,
  missingIn,
  NOTHING_ASKED,
  questionOf,
} from './question.ts';

const GOLDEN = new URL('../../../../../packages/actions/golden/', import.meta.url);
const descriptors: ActionDescriptor[] = readdirSync(GOLDEN).map((name) =>
  JSON.parse(readFileSync(new URL(name, GOLDEN), 'utf8')),
);
const actions = askable(descriptors);
const actionOf = (id: string) => actions.find(({ descriptor }) => descriptor.id === id)!;

describe.each(actions.map((action) => [action.descriptor.id, action] as const))('a question for %s', (_, action) => {
  const { example } = action.descriptor;

  it('asks what its example asks, with nothing missing', () => {
    const question = questionOf(action, example);
    expect(inputOf(action, question)).toEqual(example);
    expect(missingIn(action, question)).toEqual([]);
  });

  it('is the same question as the stored one, whose defaults are filled in, in whatever order its members are', () => {
    const stored = { limitOfTests: 1, ...Object.fromEntries(Object.entries(example).reverse()) };
    expect(isSameInput(example, stored)).toBe(true);
    const [name] = Object.keys(example);
    expect(isSameInput(example, { ...stored, [name!]: 'another' })).toBe(false);
    const departure = { from: '10:00' };
    const filled = { ...stored, departure: { day: 'weekday', from: '10:00', to: '12:00' } };
    expect(isSameInput({ ...example, departure }, filled)).toBe(true);
    expect(isSameInput({ ...example, departure: { from: '11:00' } }, filled)).toBe(false);
  });
});

it('public transport is offered by every action that asks for the way of travel but the search of places, with the fields of isochrones', () => {
  const kindsOf = (id: string) =>
    ['mode', 'departure', 'percentile', 'maxRides', 'maxWalkMinutes'].map((field) => {
      const schema = actionOf(id).fields.find(({ name }) => name === field)?.schema;
      return schema === undefined
        ? null
        : [field, kindOf(schema), valuesOf(schema), Object.keys(schema.properties ?? {})];
    });
  const expected = kindsOf('analysis.isochrone');
  expect(expected.slice(0, 2)).toEqual([
    ['mode', 'choice', ['car', 'walk', 'bicycle', 'transit'], []],
    ['departure', 'group', null, ['day', 'from', 'to']],
  ]);
  const asking = actions
    .filter(({ fields }) => fields.some(({ name }) => name === 'mode'))
    .filter(({ descriptor }) => descriptor.id !== 'site.search');
  expect(asking.length).toBe(16);
  for (const { descriptor } of asking)
    expect([descriptor.id, kindsOf(descriptor.id)]).toEqual([descriptor.id, expected]);
});

it('fields of public transport are asked for and sent with it alone, and with a comparison of modes', () => {
  const places = [{ id: 1, name: '', lat: 1, lng: 2 }];
  const departure = { day: 'saturday', from: '10:00' };
  const rides = { departure, percentile: 80, maxRides: 2, maxWalkMinutes: 10, access: 'bicycle' };
  const sent = (more: object) => {
    const question = { ...NOTHING_ASKED, places, values: { bandSeconds: [600], ...rides, ...more } };
    const action = actionOf('analysis.isochrone');
    const names = effectiveFields(action, question).map(({ name }) => name);
    const input = Object.keys(inputOf(action, question)).filter((name) => name in rides);
    expect(names.filter((name) => name in rides).toSorted()).toEqual(input.toSorted());
    return input;
  };
  expect(sent({ mode: 'transit' })).toEqual(Object.keys(rides));
  expect(sent({ mode: 'walk', compareModes: true })).toEqual(Object.keys(rides));
  // Cars may drive at the speeds of an hour.
  for (const more of [{}, { mode: 'car' }]) expect(sent(more)).toEqual(['departure']);
  for (const mode of ['walk', 'bicycle']) expect(sent({ mode })).toEqual([]);
  // They drive alike on every day: no day has a field by car, and none that was given for rides goes along unseen.
  const departureOf = (values: Readonly<Record<string, unknown>>) => {
    const question = { ...NOTHING_ASKED, places, values: { departure, ...values } };
    return inputOf(actionOf('analysis.isochrone'), question).departure;
  };
  expect(departureOf({ mode: 'transit' })).toEqual(departure);
  expect(departureOf({ mode: 'car', compareModes: true })).toEqual(departure);
  expect(departureOf({ mode: 'car' })).toEqual({ from: '10:00' });
  expect(departureOf({ departure: { day: 'saturday' } })).toBeUndefined();
  const defaultsOf = (values: Readonly<Record<string, unknown>>) => {
    const fields = effectiveFields(actionOf('analysis.isochrone'), { ...NOTHING_ASKED, places, values });
    const members = fields.find(({ name }) => name === 'departure')?.schema.properties ?? {};
    return Object.entries(members).map(([name, schema]) => [name, schema.default]);
  };
  const [from, to] = [
    ['from', '07:00'],
    ['to', '09:00'],
  ];
  expect(defaultsOf({ mode: 'transit' })).toEqual([['day', 'weekday'], from, to]);
  expect(defaultsOf({ mode: 'car' })).toEqual([
    ['from', undefined],
    ['to', undefined],
  ]);
  expect(defaultsOf({ mode: 'car', departure: { from: '08:00' } })).toEqual([from, to]);
  const traffic = (mode: string) => {
    const question = { ...NOTHING_ASKED, places, values: { mode, traffic: 'heavy' } };
    return 'traffic' in inputOf(actionOf('analysis.isochrone'), question);
  };
  expect(['car', 'walk', 'bicycle', 'transit'].map(traffic)).toEqual([true, false, false, false]);
});

it('members that take codes are picked from a list, in every action', () => {
  const taken = actions.flatMap(({ descriptor, fields }) =>
    fields
      .filter(({ name }) => /^(sectorCode|sectors|areas|brands)$/.test(name))
      .map(({ name, schema }) => [descriptor.id, name, kindOf(schema)] as const),
  );
  expect(taken.filter(([, , kind]) => kind !== 'pick' && kind !== 'picks')).toEqual([]);
  expect(taken.length).toBeGreaterThan(10);
});

describe('questions', () => {
  it('name what they still need', () => {
    const missing = (id: string, asked = NOTHING_ASKED) => missingIn(actionOf(id), asked);
    expect(missing('analysis.isochrone')).toEqual(['origins']);
    expect(missing('analysis.markets_sector')).toEqual(['origins', 'sectors']);
    expect(missing('network.coverage')).toEqual(['stores', 'minutes']);
    const one = { ...NOTHING_ASKED, places: [{ id: 1, name: '', lat: 1, lng: 2 }], values: { minutes: 5 } };
    expect(missing('network.coverage', one)).toEqual(['stores']);
    expect(missing('analysis.people_economy', { ...NOTHING_ASKED, chosen: ['areas'] })).toEqual(['areas']);
  });

  it('send one member of those that exclude each other, and no reach for areas, nor a way of travel where nobody travels', () => {
    const values = { areas: ['XM-101'], bandMeters: [500], mode: 'walk' };
    const asked = { ...NOTHING_ASKED, values, places: [{ id: 1, name: '', lat: 1, lng: 2 }] };
    const people = actionOf('analysis.people_economy');
    expect(inputOf(people, { ...asked, chosen: ['areas'] })).toEqual({ areas: ['XM-101'] });
    const sectors = actionOf('analysis.markets_sector');
    expect(inputOf(sectors, { ...asked, chosen: ['areas'] })).toEqual({ areas: ['XM-101'], mode: 'walk' });
    expect(inputOf(people, { ...asked, chosen: ['bandMeters'] })).toEqual({
      origins: [{ lat: 1, lng: 2 }],
      bandMeters: [500],
      mode: 'walk',
    });
  });

  it('of a search look on the whole map, for a sector, and ask about the places on the map', () => {
    const search = actionOf('site.search');
    const asked = { ...NOTHING_ASKED, places: [{ id: 1, name: '', lat: 1, lng: 2 }] };
    expect(missingIn(search, asked)).toEqual(['sectorCode']);
    const values = { sectorCode: 'food.bakery', measure: 'residents', minutes: 5, areas: ['XM-101'] };
    const body = (chosen: readonly string[]) => inputOf(search, { ...asked, values, chosen });
    const askedPlaces = [{ id: 1, lat: 1, lng: 2 }];
    expect(body([])).toEqual({ sectorCode: 'food.bakery', askedPlaces });
    expect(body(['areas', 'measure'])).toEqual({ measure: 'residents', minutes: 5, areas: ['XM-101'], askedPlaces });
    expect(missingIn(search, { ...asked, values: { sectorCode: 'food.bakery' }, chosen: ['areas'] })).toEqual([
      'areas',
    ]);
  });

  it('of a search draw the polygon that was chosen last, until places are asked about again', () => {
    const search = actionOf('site.search');
    const drawn = (chosen: readonly string[]) => drawnPolygon(search, { ...NOTHING_ASKED, chosen });
    expect(drawn([])).toBeNull();
    expect(drawn(['polygon'])).toBe('polygon');
    expect(drawn(['polygon', 'outsidePolygon'])).toBe('outsidePolygon');
    expect(drawn(['outsidePolygon', 'polygon', 'askedPlaces'])).toBeNull();
    expect(drawn(['outsidePolygon', 'areas'])).toBe('outsidePolygon');
    expect(drawnPolygon(actionOf('analysis.people_economy'), { ...NOTHING_ASKED, chosen: ['polygon'] })).toBe(
      'polygon',
    );
    expect(drawnPolygon(actionOf('analysis.people_economy'), NOTHING_ASKED)).toBeNull();
  });

  it('stand in the address and are read from it', () => {
    const places = [{ id: 1, name: 'Harbor & <b>town</b>', lat: -36.2, lng: -151.7 }];
    const values = { bandSeconds: [300, 720], mode: 'walk' };
    const question = { actionId: 'analysis.isochrone', places, values, chosen: ['bandSeconds'] };
    expect(questionIn(withQuestion(new URLSearchParams('territory=x'), question))).toEqual(question);
    const ofAreas = { ...NOTHING_ASKED, values: { areas: ['XM-101', 'XM-2'] }, chosen: ['areas'] };
    expect(questionIn(withQuestion(new URLSearchParams(), ofAreas))).toEqual(ofAreas);
    const ofRoom = {
      ...NOTHING_ASKED,
      actionId: 'analysis.markets_sector',
      values: { bandSeconds: [600], sectors: ['food.bakery', 'food.butcher'] },
      chosen: ['bandSeconds'],
    };
    expect(questionIn(withQuestion(new URLSearchParams(), ofRoom))).toEqual(ofRoom);
    const ofSales = { ...NOTHING_ASKED, values: { sectorCode: 'food.bakery', stores: { dataset: 'ds_1' } } };
    expect(questionIn(withQuestion(new URLSearchParams(), ofSales))).toEqual(ofSales);
    expect(questionIn(new URLSearchParams('at=nonsense;91,3;1&reach=mode:1,x'))).toEqual(NOTHING_ASKED);
  });
});
