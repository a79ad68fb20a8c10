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

it('knows of a place what a sales model says of it, and not the rank and money of the market', () => {
  const candidates = [{ id: 'hill', rank: 2, netNew: 399, captured: 576, forecast: { sales: 215, netNew: 130 } }];
  expect(Object.fromEntries(rowsByJoint({ candidates }))).toEqual({
    hill: { id: 'hill', netNew: 130, expectedSales: 215 },
  });
});

it('names sales for what they are: spent here by the market model, or told by their owner', () => {
  const rival = { id: 'a', sales: 90, floorAreaSource: 'measured' };
  const known = rowsByJoint({ sectors: [{ stores: [rival] }], own: [{ id: 'b', sales: 80 }] });
  expect(Object.fromEntries(known)).toEqual({
    a: { id: 'a', spentHere: 90, floorAreaSource: 'measured' },
    b: { id: 'b', sales: 80 },
  });
});
