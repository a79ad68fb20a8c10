import { readFileSync } from 'node:fs';
import { findAction } from '@hinterland/actions';
import { describe, expect, it } from 'vitest';
import { nextQuestions } from './nextQuestions.ts';
import { askable, inputOf, missingIn, type Question, questionOf } from './question.ts';

const GOLDEN = new URL('../../../../../packages/actions/golden/', import.meta.url);
const ids = [
  'site.search',
  'site.rank',
  'analysis.site_comparison',
  'market.calibrate',
  'analysis.markets_sector',
  'analysis.people_economy',
  'markets.changes',
];
const actions = askable(ids.map((id) => JSON.parse(readFileSync(new URL(`${id}.json`, GOLDEN), 'utf8'))));
const actionOf = (id: string) => actions.find(({ descriptor }) => descriptor.id === id)!;
const takesModel = (id: string) => actionOf(id).fields.some(({ name }) => name === 'model');

/** Whether the action takes the body that a question makes. */
function isTaken(question: Question): boolean {
  const action = actionOf(String(question.actionId));
  const body = inputOf(action, question);
  const { success } = findAction(String(question.actionId))!.input.safeParse(
    'model' in body ? { ...body, model: undefined } : body,
  );
  return success;
}

/** Holds that a question is whole and that its action takes it. */
function isWhole({ question }: { readonly question: Question }): void {
  expect(missingIn(actionOf(String(question.actionId)), question)).toEqual([]);
  expect([question.actionId, isTaken(question)]).toEqual([question.actionId, true]);
}

describe('from room to where exactly, how much and who loses', () => {
  const harbor = { id: 1, name: 'Harbor', lat: -36.2, lng: -151.7 };
  const asked = {
    actionId: 'analysis.markets_sector',
    places: [harbor],
    values: { sectors: ['food.bakery', 'horeca.cafe'], bandSeconds: [300, 600], mode: 'car', traffic: 'free' },
    chosen: ['bandSeconds'],
  };
  const after = (actionId: string, question: Question, result = {}) =>
    nextQuestions({ actionId, result }, question, { code: 'abc', takesModel, stores: '2026-10' });

  it('where exactly: the sector is looked for within reach of the place, which is asked about', () => {
    const [where, changes, none] = after('analysis.markets_sector', asked);
    expect([where?.text, changes?.text, none]).toEqual(['where', 'changes', undefined]);
    isWhole(where!);
    const body = inputOf(actionOf('site.search'), where!.question) as Record<string, any>;
    expect(body).toMatchObject({ sectorCode: 'food.bakery', mode: 'car', traffic: 'free' });
    expect(body.askedPlaces).toEqual([harbor]);
    // Ten minutes by car are about five kilometers to each side, whatever the latitude.
    const [west, south, east, north] = [body.polygon.coordinates[0][0], body.polygon.coordinates[0][2]].flat();
    const meters = (degrees: number) => (degrees * Math.PI * 6_371_000) / 180;
    expect(meters(north - south) / 10_000).toBeCloseTo(1, 1);
    expect((meters(east - west) * Math.cos((36.2 * Math.PI) / 180)) / 10_000).toBeCloseTo(1, 1);
    expect([west < -151.7, east > -151.7, south < -36.2, north > -36.2]).toEqual([true, true, true, true]);
  });

  it('no search for several places, and none by timetables', () => {
    const textsOf = (question: Question) => after('analysis.markets_sector', question).map(({ text }) => text);
    expect(textsOf({ ...asked, places: [harbor, { ...harbor, id: 2 }] })).toEqual(['changes']);
    expect(textsOf({ ...asked, values: { ...asked.values, mode: 'transit' } })).toEqual(['changes']);
  });

  it('what changed: in the same reach and sectors, since the list of the answer where another is in force', () => {
    const [, before] = after('analysis.markets_sector', asked, { dataVersion: { players: '2026-10' } });
    expect(before?.text).toBe('changes');
    expect(inputOf(actionOf('markets.changes'), before!.question)).not.toHaveProperty('since');
    isWhole(before!);
    const [, since] = after('analysis.markets_sector', asked, { dataVersion: { players: '2026-07' } });
    expect([since?.text, since?.since]).toEqual(['changesSince', '2026-07']);
    isWhole(since!);
    expect(inputOf(actionOf('markets.changes'), since!.question)).toMatchObject({
      since: '2026-07',
      sectors: ['food.bakery', 'horeca.cafe'],
      bandSeconds: [300, 600],
    });
    expect(after('analysis.category_mix', { ...asked, actionId: 'analysis.category_mix' })).toMatchObject([
      { text: 'changes' },
    ]);
  });

  it('who loses: the room at the best place of a ranking', () => {
    const places = [harbor, { ...harbor, id: 2, name: 'Hill', lat: -36.19 }];
    const ranked = { actionId: 'site.rank', places, values: { sectorCode: 'food.bakery', mode: 'car' }, chosen: [] };
    const candidates = [
      { id: '1', rank: 2 },
      { id: '2', rank: 1 },
    ];
    const [loses] = after('site.rank', ranked, { candidates });
    expect(loses).toMatchObject({ text: 'whoLoses', place: 'Hill', question: { places: [places[1]] } });
    isWhole(loses!);
  });

  it('room: asked of the same place and limits, with the sector where one was chosen', () => {
    const { sectors, ...values } = asked.values;
    const people = { ...asked, actionId: 'analysis.people_economy', values };
    const [room] = after('analysis.people_economy', people);
    expect(room?.question).toMatchObject({ actionId: 'analysis.markets_sector', places: [harbor], values });
    expect(missingIn(actionOf('analysis.markets_sector'), room!.question)).toEqual(['sectors']);
    isWhole(after('analysis.people_economy', asked)[0]!);
    expect(after('analysis.people_economy', { ...people, places: [] })).toEqual([]);
  });
});

describe('after a search', () => {
  const places = [1, 2, 3, 4].map((rank) => ({
    rank,
    lat: -36 - rank,
    lng: -151.7,
    address: `Main Street ${rank}`,
    area: null,
    squareMeters: 120,
  }));
  const asked = questionOf(actionOf('site.search'), actionOf('site.search').descriptor.example);
  const next = nextQuestions({ actionId: 'site.search', result: { places } }, asked, {
    code: null,
    takesModel,
    stores: undefined,
  });

  it('the first places are ranked and compared, with the own stores and sizes of the search', () => {
    expect(next.map(({ text, count }) => [text, count])).toEqual([
      ['rank', 4],
      ['compare', 3],
    ]);
    for (const { question } of next) {
      expect(missingIn(actionOf(String(question.actionId)), question)).toEqual([]);
      expect([question.actionId, isTaken(question)]).toEqual([question.actionId, true]);
    }
    const body = inputOf(actionOf('site.rank'), next[0]!.question) as Record<string, readonly object[]>;
    expect(body.candidates![0]).toEqual({ id: 1, lat: -37, lng: -151.7, name: 'Main Street 1', squareMeters: 120 });
    expect(body.ownStores).toEqual(asked.values.ownStores);
  });

  it('one place is followed by nothing: there is none to compare it with', () => {
    const one = { actionId: 'site.search', result: { places: places.slice(0, 1) } };
    expect(nextQuestions(one, asked, { code: null, takesModel, stores: undefined })).toEqual([]);
  });
});

describe('after a model was learned', () => {
  const asked = questionOf(actionOf('market.calibrate'), actionOf('market.calibrate').descriptor.example);
  const model = {
    stores: [{ id: 's1', lat: -36.2, lng: -151.7, squareMeters: 900, format: null, attributes: {}, sales: 1 }],
    mode: 'car',
    traffic: 'normal',
  };
  const answer = { actionId: 'market.calibrate', result: { model } };

  it('places are asked about with the model, its sector and its stores', () => {
    const [first] = nextQuestions(answer, asked, { code: 'abc', takesModel, stores: undefined });
    expect(first!.question).toMatchObject({ actionId: 'site.rank', places: [] });
    const body = inputOf(actionOf('site.rank'), first!.question);
    expect(body).toMatchObject({ sectorCode: 'food.supermarket', mode: 'car', model: { analysis: 'abc' } });
    expect(body.ownStores).toEqual([{ id: 's1', lat: -36.2, lng: -151.7, squareMeters: 900 }]);
    expect(missingIn(actionOf('site.rank'), first!.question)).toEqual(['candidates']);
  });

  it('an answer that no analysis keeps has no model to name', () => {
    expect(nextQuestions(answer, asked, { code: null, takesModel, stores: undefined })).toEqual([]);
  });
});
