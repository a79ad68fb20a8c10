import { expect, it } from 'vitest';
import { nameOfFound } from './coordinates.ts';

const AT = { lat: 21.292979, lng: -157.822096 };

it.each([
  [{ name: 'Corner shop', address: '1 Hill Street', area: 'Honolulu County' }, 'Corner shop'],
  [{ address: '1 Hill Street', area: 'Honolulu County' }, '1 Hill Street'],
  // Two places of one area are told apart.
  [{ address: null, area: 'Honolulu County' }, '21.29298, -157.8221 (Honolulu County)'],
  [{ address: null, area: null }, '21.29298, -157.8221'],
])('calls a place that was found by %o', (place, name) => {
  expect(nameOfFound({ ...AT, ...place })).toBe(name);
});
