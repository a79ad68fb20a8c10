import { describe, expect, it } from 'vitest';
import { findPlace } from '../places/findPlace.ts';
import { fitting } from './machine.ts';
import { withBeside } from './peopleSources.ts';
import { makePlan, type PlaceChoice } from './plan.ts';
import { USUAL_RIM_KM } from './rim.ts';

const planOf = (text: string, choice: PlaceChoice = { rimKm: 'usual' }) => makePlan(findPlace(text), choice);
const told = (text: string, choice?: PlaceChoice) => {
  const { place, extracts, people, rim } = planOf(text, choice);
  return [
    place.countries.join(' '),
    extracts.map(({ id }) => id).join(' '),
    people === null ? '' : withBeside(people).map(({ code, countries = [] }) => [code, ...countries].join(' ')),
    rim?.km,
  ];
};

describe('the rim of a place', () => {
  it('is as wide as the longest time by car of a sector, and crosses borders: its countries by their people, extracts and figures side by side', () => {
    expect(USUAL_RIM_KM).toBeCloseTo(25.2, 9);
    expect(told('Liechtenstein')).toEqual([
      'LI CH AT',
      'liechtenstein switzerland austria',
      ['eurostat-2021'],
      USUAL_RIM_KM,
    ]);
    expect(told('Luxembourg')).toEqual([
      'LU FR DE BE',
      'luxembourg lorraine rheinland-pfalz saarland belgium',
      ['eurostat-2021 LU BE', 'filosofi-2021 FR', 'zensus-2022 DE'],
      USUAL_RIM_KM,
    ]);
  });

  it('is none around an island, around a town whose radius says it, and where nobody wants one', () => {
    for (const text of ['Malta', 'Iceland', 'Krems an der Donau', '48.41,15.61']) {
      expect(planOf(text).rim, text).toBeUndefined();
    }
    expect(planOf('Liechtenstein', {}).rim).toBeUndefined();
    expect(planOf('Krems an der Donau', { rimKm: 10 }).rim?.km).toBe(10);
  });

  it('widens a box by itself, which stays what was asked for', () => {
    const box = { west: 16.3, south: 48.1, east: 16.5, north: 48.3 };
    const { place, rim } = planOf('16.3,48.1,16.5,48.3');
    expect(place.rim).toEqual({ km: USUAL_RIM_KM, asked: box });
    // 25.2 km are 0.2266° of latitude.
    expect(box.south - place.box.south).toBeCloseTo(0.2266, 3);
    expect(rim!.people).toBeGreaterThan(500_000);
  });

  it('says what it costs beside the plan without it, and how to do without', () => {
    const { rim, estimate, notes } = planOf('Liechtenstein');
    const without = planOf('Liechtenstein', {});
    expect(rim!.without).toEqual(without);
    expect(rim!.downloadMegabytes).toBeCloseTo(estimate.downloadMegabytes - without.estimate.downloadMegabytes, 6);
    expect(rim!.downloadMegabytes).toBeGreaterThan(500);
    expect(rim!.people).toBeGreaterThan(10 * without.estimate.people);
    expect(notes.at(-1)).toMatch(
      /^25 km around it .* 750 MB more to fetch, 6\d MB more memory, 80 s more .*--rim none/,
    );
  });

  it('is left out with a note where it costs much, does not fit, or has no official figures', () => {
    const vermont = planOf('us/vermont');
    expect(vermont.rim).toBeUndefined();
    expect(vermont.notes.at(-1)).toMatch(/ends at its edge.*25 km around it would be 4\.2 GB more to fetch\. --rim 25/);
    expect(told('us/vermont', { rimKm: 25 })).toEqual([
      'US CA',
      'us/vermont us/new-hampshire us/massachusetts quebec us/new-york',
      ['us-census-2020 US', 'statcan-census-2021 CA'],
      25,
    ]);
    const small = fitting(planOf('Liechtenstein'), { memoryMegabytes: 350, freeDiskMegabytes: 1e6 });
    expect(small.rim).toBeUndefined();
    expect(small.place.countries).toEqual(['LI']);
    expect(small.notes.at(-1)).toMatch(/more than this machine has: they are left out/);
    expect(fitting(planOf('Liechtenstein'), { memoryMegabytes: 500, freeDiskMegabytes: 1e6 }).rim).toBeDefined();
    const official = planOf('us/new-mexico', { rimKm: 25, official: true });
    expect(official.rim).toBeUndefined();
    expect(official.notes.at(-1)).toMatch(/^What lies around it is left out: There are no official .* for MX/);
  });
});
