import type { Feature } from 'geojson';
import { describe, expect, it } from 'vitest';
import { placedOf, pointAt } from './points.ts';

const pointOf = (lng: number, lat: number): Feature => ({
  type: 'Feature',
  properties: {},
  geometry: { type: 'Point', coordinates: [lng, lat] },
});

/** Pixels of a map of tiles of 512 pixels, by the formula of OpenStreetMap's "Slippy map tilenames". */
const pixelOf = (lng: number, lat: number, zoom: number): [number, number] => {
  const radians = (lat * Math.PI) / 180;
  const size = 512 * 2 ** zoom;
  return [((lng + 180) / 360) * size, ((1 - Math.asinh(Math.tan(radians)) / Math.PI) / 2) * size];
};

describe('points on the map', () => {
  it.each([
    [-36.2, 3],
    [0, 12],
    [60.1, 19],
  ])('at latitude %d and zoom %d, a point reaches as many pixels as it is given', (lat, zoom) => {
    const lng = 151.7;
    const step = 20 / (512 * 2 ** zoom);
    const placed = placedOf([pointOf(lng, lat), pointOf(lng + 360 * step, lat)]);
    for (const degrees of [0, 120, 240].map((turn) => [
      Math.cos(turn) * 360 * step * 0.2,
      Math.sin(turn) * 360 * step * 0.2 * Math.cos((lat * Math.PI) / 180),
    ])) {
      const pointer = { lng: lng + degrees[0]!, lat: lat + degrees[1]! };
      const [x, y] = pixelOf(pointer.lng, pointer.lat, zoom);
      const [x0, y0] = pixelOf(lng, lat, zoom);
      const away = Math.hypot(x - x0, y - y0);
      expect(away).toBeGreaterThan(1);
      expect(pointAt(placed, pointer, zoom, () => away + 0.1)).toBe(0);
      expect(pointAt(placed, pointer, zoom, () => away - 0.1)).toBeNull();
    }
  });

  it('the last of those below a pixel is the highest, as far as each reaches', () => {
    const placed = placedOf([pointOf(9, 45), pointOf(9.0001, 45), pointOf(9.1, 45)]);
    const pointer = { lng: 9, lat: 45 };
    expect(pointAt(placed, pointer, 14, () => 5)).toBe(1);
    expect(pointAt(placed, pointer, 14, (i) => (i === 0 ? 5 : 1))).toBe(0);
  });

  it('points on both sides of the 180th meridian lie beside each other, and whatever is no point lies nowhere', () => {
    const line: Feature = { type: 'Feature', properties: {}, geometry: { type: 'LineString', coordinates: [[0, 0]] } };
    const placed = placedOf([pointOf(179.999, -17), pointOf(-179.999, -17), line]);
    expect(placed.offsets[2]).toBeCloseTo(0.002 / 360, 9);
    expect(pointAt(placed, { lng: -179.999, lat: -17 }, 14, () => 5)).toBe(1);
    expect(pointAt(placed, { lng: 180.001, lat: -17 }, 14, () => 5)).toBe(1);
    expect(pointAt(placed, { lng: 179.999, lat: -17 }, 10, () => 1e9)).toBe(1);
  });
});
