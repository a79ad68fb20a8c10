import { describe, expect, it } from 'vitest';
import { coordinatesIn, readPlaces } from './placesText.ts';

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

  it('reads a list with a heading, names before or after, and tells what it could not read', () => {
    const text =
      'Name,Lat,Lng\nHarbor, -36.21, -151.69\n-36.2;-151.7;"Town hall"\nNorth\t-36.18\t-151.7\n\nNowhere at all 5\n';
    expect(readPlaces(text)).toEqual({
      places: [
        { name: 'Harbor', lat: -36.21, lng: -151.69 },
        { name: 'Town hall', lat: -36.2, lng: -151.7 },
        { name: 'North', lat: -36.18, lng: -151.7 },
      ],
      unread: ['Nowhere at all 5'],
    });
  });
});
