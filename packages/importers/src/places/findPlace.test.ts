import { fold } from '@hinterland/catalogue';
import { describe, expect, it } from 'vitest';
import { ImportError } from '../errors/importError.ts';
import { countries, countryCalled } from './countries.ts';
import { findPlace } from './findPlace.ts';
import { type Candidate, Namesakes } from './namesakes.ts';
import { shippedTable } from './shippedTable.ts';
import { allTowns } from './towns.ts';

const brief = (text: string, radius?: number) => {
  const { name, countries: codes } = findPlace(text, radius);
  return `${name} ${codes[0]}`;
};
const refusal = (text: string): string => {
  try {
    return `found ${findPlace(text).name}`;
  } catch (error) {
    expect(error).toBeInstanceOf(ImportError);
    return (error as Error).message;
  }
};

describe('names of places', () => {
  it('finds towns as people write them, with and without country, region and marks', () => {
    expect(brief('Krems an der Donau, Austria')).toBe('Krems an der Donau AT');
    expect(brief('graz, at')).toBe('Graz AT');
    expect(brief('Graz, Österreich')).toBe('Graz AT');
    expect(brief('Porto')).toBe('Porto PT');
    expect(brief('Springfield, Missouri')).toBe('Springfield US');
    expect(brief('San José, Costa Rica')).toBe('San José CR');
    expect(brief('Sao Paulo')).toBe('São Paulo BR');
    expect(brief('Wien')).toBe('Vienna AT');
  });

  it('finds towns in twelve scripts', () => {
    const names = {
      Москва: 'Moscow RU',
      Αθήνα: 'Athens GR',
      القاهرة: 'Cairo EG',
      ירושלים: 'Jerusalem IL',
      東京: 'Tokyo JP',
      서울: 'Seoul KR',
      दिल्ली: 'Delhi IN',
      কলকাতা: 'Kolkata IN',
      กรุงเทพมหานคร: 'Bangkok TH',
      თბილისი: 'Tbilisi GE',
      Երևան: 'Yerevan AM',
      'Đà Nẵng': 'Da Nang VN',
    };
    for (const [name, expected] of Object.entries(names)) expect(brief(name)).toBe(expected);
  });

  it('reads a table whose names are folded as questions are today', () => {
    const rows = shippedTable('towns.tsv.br').trimEnd().split('\n');
    const stale = rows.flatMap((row) =>
      row
        .slice(row.indexOf('|'))
        .split('|')
        .filter((key) => key !== '' && fold(key) !== key),
    );
    expect(rows.length).toBeGreaterThan(50_000);
    expect(stale).toEqual([]);
  });

  it('asks back with candidates where several places have the name', () => {
    const springfield = refusal('Springfield');
    expect(springfield).toMatch(/^1\d places are called Springfield\. Say which/);
    expect(springfield.match(/"Springfield, \w+[^"]*, US", [\d,]+ people/g)!.length).toBeGreaterThanOrEqual(10);
    expect(refusal('San José')).toMatch(/"San Jose, California, US"[\s\S]*"San José, San José, CR"/);
    // What it lists is found as it is written there.
    expect(brief('Springfield, Massachusetts, US')).toBe('Springfield US');
    expect(refusal('Nowhereville')).toMatch(/No place is called "Nowhereville".*give a point/);
    expect(refusal('Graz, Japan')).toMatch(/Graz is a place in Austria/);
  });

  it('has candidates that mean one place each, of a town with twelve namesakes', () => {
    let candidates: readonly Candidate[] = [];
    try {
      findPlace('Springfield');
    } catch (error) {
      if (error instanceof Namesakes) candidates = error.candidates;
    }
    expect(candidates).toHaveLength(12);
    const centers = candidates.map(({ name }) => JSON.stringify(findPlace(name).center));
    expect(new Set(centers).size).toBe(12);
    const people = candidates.map(({ population }) => population);
    expect(people).toEqual(people.toSorted((a, b) => b - a));
  });

  it('takes countries by code and by name in many languages, regions of the index, boxes and points', () => {
    expect(findPlace('LU')).toMatchObject({ id: 'luxembourg', countries: ['LU'], whole: { extract: 'luxembourg' } });
    expect(countryCalled('Deutschland')?.code).toBe('DE');
    expect(countryCalled('日本')?.code).toBe('JP');
    expect(countryCalled('AUT')?.code).toBe('AT');
    expect(findPlace('us/vermont').whole).toEqual({ extract: 'us/vermont' });
    expect(findPlace('9.4,47,9.7,47.3').countries.toSorted()).toEqual(['AT', 'CH', 'LI']);
    const point = findPlace('48.41,15.61', 10);
    expect(point.countries).toEqual(['AT']);
    expect(point.box.north - point.box.south).toBeCloseTo(20 / 111.195, 3);
    expect(refusal('0,0')).toMatch(/open sea/);
    expect(refusal('91,0')).toMatch(/off the globe/);
    expect(() => findPlace('Graz', 0)).toThrow(/radius of 0 km/);
  });

  it('cuts boxes at the antimeridian on the side where more people live', () => {
    // Fiji's islands of Vanua Levu and Taveuni lie west of it, the small Lau group east of it.
    const box = findPlace('177,-20,-178,-16');
    expect(box.box).toEqual({ west: 177, south: -20, east: 180, north: -16 });
    expect(box.notes.join()).toMatch(/part west of it/);
    const samoa = findPlace('179,-15,-171,-13');
    expect(samoa.box).toEqual({ west: -180, south: -15, east: -171, north: -13 });
    const taveuni = findPlace('-16.8,179.97', 20);
    expect(taveuni.box.east).toBe(180);
    expect(taveuni.notes.join()).toMatch(/antimeridian/);
  });

  it('has a box around a pole and on islands of many', () => {
    expect(findPlace('-89.99,0', 20).box).toMatchObject({ west: -180, south: -90, east: 180 });
    expect(findPlace('Maldives')).toMatchObject({ countries: ['MV'] });
    expect(findPlace('Kiribati').countries).toEqual(['KI']);
  });

  it('knows the 249 countries of ISO 3166-1 and Kosovo, each with a box on Earth, money and a zone', () => {
    expect(countries()).toHaveLength(250);
    for (const { code, box, currency, timeZone, continent } of countries()) {
      expect(findPlace(code).countries).toEqual([code]);
      expect(currency).toMatch(/^[A-Z]{3}$/);
      expect(new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone, code).toBeTruthy();
      expect(continent, code).toMatch(/^[a-z_]+$/);
      for (const lng of [box.west, box.east]) expect(Math.abs(lng), code).toBeLessThanOrEqual(180);
      expect(box.south, code).toBeLessThan(box.north);
    }
  });

  it('finds the largest town of every country by its name and country', () => {
    const seen = new Set<string>();
    for (const town of allTowns()) {
      if (seen.has(town.country)) continue;
      seen.add(town.country);
      if (countries().some(({ code }) => code === town.country)) {
        expect(findPlace(`${town.name}, ${town.country}`).countries[0]).toBe(town.country);
      }
    }
    expect(seen.size).toBeGreaterThan(235);
  });
});
