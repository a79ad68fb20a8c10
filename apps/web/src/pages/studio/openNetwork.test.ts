import { expect, it } from 'vitest';
import { drawnNetwork, withStores } from './openNetwork.ts';
import { NOTHING_ASKED, type Spot } from './question.ts';

const places = (count: number): Spot[] =>
  Array.from({ length: count }, (_, i) => ({ id: `s${i}`, name: '', lat: -36 + i / 1000, lng: 151 }));
const network = (count: number) => ({ ...NOTHING_ASKED, places: places(count) });
const closing = (...ids: string[]) => ({ closed: new Set(ids), opened: new Set<string>() });

it('draws the stores that are open, while an area takes them all', () => {
  const { question, isOfClosed } = drawnNetwork(network(51), closing('s3'));
  expect([question.places.length, isOfClosed]).toEqual([50, false]);
  expect(question.places.some(({ id }) => id === 's3')).toBe(false);
});

it('draws those that close of a larger network, and all of it before the first step', () => {
  const { question, isOfClosed } = drawnNetwork(network(276), closing('s3', 's275'));
  expect([question.places.map(({ id }) => id), isOfClosed]).toEqual([['s3', 's275'], true]);
  expect(drawnNetwork(network(276), closing())).toMatchObject({ isOfClosed: false });
});

it('takes the stores of the answer where a dataset stood for them', () => {
  const stores = [
    { id: 'a', name: 'Quay', snapped: { lat: 1, lng: 2, distanceMeters: 3 } },
    { id: 'b', name: 'No road' },
  ];
  expect(withStores(NOTHING_ASKED, { stores }).places).toEqual([{ id: 'a', name: 'Quay', lat: 1, lng: 2 }]);
  const asked = network(2);
  expect(withStores(asked, { stores })).toBe(asked);
  expect(withStores(NOTHING_ASKED, null)).toBe(NOTHING_ASKED);
});
