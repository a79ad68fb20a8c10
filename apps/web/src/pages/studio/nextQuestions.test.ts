import { readFileSync } from 'node:fs';
import { findAction } from '@hinterland/actions';
import { describe, expect, it } from 'vitest';
import { nextQuestions } from './nextQuestions.ts';
import { askable, inputOf, missingIn, type Question, questionOf } from './question.ts';

const GOLDEN = new URL('../../../../../packages/actions/golden/', import.meta.url);
const ids = ['site.search', 'site.rank', 'analysis.site_comparison', 'market.calibrate'];
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
  const next = nextQuestions({ actionId: 'site.search', result: { places } }, asked, null, takesModel);

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
    expect(nextQuestions(one, asked, null, takesModel)).toEqual([]);
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
    const [first] = nextQuestions(answer, asked, 'abc', takesModel);
    expect(first!.question).toMatchObject({ actionId: 'site.rank', places: [] });
    const body = inputOf(actionOf('site.rank'), first!.question);
    expect(body).toMatchObject({ sectorCode: 'food.supermarket', mode: 'car', model: { analysis: 'abc' } });
    expect(body.ownStores).toEqual([{ id: 's1', lat: -36.2, lng: -151.7, squareMeters: 900 }]);
    expect(missingIn(actionOf('site.rank'), first!.question)).toEqual(['candidates']);
  });

  it('an answer that no analysis keeps has no model to name', () => {
    expect(nextQuestions(answer, asked, null, takesModel)).toEqual([]);
  });
});
