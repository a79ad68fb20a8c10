import { describe, expect, it } from 'vitest';
import { ownId } from './ownIds.ts';

const places = (...ids: (string | number)[]) => ids.map((id) => ({ id }));

describe('ids of places', () => {
  it.each([
    ['the first place without one', undefined, places(), 1],
    ['the next number', undefined, places(1, 2), 3],
    ['a number that is free', undefined, places(2, 'x'), 3],
    ['the one after those that are taken as texts', undefined, places('3', '4'), 5],
    ['the id of a list', 'N1', places(1), 'N1'],
    ['another where the list has it twice', 'N1', places('N1'), 2],
    ['another where a number is the same as a text', 1, places('1'), 2],
    ['another where a text is the same as a number', '0', places(0), 2],
    ['another for an empty text', '', places('a'), 2],
  ])('%s', (_, brought, others, id) => {
    expect(ownId(brought, others)).toBe(id);
  });
});
