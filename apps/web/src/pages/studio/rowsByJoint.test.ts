import { expect, it } from 'vitest';
import { rowsByJoint } from './rowsByJoint.ts';

it('knows of each thing what the lists of an answer say of it, the first list first', () => {
  const stores = [
    { id: 'N1', reached: 5, exclusive: null, overlapsWith: [{ id: 'N2', shared: 3 }] },
    { id: 'N2', reached: 7, snapped: { lat: 1, lng: 2 } },
  ];
  const known = rowsByJoint({ stores, plans: { closing: [{ id: 'N2', reached: 9, lost: 4 }] }, geojson: { id: 'x' } });
  expect([...known]).toEqual([
    ['N1', { id: 'N1', reached: 5 }],
    ['N2', { id: 'N2', reached: 7, lost: 4 }],
  ]);
  expect(rowsByJoint(null).size).toBe(0);
});
