import { describe, expect, it } from 'vitest';
import { findPlace } from './findPlace.ts';
import { Namesakes } from './namesakes.ts';
import type { Place } from './place.ts';
import { shippedTable } from './shippedTable.ts';
import { allTowns, type Town } from './towns.ts';

/** What a name gives of a town: that town, a question, another place with a note or without, or nothing. */
type Outcome = 'right' | 'asked' | 'noted' | 'silent' | 'unknown';

const isThere = ({ countries, center, whole }: Place, { lat, lng, country }: Town) =>
  whole === undefined &&
  countries[0] === country &&
  Math.abs(center!.lat - lat) < 0.1 &&
  Math.abs(center!.lng - lng) < 0.1;

function outcomeOf(text: string, town: Town): { outcome: Outcome; country?: string } {
  try {
    const place = findPlace(text);
    if (isThere(place, town)) return { outcome: 'right' };
    const isSaid = place.notes.some((note) => /called so|of that name/.test(note));
    return { outcome: isSaid ? 'noted' : 'silent', country: place.countries[0]! };
  } catch (error) {
    return { outcome: error instanceof Namesakes && !error.message.includes('Near names') ? 'asked' : 'unknown' };
  }
}

function count(towns: readonly Town[], textOf: (town: Town) => string) {
  const counts: Record<Outcome, number> = { right: 0, asked: 0, noted: 0, silent: 0, unknown: 0 };
  const abroad: string[] = [];
  const unknown: string[] = [];
  for (const town of towns) {
    const { outcome, country } = outcomeOf(textOf(town), town);
    counts[outcome]++;
    if (country !== undefined && country !== town.country) abroad.push(`${textOf(town)}, ${town.country} → ${country}`);
    if (outcome === 'unknown') unknown.push(textOf(town));
  }
  return { counts, abroad, unknown };
}

/** Codes of ISO 3166-2 by country and region. */
const codes = new Map(
  shippedTable('regions.tsv')
    .split('\n')
    .map((line) => line.split('\t'))
    .map(([country, name, code]) => [`${country} ${name}`, code]),
);

/** All of them take a minute; by default every tenth is asked for. */
const EVERY = process.env.TESTS === 'all' ? 1 : 10;

describe('names of all large towns', () => {
  it('are never a place in another country without a question', () => {
    const large = allTowns().filter(({ population }) => population >= 100_000);
    expect(large).toHaveLength(6204);
    const towns = large.filter((_, i) => i % EVERY === 0);
    const { counts, abroad, unknown } = count(towns, ({ name }) => name);
    expect(abroad).toEqual([]);
    expect(unknown).toEqual([]);
    expect(counts.silent).toBe(0);
    // 5,594 of all 6,204 are right, 595 are asked for, 15 are a namesake in the same country, with a note.
    expect(counts.right / towns.length).toBeGreaterThan(0.89);
    expect(counts.noted / towns.length).toBeLessThan(0.004);
  });

  it.each(['US', 'CA', 'AU', 'BR', 'MX'])('with the abbreviation of their state are found in %s', (country) => {
    const towns = allTowns()
      .filter((town) => town.country === country)
      .slice(0, 200);
    const text = ({ name, region }: Town) => `${name}, ${codes.get(`${country} ${region}`)}`;
    const { counts, abroad, unknown } = count(towns, text);
    expect([...abroad, ...unknown]).toEqual([]);
    // GeoNames has some towns twice in one state, of which the larger one is taken.
    expect(counts.right).toBeGreaterThanOrEqual(towns.length - 2);
    expect(counts.asked + counts.silent).toBe(0);
  });
});
