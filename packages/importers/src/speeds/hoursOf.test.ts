import { expect, it } from 'vitest';
import { hoursOf } from './hoursOf.ts';

it.each<[string, number[] | null]>([
  ['7', [7]],
  ['07', [7]],
  ['7-9', [7, 8]],
  ['22-24', [22, 23]],
  ['22-2', [22, 23, 0, 1]],
  ['0-24', Array.from({ length: 24 }, (_, hour) => hour)],
  ['', Array.from({ length: 24 }, (_, hour) => hour)],
  ['24', null],
  ['7-25', null],
  ['7-7', null],
  ['7:30', null],
  ['morning', null],
])('"%s"', (text, hours) => {
  expect(hoursOf(text)).toEqual(hours);
});
