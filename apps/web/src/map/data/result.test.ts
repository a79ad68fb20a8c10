import { expect, it } from 'vitest';
import { drawnOf } from './result.ts';

it('draws a candidate as one, though a list of the result has it again without saying so', () => {
  const east = { id: 'east', lat: 1, lng: 2 };
  const asked = { plannedPoints: [{ ...east, status: 'candidate' }], ownPoints: [{ id: 'town', lat: 3, lng: 4 }] };
  const { points } = drawnOf([], { asked, openingOrder: [{ ...east, name: 'East', gained: 5 }] }, []);
  expect(points.map(({ properties }) => properties)).toEqual([
    { id: 'east', name: 'East', state: 'candidate' },
    { id: 'town', name: 'town' },
  ]);
});
