import { expect, it } from 'vitest';
import { byRowOf } from './namedRow.ts';

const input = {
  stores: [{ id: 'a', name: 'Ost' }, { id: 7 }, { lat: 1 }, 5, { name: '  ', id: 'x' }],
  only: [{ id: 'a' }],
  minutes: [1, 2],
  ownData: { rows: [{ lat: 1 }, { lat: 2, values: [1] }] },
  polygon: {
    coordinates: [
      [
        [0, 0],
        [1, 1],
      ],
    ],
  },
  lat: 1,
};

it.each([
  ['#/stores/0/lat', 'Row 1 ("Ost"): x'],
  ['#/stores/0', 'Row 1 ("Ost"): x'],
  ['#/stores/1/id', 'Row 2 ("7"): x'],
  ['#/stores/2/lng', 'Row 3: x'],
  ['#/stores/3', 'Row 4: x'],
  ['#/stores/4/name', 'Row 5 ("x"): x'],
  ['#/ownData/rows/1/values', 'Row 2: x'],
  ['#/ownData/rows/1/values/0', 'Row 2: x'],
  // One thing alone, numbers and corners are no rows; what is not there is none.
  ['#/only/0/id', 'x'],
  ['#/minutes/1', 'x'],
  ['#/polygon/coordinates/0/1', 'x'],
  ['#/stores/9/id', 'x'],
  ['#/stores', 'x'],
  ['#/nothing/3', 'x'],
  ['#/lat', 'x'],
  ['#', 'x'],
])('a fault at %s is told as %s', (pointer, detail) => {
  const named = byRowOf({ pointer, detail: 'x' }, input);
  expect(named).toEqual({ pointer, detail });
  expect(byRowOf(named, input)).toEqual(named);
});
