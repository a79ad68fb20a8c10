import { describe, expect, it } from 'vitest';
import { coordinatesIn } from './placesText.ts';

describe('places as text', () => {
  it.each([
    ['-36.2, -151.7', -36.2, -151.7],
    ['48.137154 11.576124', 48.137154, 11.576124],
    ['45;9', 45, 9],
  ])('reads coordinates: %s', (text, lat, lng) => {
    expect(coordinatesIn(text)).toEqual({ name: `${lat}, ${lng}`, lat, lng });
  });

  it.each(['56 Northern Road', '91, 10', '45, 181', '1000', '', '12 Main St, 4'])('leaves other texts: %s', (text) => {
    expect(coordinatesIn(text)).toBeNull();
  });
});
