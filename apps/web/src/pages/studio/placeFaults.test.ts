import { describe, expect, it } from 'vitest';
import { Problem } from '../../api/request.ts';
import { placeFaultsOf } from './placeFaults.ts';
import { NOTHING_ASKED, type Question } from './question.ts';

const town = { id: 1, name: 'Town hall', lat: -36.2, lng: -151.7 };
const hill = { id: 2, name: '', lat: -36.3, lng: -151.6 };
const asked: Question = { ...NOTHING_ASKED, places: [town, hill], values: { ownStores: [hill], closeCount: 3 } };
const refusal = (error: string, ...pointers: string[]) =>
  new Problem(400, { error, errors: pointers.map((pointer) => ({ pointer, detail: 'as the service says it' })) });
const found = (error: unknown, subject: string | null = 'stores', question = asked) =>
  placeFaultsOf(error, subject, question).map(({ member, no, isOnly, place, cause }) => [
    member,
    no,
    isOnly,
    place,
    cause,
  ]);

describe('places that a refusal is about', () => {
  it('are those that its pointers name, in the list of the question or another', () => {
    expect(found(refusal('validation_error', '#/stores/1'))).toEqual([['stores', 2, false, hill, 'far']]);
    expect(found(refusal('validation_error', '#/ownStores/0'))).toEqual([['ownStores', 1, true, hill, 'far']]);
    expect(found(refusal('outside_coverage', '#/stores/0', '#/stores/1'))).toEqual([
      ['stores', 1, false, town, 'outside'],
      ['stores', 2, false, hill, 'outside'],
    ]);
  });

  it('are found by the name that they have where the area around them is drawn', () => {
    expect(found(refusal('validation_error', '#/origins/1'))).toEqual([['stores', 2, false, hill, 'far']]);
  });

  it('are the only one where the body has coordinates of its own', () => {
    const one = { ...asked, places: [town] };
    expect(found(refusal('outside_coverage', '#'), 'lat', one)).toEqual([['lat', 1, true, town, 'outside']]);
    expect(found(refusal('validation_error', '#/origins/0'), 'lat', one)).toEqual([['lat', 1, true, town, 'far']]);
  });

  it('are none for faults of anything else', () => {
    for (const pointer of ['#', '#/closeCount', '#/stores', '#/stores/0/id', '#/stores/7', '#/closeCount/0'])
      expect([pointer, found(refusal('validation_error', pointer))]).toEqual([pointer, []]);
    expect(found(new Error('offline'))).toEqual([]);
    expect(found(refusal('validation_error', '#/origins/1'), null)).toEqual([]);
  });
});
