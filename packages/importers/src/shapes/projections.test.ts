import { describe, expect, it } from 'vitest';
import { toDegrees } from './projections.ts';

describe('projections', () => {
  it.each([
    // The Dutch grid's origin, the tower of Our Lady in Amersfoort, as published in ETRS89.
    ['EPSG:28992', 155000, 463000, 5.38720621, 52.1551744, 5e-6],
    // The origin of the European equal-area grid.
    ['EPSG:3035', 4321000, 3210000, 10, 52, 1e-9],
    // The old observatory in Bern, origin of the Swiss grid, as published in WGS 84: 7°26'19.077", 46°57'3.898".
    ['EPSG:2056', 2600000, 1200000, 7.4386324, 46.9510828, 1e-5],
    // The central meridian of zone 56 at the equator.
    ['EPSG:7856', 500000, 10000000, 153, 0, 1e-9],
    ['urn:ogc:def:crs:EPSG::28356', 500000, 10000000, 153, 0, 1e-9],
    // The origin of Lambert-93.
    ['EPSG:2154', 700000, 6600000, 3, 46.5, 1e-9],
    ['EPSG:3857', 20037508.342789244, 0, 180, 0, 1e-9],
    ['+proj=longlat +ellps=GRS80', 12, 34, 12, 34, 1e-8],
  ])('%s: %d, %d', (name, x, y, lng, lat, tolerance) => {
    const [gotLng, gotLat] = toDegrees(name, 'a file')!(x, y);
    expect(Math.abs(gotLng - lng)).toBeLessThan(tolerance);
    expect(Math.abs(gotLat - lat)).toBeLessThan(tolerance);
  });

  it('degrees stay as they are', () => {
    for (const name of [undefined, '', 'EPSG:4326', 'urn:ogc:def:crs:OGC:1.3:CRS84', 'urn:ogc:def:crs:EPSG::4326']) {
      expect(toDegrees(name, 'a file')).toBeNull();
    }
  });

  it('an unknown projection is refused with the remedy', () => {
    expect(() => toDegrees('EPSG:99999', 'areas.gpkg')).toThrow(
      /areas\.gpkg: the projection "EPSG:99999" is not known.*crs/,
    );
  });
});
