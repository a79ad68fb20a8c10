import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { featuresOf } from './features.ts';
import { ellipseOf, snapped } from './snapped.ts';

const road = z.strictObject({ name: z.string(), wiggleMeters: z.number() });
const QUAY = [
  [-151.70055, -36.20496],
  [-151.7, -36.2],
];

const text = (properties: object, coordinates: unknown, type = 'LineString') =>
  JSON.stringify({
    type: 'FeatureCollection',
    features: [{ type: 'Feature', properties, geometry: { type, coordinates } }],
  });

const message = (properties: object, coordinates: unknown, type?: string): string => {
  try {
    featuresOf(text(properties, coordinates, type), 'roads.geojson', 'LineString', road);
  } catch (error) {
    return (error as Error).message;
  }
  return '';
};

describe('a drawn feature', () => {
  it('comes with its properties and its positions in meters from the town hall', () => {
    const [feature] = featuresOf(text({ name: 'Quay', wiggleMeters: 0 }, QUAY), 'r', 'LineString', road);
    expect(feature).toMatchObject({ name: 'Quay', wiggleMeters: 0 });
    // 0.00055 degrees of 89.936 km, 0.00496 degrees of 110.963 km.
    expect(feature!.points[0]!.x).toBeCloseTo(-49.46, 1);
    expect(feature!.points[0]!.y).toBeCloseTo(-550.38, 1);
    expect(feature!.points[1]!.x).toBeCloseTo(0, 6);
    expect(snapped(feature!.points[0]!)).toEqual({ x: -50, y: -550 });
  });

  it('a polygon gives its ring once', () => {
    const ring = [QUAY[0], QUAY[1], [-151.71, -36.19], QUAY[0]];
    const name = z.strictObject({ name: z.string() });
    const [island] = featuresOf(text({ name: 'Rock' }, [ring], 'Polygon'), 'islands.geojson', 'Polygon', name);
    expect(island!.points).toHaveLength(3);
  });

  it('is named where it is wrong', () => {
    expect(message({ name: 'Quay' }, QUAY)).toMatch(
      /^plan\/roads\.geojson, feature 1 \(Quay\): properties\.wiggleMeters: /,
    );
    expect(message({ name: 'Quay', wiggleMeters: 0, wigle: 1 }, QUAY)).toMatch(/\(Quay\): properties: .*wigle/);
    expect(message({ wiggleMeters: 0 }, QUAY)).toMatch(/feature 1: properties\.name: /);
    expect(message({ name: 'Quay', wiggleMeters: 0 }, QUAY, 'MultiPoint')).toMatch(/\(Quay\): geometry\.type: /);
    expect(message({ name: 'Quay', wiggleMeters: 0 }, QUAY.slice(0, 1))).toMatch(/\(Quay\): geometry\.coordinates: /);
    expect(message({ name: 'Quay', wiggleMeters: 0 }, [QUAY[0], [151.7, -36.2]])).toBe(
      'plan/roads.geojson, feature 1 (Quay): position 2 (151.7, -36.2) lies off the map',
    );
  });

  it('a file that is no GeoJSON is named', () => {
    expect(() => featuresOf('{', 'roads.geojson', 'LineString', road)).toThrow('plan/roads.geojson is not JSON');
    expect(() => featuresOf('{}', 'roads.geojson', 'LineString', road)).toThrow(/^plan\/roads\.geojson: type: /);
  });
});

describe('an ellipse drawn by its axis', () => {
  it.each([0, 12, 60, 90, -28])('at %i degrees', (angleDegrees) => {
    const [cos, sin] = [Math.cos((angleDegrees * Math.PI) / 180), Math.sin((angleDegrees * Math.PI) / 180)];
    // Ends as a map keeps them: a centimeter off.
    const end = (sense: number) => ({ x: 1_200 + sense * 340 * cos + 0.01, y: -450 + sense * 340 * sin - 0.01 });
    expect(ellipseOf([end(-1), end(1)], 520)).toEqual({
      center: { x: 1_200, y: -450 },
      alongMeters: 340,
      acrossMeters: 260,
      angleDegrees,
    });
  });
});
