import { expect, test } from 'vitest';
import { oncePer } from './oncePer.ts';

test('computes once per object, null and undefined included', () => {
  const asked: object[] = [];
  const find = oncePer((key: { readonly value: number | null | undefined }) => {
    asked.push(key);
    return key.value;
  });
  const keys = [{ value: 1 }, { value: null }, { value: undefined }, { value: 1 }];
  for (let round = 0; round < 2; round++) expect(keys.map(find)).toEqual([1, null, undefined, 1]);
  expect(asked).toEqual(keys);
});

test('an error is thrown again at the next call', () => {
  let calls = 0;
  const fail = oncePer(() => {
    calls++;
    throw new Error('no');
  });
  const key = {};
  for (let round = 0; round < 2; round++) expect(() => fail(key)).toThrow('no');
  expect(calls).toBe(2);
});
