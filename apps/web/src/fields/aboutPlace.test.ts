import { expect, it } from 'vitest';
import { aboutOf } from './aboutPlace.ts';

it.each([
  ['address', '12 High Street, Newtown', 'Newtown', undefined],
  ['street', 'High Street, Newtown', 'Newtown', { kind: 'street', town: '' }],
  ['street', 'High Street', 'Newtown', { kind: 'street', town: 'Newtown' }],
  ['postcode', '2000', 'Sydney', { kind: 'postcode', town: 'Sydney' }],
  ['postcode', '1001 Port Halcyon', 'Port Halcyon', { kind: 'postcode', town: '' }],
  ['locality', 'Newtown', 'Newtown', { kind: 'locality', town: '' }],
  ['area', 'Newtown, Region', '', { kind: 'area', town: '' }],
] as const)('a suggestion of kind %s, %s in %s, says %j', (kind, displayLine, locality, about) => {
  const parts = { number: '', numberLast: '', unit: '', street: '', region: '', postcode: '', locality };
  expect(aboutOf({ kind, displayLine, parts }).about).toEqual(about);
});
