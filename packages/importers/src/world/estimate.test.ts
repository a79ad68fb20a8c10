import { describe, expect, it } from 'vitest';
import { findPlace } from '../places/findPlace.ts';
import { needsOf, peopleOf } from './estimate.ts';
import { requireMachine, thisMachine } from './machine.ts';
import { makePlan } from './plan.ts';

/** Whether an estimate is within the factor of a measured value. */
const isWithin = (estimate: number, measured: number, factor = 1.5) =>
  estimate / measured < factor && measured / estimate < factor;

describe('estimates', () => {
  it.each([
    // Censuses: United States 2020, Germany 2022, Scotland 2022, Spain 2021 (Catalonia), France 2021 (Alsace), Canada 2021, Japan 2020.
    ['us/california', 39.54e6],
    ['us/texas', 29.15e6],
    ['us/ohio', 11.8e6],
    ['us/wisconsin', 5.89e6],
    ['Ontario, Canada', 14.22e6],
    ['hokkaido', 5.22e6],
    ['Bavaria', 13.04e6],
    ['Hesse', 6.21e6],
    ['Saarland', 1.01e6],
    ['Scotland', 5.44e6],
    ['Catalonia', 7.75e6],
    ['alsace', 1.92e6],
  ])('count the people of %s as its census did, within a factor of 1.5', (text, census) => {
    const people = peopleOf(findPlace(text));
    expect(isWithin(people, census), `${people} for ${census}`).toBe(true);
  });

  it.each([
    // Boxes within cities, by the census in them: Lower Manhattan by its tracts, Milan, the east of Oslo and the north of Darmstadt by cells of 1 km.
    ['-74.02,40.70,-73.975,40.728', 212_725],
    ['9.13,45.43,9.25,45.50', 872_764],
    ['10.76,59.90,10.85,59.95', 133_764],
    ['8.62,49.935,8.67,49.97', 13_180],
  ])('count of a town the part in the box %s, within a factor of 1.5', (text, census) => {
    const people = peopleOf(findPlace(text));
    expect(isWithin(people, census), `${people} for ${census}`).toBe(true);
  });

  it('count boroughs and wards within their city', () => {
    const newYork = peopleOf(findPlace('New York'));
    expect(newYork).toBeGreaterThan(12e6);
    expect(newYork).toBeLessThan(17e6);
    // Tokyo and the towns within 25 km of it: some 20 million.
    expect(isWithin(peopleOf(findPlace('Tokyo')), 20e6), String(peopleOf(findPlace('Tokyo')))).toBe(true);
  });

  it('of memory and time are within a factor of 1.5 of measured builds', () => {
    // By the command: Milan, Malta, Lower Manhattan, Liechtenstein and Krems; and a generated country of 10 million addresses.
    for (const [people, megabytes] of [
      [1_518_733, 358],
      [519_562, 335],
      [212_725, 345],
      [37_727, 344],
      [8604, 315],
      [25_000_000, 2700],
    ] as const) {
      expect(isWithin(needsOf(people, 0).memoryMegabytes, megabytes), `${people} people`).toBe(true);
    }
    for (const [people, extractMegabytes, seconds] of [
      [519_562, 3, 7.7],
      [8253, 1.6, 3.4],
    ] as const) {
      expect(isWithin(needsOf(people, extractMegabytes).buildSeconds, seconds), `${people} people`).toBe(true);
    }
  });
});

describe('a machine', () => {
  const plan = (text: string) => makePlan(findPlace(text), {});

  it('that is too small is said before anything is fetched, with what it lacks', () => {
    const small = { memoryMegabytes: 16_000, freeDiskMegabytes: 1e6 };
    expect(() => requireMachine(plan('China'), small)).toThrow(
      /^China needs about \d+\.\d GB of memory, and this machine has 16\.0 GB\. Nothing was fetched\..*--yes/,
    );
    expect(() => requireMachine(plan('us'), small)).toThrow(/needs about .* of memory/);
    expect(() => requireMachine(plan('China'), { memoryMegabytes: 1e6, freeDiskMegabytes: 500 })).toThrow(
      /of disk, and 0\.5 GB are free/,
    );
    expect(() => requireMachine(plan('New York'), small)).not.toThrow();
  });

  it('is the one that runs', async () => {
    const { memoryMegabytes, freeDiskMegabytes } = await thisMachine('/tmp/not/there/yet');
    expect(memoryMegabytes).toBeGreaterThan(100);
    expect(freeDiskMegabytes).toBeGreaterThan(0);
  });
});
