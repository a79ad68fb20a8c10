import { expect, it } from 'vitest';
import { drawnOf } from './result.ts';

it('draws a candidate as one, though a list of the result has it again without saying so', () => {
  const east = { id: 'east', lat: 1, lng: 2 };
  const asked = { plannedPoints: [{ ...east, status: 'candidate' }], ownPoints: [{ id: 'town', lat: 3, lng: 4 }] };
  const { points } = drawnOf([], { asked, openingOrder: [{ ...east, name: 'East', gained: 5 }] }, []);
  expect(points.map(({ properties }) => properties)).toEqual([
    { id: 'east', name: 'East', state: 'candidate', gained: 5 },
    { id: 'town', name: 'town' },
  ]);
});

it('draws the stores of a dataset where they were put on a road, and those of the question as its places alone', () => {
  const snapped = { lat: 1, lng: 2, distanceMeters: 4 };
  const stores = [
    { id: 'a', name: 'Quay', exclusive: 300, snapped },
    { id: 'b', name: 'Mill', exclusive: 75, snapped: { ...snapped, lng: 3 } },
  ];
  const { points } = drawnOf([], { stores }, []);
  expect(points.map(({ geometry }) => (geometry as { coordinates: number[] }).coordinates)).toEqual([
    [2, 1],
    [3, 1],
  ]);
  expect(points.map(({ properties }) => properties?.weight)).toEqual([1, 0.25]);
  expect(
    drawnOf(
      [],
      { stores },
      stores.map(({ id }) => ({ id, lat: 9, lng: 9 })),
    ).points,
  ).toEqual([]);
});

it('sizes stores by what they sell, the largest lowest, and says nothing of the parts of an answer', () => {
  const store = (id: string, sales: number) => ({ id, name: id, lat: 1, lng: Number(id), sales, band: 'band_1' });
  const { points } = drawnOf([], { sectors: [{ stores: [store('1', 25), store('2', 100), store('3', 0)] }] }, []);
  expect(points.map(({ properties }) => properties)).toEqual([
    { id: '2', name: '2', sales: 100, weight: 1 },
    { id: '1', name: '1', sales: 25, weight: 0.25 },
    { id: '3', name: '3', sales: 0 },
  ]);
});
