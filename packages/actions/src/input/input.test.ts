import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { actions, findAction } from '../registry.ts';
import { refusal } from '../testing/refusal.ts';

const place = { lat: -36.2, lng: -151.7 };
const isochrone = { origins: [place], bandSeconds: [300, 600], mode: 'car', traffic: 'normal' };
const transit = { origins: [place], bandSeconds: [300], mode: 'transit' };
const square = [
  [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 0],
  ],
];

describe('every bad input has its own sentence at its own place', () => {
  it.each<[string, unknown, string]>([
    ['no origins', { bandSeconds: [300] }, '#/origins origins is missing: give a list of places.'],
    ['empty origins', { ...isochrone, origins: [] }, '#/origins origins holds 0 places; give at least 1.'],
    [
      'too many origins',
      { ...isochrone, origins: Array(51).fill(place) },
      '#/origins origins holds 51 places; give at most 50.',
    ],
    [
      'origins that are one place',
      { ...isochrone, origins: place },
      '#/origins origins must be a list of places, not an object.',
    ],
    [
      'an origin that is a text',
      { ...isochrone, origins: ['-36,151'] },
      '#/origins/0 A place must be {"lat": …, "lng": …}, not the text "-36,151".',
    ],
    [
      'lat and lng swapped',
      { ...isochrone, origins: [place, { lat: 151.2, lng: -33.9 }] },
      '#/origins/1/lat lat must be a number of degrees from -90 to 90; 151.2 is not. It may be a longitude: are lat and lng swapped?',
    ],
    [
      'lng out of range',
      { ...isochrone, origins: [{ lat: 0, lng: 181 }] },
      '#/origins/0/lng lng must be a number of degrees from -180 to 180; 181 is not.',
    ],
    [
      'lat missing',
      { ...isochrone, origins: [{ lng: 1 }] },
      '#/origins/0/lat lat is missing: give a number of degrees from -90 to 90.',
    ],
    [
      'lat as text',
      { ...isochrone, origins: [{ lat: '-36.2', lng: 1 }] },
      '#/origins/0/lat lat must be a number of degrees from -90 to 90, not the text "-36.2".',
    ],
    [
      'NaN',
      { ...isochrone, origins: [{ lat: Number.NaN, lng: 1 }] },
      '#/origins/0/lat lat must be a number of degrees from -90 to 90; NaN is no number.',
    ],
    [
      'infinity',
      { ...isochrone, origins: [{ lat: 1, lng: Number.POSITIVE_INFINITY }] },
      '#/origins/0/lng lng must be a number of degrees from -180 to 180; Infinity is no number.',
    ],
    [
      'times of departure on foot',
      { ...isochrone, mode: 'walk', departure: {} },
      '#/departure departure is for mode transit; travel times of mode walk are the same at any time of day.',
    ],
    [
      'times of departure by car within meters of road',
      { origins: [place], bandMeters: [500], departure: {} },
      '#/departure departure changes times, not distances: give bandSeconds instead of bandMeters, or leave departure out.',
    ],
    [
      'a percentile by car',
      { ...isochrone, percentile: 50 },
      '#/percentile percentile is for mode transit; by car a journey takes one time, whatever the minute of its departure.',
    ],
    [
      'public transport within meters of road',
      { origins: [place], bandMeters: [500], mode: 'transit' },
      '#/bandMeters Mode transit measures time: give bandSeconds instead of bandMeters.',
    ],
    [
      'a window without end',
      { ...transit, departure: { from: '09:00', to: '07:00' } },
      '#/departure/to The window from 09:00 to 07:00 must last 1 to 240 minutes.',
    ],
    [
      'a window that is too long',
      { ...transit, departure: { from: '00:00', to: '24:00' } },
      '#/departure/to The window from 00:00 to 24:00 must last 1 to 240 minutes.',
    ],
    [
      'a day of no calendar',
      { ...transit, departure: { day: '2026-02-29' } },
      '#/departure/day day is no date of the calendar.',
    ],
    [
      'a day without a meaning',
      { ...transit, departure: { day: 'monday' } },
      '#/departure/day day must be weekday, saturday, sunday or a date such as "2026-10-26".',
    ],
    [
      'a time of day without minutes',
      { ...transit, departure: { from: '7' } },
      '#/departure/from from must be a time of day from 00:00 to 23:59, with two digits each.',
    ],
    [
      'a percentile of none',
      { ...transit, percentile: 0 },
      '#/percentile percentile must be a whole number of percent from 5 to 95; 0 is not.',
    ],
    [
      'too many rides',
      { ...transit, maxRides: 6 },
      '#/maxRides maxRides must be a whole number of rides from 1 to 5; 6 is not.',
    ],
    [
      'no bands',
      { origins: [place] },
      '#/bandSeconds Say how far the catchment reaches: give bandSeconds, bandMeters or radiusMeters.',
    ],
    [
      'empty bands',
      { ...isochrone, bandSeconds: [] },
      '#/bandSeconds bandSeconds holds 0 band limits in seconds; give at least 1.',
    ],
    [
      'unsorted bands',
      { ...isochrone, bandSeconds: [300, 900, 600] },
      '#/bandSeconds/2 bandSeconds must rise strictly: 600 comes after the greater 900. Sort the limits and give each once.',
    ],
    [
      'repeated bands',
      { ...isochrone, bandSeconds: [300, 300] },
      '#/bandSeconds/1 bandSeconds must rise strictly: 300 repeats 300. Sort the limits and give each once.',
    ],
    [
      '10,000 bands',
      { ...isochrone, bandSeconds: Array.from({ length: 10_000 }, (_, i) => i + 1) },
      '#/bandSeconds bandSeconds holds 10000 band limits in seconds; give at most 10.',
    ],
    [
      'a band of no time',
      { ...isochrone, bandSeconds: [0, 300] },
      '#/bandSeconds/0 A band limit must be a whole number of seconds from 1 to 7200; 0 is not.',
    ],
    [
      'a band of half a second',
      { ...isochrone, bandSeconds: [0.5] },
      '#/bandSeconds/0 A band limit must be a whole number of seconds from 1 to 7200; 0.5 has a fraction.',
    ],
    [
      'a band as text',
      { ...isochrone, bandSeconds: ['300'] },
      '#/bandSeconds/0 A band limit must be a whole number of seconds from 1 to 7200, not the text "300".',
    ],
    [
      'a band that is NaN',
      { ...isochrone, bandSeconds: [Number.NaN] },
      '#/bandSeconds/0 A band limit must be a whole number of seconds from 1 to 7200; NaN is no number.',
    ],
    [
      'a radius around half the earth',
      { origins: [place], radiusMeters: [20_000_000] },
      '#/radiusMeters/0 A band limit must be a whole number of meters from 1 to 200000; 20000000 is not.',
    ],
    [
      'time and distance at once',
      { ...isochrone, bandMeters: [1000] },
      '#/bandMeters bandSeconds already says how far the catchment reaches: leave out bandMeters, or bandSeconds.',
    ],
    [
      'an unknown mode',
      { ...isochrone, mode: 'boat' },
      '#/mode mode must be one of car, walk, bicycle, transit, not the text "boat".',
    ],
    [
      'an unknown traffic',
      { ...isochrone, traffic: 3 },
      '#/traffic traffic must be one of free, normal, heavy, uncongested, not 3.',
    ],
    [
      'an unknown direction',
      { ...isochrone, direction: null },
      '#/direction direction must be one of inbound, outbound, not null.',
    ],
    [
      'a road too far to look for',
      { ...isochrone, snapLimitMeters: 5000 },
      '#/snapLimitMeters snapLimitMeters must be a whole number of meters from 1 to 1600; 5000 is not.',
    ],
  ])('analysis.isochrone: %s', (_, input, expected) => {
    expect(refusal('analysis.isochrone', input)).toBe(expected);
  });

  it.each<[string, unknown, string]>([
    ['no territory', {}, '#/origins Say which territory is meant: give origins, areas or polygon.'],
    [
      'two territories',
      { areas: ['X'], polygon: { type: 'Polygon', coordinates: square } },
      '#/polygon areas already says which territory is meant: leave out polygon, or areas.',
    ],
    [
      'origins without bands',
      { origins: [place] },
      '#/bandSeconds Say how far the catchment reaches: give bandSeconds, bandMeters or radiusMeters.',
    ],
    ['no areas', { areas: [] }, '#/areas areas holds 0 codes; give at least 1.'],
    ['an area as number', { areas: [1000] }, '#/areas/0 A code of an area is a text; areas.list gives the codes.'],
    [
      'an unknown topic',
      { areas: ['X'], topics: ['residents', 'weather'] },
      '#/topics/1 A topic must be one of residents, age_classes, families, education, origins, employment, income, housing, mobility, consumption, not the text "weather".',
    ],
    ['no topics', { areas: ['X'], topics: [] }, '#/topics topics holds 0 topics; give at least 1.'],
    [
      'a polygon that is a feature',
      { polygon: { type: 'Feature', geometry: {} } },
      '#/polygon/type polygon must be a GeoJSON Polygon or MultiPolygon, not the text "Feature".',
    ],
    [
      'a ring that does not close',
      { polygon: { type: 'Polygon', coordinates: [[...square[0]!.slice(0, 3), [5, 5]]] } },
      '#/polygon/coordinates/0/3 A ring must end where it begins: repeat the first position at the end.',
    ],
    [
      'a position with the latitude first',
      {
        polygon: {
          type: 'Polygon',
          coordinates: [
            [
              [-36, 151],
              [-36, 150],
              [-35, 150],
              [-36, 151],
            ],
          ],
        },
      },
      '#/polygon/coordinates/0/0/1 A latitude must lie between -90 and 90 degrees; 151 does not. GeoJSON puts the longitude first.',
    ],
    [
      'more positions than anyone draws',
      { polygon: { type: 'Polygon', coordinates: [[...Array(10_001).fill([0, 0]), [1, 1], [0, 0]]] } },
      '#/polygon/coordinates The polygon has 10003 positions; simplify it to at most 10000.',
    ],
  ])('analysis.people_economy: %s', (_, input, expected) => {
    expect(refusal('analysis.people_economy', input)).toBe(expected);
  });

  it.each<[string, unknown, string]>([
    ['level 3', { level: 3 }, '#/level level must be one of 2, 4, 5, 6, 7, 8, 9, not 3.'],
    [
      'a kind of its own',
      { kind: 'parish' },
      '#/kind kind must be one of country, region, county, municipality, locality, postcode, statistical, not the text "parish".',
    ],
    [
      'pages that are too long',
      { limit: 501 },
      '#/limit limit must be a whole number of areas from 1 to 500; 501 is not.',
    ],
    [
      'a negative offset',
      { offset: -1 },
      '#/offset offset must be a whole number of areas from 0 to 10000000; -1 is not.',
    ],
    [
      'a box upside down',
      { bbox: { west: 0, east: 1, south: 2, north: 1 } },
      '#/bbox/south south must not lie beyond north; 2 does, beyond 1.',
    ],
  ])('areas.list: %s', (_, input, expected) => {
    expect(refusal('areas.list', input)).toBe(expected);
  });
});

describe('what is missing is said to be missing', () => {
  it('missing continent', () => {
    expect(refusal('search.addresses', { query: 'x' })).toBe(
      '#/continent continent is missing: give one of africa, antarctica, asia, europe, north_america, oceania, south_america.',
    );
  });

  it('no sentence repeats an input of any length', () => {
    const long = 'x'.repeat(100_000);
    for (const { id, input, example } of actions) {
      for (const name of Object.keys(z.toJSONSchema(input, { io: 'input' }).properties!)) {
        for (const value of [long, { [long]: long }, [long]]) {
          expect(refusal(id, { ...example, [name]: value }).length).toBeLessThan(400);
        }
      }
    }
  });
});

describe('good input', () => {
  it('is completed with the defaults and never changed', () => {
    const parsed = findAction('analysis.isochrone')!.input.parse({ origins: [place], bandMeters: [1000], unknown: 1 });
    expect(parsed).toEqual({
      origins: [place],
      bandMeters: [1000],
      mode: 'car',
      traffic: 'normal',
      direction: 'inbound',
      snapLimitMeters: 350,
      geometry: true,
      compareModes: false,
    });
  });

  it('uncongested is another name of normal traffic', () => {
    const traffics = ['normal', 'uncongested', 'free'].map(
      (traffic) => findAction('analysis.isochrone')!.input.parse({ ...isochrone, traffic }) as { traffic: string },
    );
    expect(traffics.map(({ traffic }) => traffic)).toEqual(['normal', 'normal', 'free']);
  });

  it('S22, D48: people_economy without topics means all ten', () => {
    const parsed = findAction('analysis.people_economy')!.input.parse({ areas: ['X'] }) as { topics: string[] };
    expect(parsed.topics).toHaveLength(10);
  });
});
