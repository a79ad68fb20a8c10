import { coordinatesOf } from '@hinterland/answers/words';
import { describe, expect, it } from 'vitest';
import { typedPlaces } from './placesText.ts';

const say = ((key: string, { place }: { place: string }) => `${key} ${place}`) as never;

describe('places as text', () => {
  it.each([
    ['-36.2, -151.7', -36.2, -151.7],
    ['48.137154 11.576124', 48.137154, 11.576124],
    ['45;9', 45, 9],
    ['36°12\'00"S 151°42\'00"W', -36.2, -151.7],
    ['36.2 S 151.7 W', -36.2, -151.7],
    ['-36,2 -151,7', -36.2, -151.7],
    ['−36.2, −151.7', -36.2, -151.7],
    ['geo:-36.2,-151.7', -36.2, -151.7],
  ])('reads coordinates: %s', (text, lat, lng) => {
    const name = coordinatesOf({ lat, lng });
    expect(typedPlaces(text, say)).toEqual({ fault: null, places: [{ name, lat, lng }] });
  });

  it('writes coordinates to the meter, without the noise of floating point', () => {
    expect(coordinatesOf({ lat: -36.220000000000006, lng: -151.7 })).toBe('-36.22, -151.7');
    expect(coordinatesOf({ lat: 48.137154, lng: 11.576126 })).toBe('48.13715, 11.57613');
  });

  it('says how coordinates may be meant that are unclear, and guesses nothing', () => {
    expect(typedPlaces('-151.7, -36.2', say)).toEqual({
      fault: null,
      places: [{ lat: -36.2, lng: -151.7, name: 'search.swapped -36.2, -151.7' }],
    });
    expect(typedPlaces('48.1 N, 9.2 O', say)?.places.map(({ name }) => name)).toEqual([
      'search.east 48.1, 9.2',
      'search.west 48.1, -9.2',
    ]);
    expect(typedPlaces('95, 190', say)).toEqual({ fault: 'outside', places: [] });
    expect(typedPlaces('https://maps.app.goo.gl/x', say)).toEqual({ fault: 'link', places: [] });
    expect(typedPlaces('8FVC9G8F+6X', say)).toEqual({ fault: 'grid', places: [] });
  });

  it.each(['56 Northern Road', '1000', '', '12 Main St, 4'])('leaves other texts: %s', (text) => {
    expect(typedPlaces(text, say)).toBeNull();
  });
});
