import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { degreesOf, spotIn, spotInCells } from './index.ts';

const told = (text: string) => {
  const reading = spotIn(text);
  if (reading === null) return null;
  return reading.fault ?? [reading.spot.lat, reading.spot.lng];
};

describe('a place in a text', () => {
  it.each<[string, [number, number] | string | null]>([
    // As maps, cameras, receivers and encyclopedias write.
    ['36°12\'00"S 151°42\'00"W', [-36.2, -151.7]],
    ['36.2 S 151.7 W', [-36.2, -151.7]],
    ['-36,2 -151,7', [-36.2, -151.7]],
    ['−36.2, −151.7', [-36.2, -151.7]],
    ['48.137154 11.576124', [48.137154, 11.576124]],
    ['48,137154; 11,576124', [48.137154, 11.576124]],
    ['48,137,11,576', [48.137, 11.576]],
    ['(48.1, 11.5)', [48.1, 11.5]],
    ['[48.1, 11.5]', [48.1, 11.5]],
    ['48.1 / 11.5', [48.1, 11.5]],
    ['48.1\t11.5', [48.1, 11.5]],
    ['48.1\n11.5', [48.1, 11.5]],
    ['48.1° N, 11.5° E', [48.1, 11.5]],
    ['N48.1 E11.5', [48.1, 11.5]],
    ['48.1N11.5E', [48.1, 11.5]],
    ['+48.1-011.5', [48.1, -11.5]],
    ['151.7 W 36.2 S', [-36.2, -151.7]],
    ['48°6′N 11°30′E', [48.1, 11.5]],
    ['48°06’00”N11°30’00”E', [48.1, 11.5]],
    ['N 48° 06.000 E 011° 30.000', [48.1, 11.5]],
    ['48:06:00 11:30:00', [48.1, 11.5]],
    ['48 06 00 N 11 30 00 E', [48.1, 11.5]],
    ['48º6\'0"N, 11º30\'0"O', 'direction'],
    ['48d6\'0"N 11d30\'0"E', [48.1, 11.5]],
    ['48.1 degrees north, 11.5 degrees west', [48.1, -11.5]],
    ['48,1 Nord 11,5 Ost', [48.1, 11.5]],
    ['48,1° Nord, 2,5° Ouest', [48.1, -2.5]],
    ['36,2° Sur, 5,5° Oeste', [-36.2, -5.5]],
    ['45,5° Nord 9,2° Est', [45.5, 9.2]],
    ['45,5° Nord 9,2° Ovest', [45.5, -9.2]],
    ['55°45′ с. ш. 37°37′30″ в. д.', [55.75, 37.625]],
    ['北緯35度30分 東経139度45分', [35.5, 139.75]],
    ['٣٦٫٢، ١٥١٫٧', [36.2, 151.7]],
    ['Lat: -36.2 Lng: -151.7', [-36.2, -151.7]],
    ['latitude=48.1, longitude=11.5', [48.1, 11.5]],
    ['Länge 11,5 Breite 48,1', [48.1, 11.5]],
    ['POINT(11.5 48.1)', [48.1, 11.5]],
    ['SRID=4326;POINT (11.5 48.1)', [48.1, 11.5]],
    // Links, and addresses of telephones.
    ['geo:-36.2,-151.7', [-36.2, -151.7]],
    ['geo:48.1,11.5;u=35', [48.1, 11.5]],
    ['geo:0,0?q=48.1,11.5(Shop)', [48.1, 11.5]],
    ['https://www.openstreetmap.org/#map=15/-36.2/-151.7', [-36.2, -151.7]],
    ['https://www.openstreetmap.org/?mlat=48.1&mlon=11.5#map=12/48.2/11.6', [48.1, 11.5]],
    ['www.openstreetmap.org/#map=5/48.1/11.5&layers=T', [48.1, 11.5]],
    ['https://www.google.com/maps/@48.1,11.5,15z', [48.1, 11.5]],
    ['https://www.google.com/maps/place/X/@48.2,11.6,17z/data=!4m6!3m5!8m2!3d48.1!4d11.5', [48.1, 11.5]],
    ["https://www.google.de/maps/place/48%C2%B006'00.0%22N+11%C2%B030'00.0%22E/@48.2,11.6,17z", [48.1, 11.5]],
    ['https://www.google.com/maps/search/?api=1&query=48.1%2C11.5', [48.1, 11.5]],
    ['https://maps.google.com/?q=48.1,11.5', [48.1, 11.5]],
    ['https://www.google.com/maps/dir//48.1,11.5', [48.1, 11.5]],
    ['https://maps.apple.com/?ll=48.1,11.5&q=Shop', [48.1, 11.5]],
    ['https://www.bing.com/maps?cp=48.1~11.5&lvl=15', [48.1, 11.5]],
    ['https://yandex.ru/maps/?ll=11.5%2C48.1&z=12', [48.1, 11.5]],
    ['https://mapy.cz/zakladni?x=11.5&y=48.1&z=15', [48.1, 11.5]],
    ['https://waze.com/ul?ll=48.1,11.5&navigate=yes', [48.1, 11.5]],
    ['https://wego.here.com/?map=48.1,11.5,15,normal', [48.1, 11.5]],
    ['https://osmand.net/map?pin=48.1,11.5#15/48.2/11.6', [48.1, 11.5]],
    ['https://umap.openstreetmap.fr/de/map/x_1#15/48.1/11.5', [48.1, 11.5]],
    ['https://map.kakao.com/link/map/name,37.5,127.0', [37.5, 127]],
    ['https://geohack.toolforge.org/geohack.php?params=48_6_0_N_11_30_0_E_type:city', [48.1, 11.5]],
    ['https://maps.app.goo.gl/abcdef', 'link'],
    ['https://www.google.com/maps/place/Munich', 'link'],
    // Squares and words, which are not read.
    ['8FVC9G8F+6X', 'grid'],
    ['9G8F+6X Zürich', 'grid'],
    ['8FVC0000+', 'grid'],
    ['32U 691875 5333800', 'grid'],
    ['32 U 691875mE 5333800mN', 'grid'],
    ['32UPU9187533800', 'grid'],
    ['32U PU 91875 33800', 'grid'],
    ['///filled.count.soap', 'grid'],
    ['12 H Street', null],
    ['4+5 High Street', null],
    // What is no place, or not one.
    ['-151.7, -36.2', 'swapped'],
    ['91, 10', 'swapped'],
    ['45, 181', 'outside'],
    ['48.1 N 11.5 O', 'direction'],
    ['48,5,11', 'ambiguous'],
    ['48.1,11.5,520', 'ambiguous'],
    ['-36.2 S 151.7 W', 'ambiguous'],
    ['36.2 S', 'half'],
    ["36°12'S", 'half'],
    ['48 61 00 N 11 30 00 E', null],
    ['12 Main St, 4', null],
    ['56 Northern Road', null],
    ['10115 Berlin', null],
    ['12 N Main St', null],
    ['Calle 5 # 12-34', null],
    ['1000', null],
    ['', null],
  ])('%j is %j', (text, expected) => {
    expect(told(text)).toEqual(expected);
  });

  it('comes back from every way of writing it', () => {
    const angle = (most: number) =>
      fc.integer({ min: -most * 3600 + 1, max: most * 3600 - 1 }).map((seconds) => seconds / 3600);
    const parts = (value: number) => {
      const seconds = Math.round(Math.abs(value) * 3600);
      return [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60] as const;
    };
    const dms = (value: number, [plus, minus]: string) => {
      const [d, m, s] = parts(value);
      return `${d}°${m}'${s}"${value < 0 ? minus : plus}`;
    };
    const dm = (value: number, [plus, minus]: string) => {
      const [d, m, s] = parts(value);
      return `${value < 0 ? minus : plus} ${d} ${(m + s / 60).toFixed(6)}`;
    };
    const ways: ((lat: number, lng: number) => string)[] = [
      (lat, lng) => `${dms(lat, 'NS')} ${dms(lng, 'EW')}`,
      (lat, lng) => `${dms(lng, 'EW')}, ${dms(lat, 'NS')}`,
      (lat, lng) => `${dm(lat, 'NS')} ${dm(lng, 'EW')}`,
      (lat, lng) => `${lat.toFixed(7)}, ${lng.toFixed(7)}`,
      (lat, lng) => `${lat.toFixed(7)} ${lng.toFixed(7)}`.replaceAll('.', ','),
      (lat, lng) => `${lat.toFixed(7)};${lng.toFixed(7)}`.replaceAll('-', '−').replaceAll('.', ','),
      (lat, lng) => `POINT(${lng.toFixed(7)} ${lat.toFixed(7)})`,
      (lat, lng) => `geo:${lat.toFixed(7)},${lng.toFixed(7)}`,
      (lat, lng) => `https://www.openstreetmap.org/#map=19/${lat.toFixed(7)}/${lng.toFixed(7)}`,
      (lat, lng) => `https://maps.google.com/?q=${lat.toFixed(7)},${lng.toFixed(7)}`,
      (lat, lng) => `Lat ${lat.toFixed(7)} Lon ${lng.toFixed(7)}`,
    ];
    fc.assert(
      fc.property(angle(90), angle(180), fc.constantFrom(...ways), (lat, lng, write) => {
        const reading = spotIn(write(lat, lng));
        expect(reading?.fault).toBeNull();
        const { spot } = reading as { spot: { lat: number; lng: number } };
        expect(spot.lat).toBeCloseTo(lat, 6);
        expect(spot.lng).toBeCloseTo(lng, 6);
      }),
      { numRuns: 2000 },
    );
  });

  it('is never read out of a text at random that is no pair', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789 .,-°NSEWO\'"/;ab') }), (text) => {
        const reading = spotIn(text);
        if (reading?.fault !== null) return;
        expect(Math.abs(reading.spot.lat)).toBeLessThanOrEqual(90);
        expect(Math.abs(reading.spot.lng)).toBeLessThanOrEqual(180);
        expect(text.match(/\d+/g)!.length).toBeGreaterThanOrEqual(2);
      }),
      { numRuns: 3000 },
    );
  });
});

describe('a latitude and a longitude in cells', () => {
  it.each<[string, string, [number, number] | string | null]>([
    ['36°12\'00"S', '151°42\'00"W', [-36.2, -151.7]],
    ['-36,2', '-151,7', [-36.2, -151.7]],
    ['٣٦٫٢', '١٥١٫٧', [36.2, 151.7]],
    ['48.1, 11.5', '', [48.1, 11.5]],
    ['geo:48.1,11.5', 'geo:48.1,11.5', [48.1, 11.5]],
    ['1.5E+01', '1.5E-01', [15, 0.15]],
    ['-36.2', '', 'outside'],
    ['-36,2', '', 'outside'],
    ['', '', null],
    ['north', '20', 'outside'],
    ['-36.200.000', '-151.700.000', 'outside'],
    ['-151.7', '-36.2', 'swapped'],
    ['11.5 E', '48.1 N', 'swapped'],
    ['48.1', '9,15 O', 'direction'],
    ['48.1 N', '9.15 N', 'outside'],
  ])('%j, %j are %j', (lat, lng, expected) => {
    const reading = spotInCells(lat, lng);
    expect(reading === null ? null : (reading.fault ?? [reading.spot.lat, reading.spot.lng])).toEqual(expected);
  });

  it('have an O that a language decides, and no other axis', () => {
    expect(spotInCells('48.1', '9,15 O', 'east')).toMatchObject({ spot: { lng: 9.15 } });
    expect(spotInCells('48.1', '9,15 O', 'west')).toMatchObject({ spot: { lng: -9.15 } });
    expect(degreesOf('9,15 O', 'lng')).toBeNaN();
    expect(degreesOf('9.15 E', 'lat')).toBeNaN();
    expect(degreesOf('9.15 E', 'lng')).toBe(9.15);
  });
});
