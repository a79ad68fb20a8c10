import { PEOPLE_PACKS } from '@hinterland/catalogue';
import { boxContains } from '@hinterland/geo';
import { describe, expect, it } from 'vitest';
import { findPlace } from '../places/findPlace.ts';
import { allTowns } from '../places/towns.ts';
import { makePlan } from './plan.ts';

describe('files of parts of a country', () => {
  const addresses = (text: string, choice = {}) => makePlan(findPlace(text), choice).files.map(({ url }) => url);

  it('are those that a place touches', () => {
    const regions = (text: string) => addresses(text).flatMap((url) => /R(\d\d)_21\.zip$/.exec(url)?.[1] ?? []);
    expect(regions('Milan')).toEqual(['01', '03']);
    // Piacenza lies on the Po, over which lies Lombardy.
    expect(regions('Piacenza')).toEqual(['03', '08']);
    const states = (text: string) => addresses(text).flatMap((url) => /UF\/(\w\w)\//.exec(url)?.[1] ?? []);
    expect(states('Porto Alegre')).toEqual(['RS']);
    const regionsOfCanada = (text: string) => addresses(text).flatMap((url) => /GEONO=006_(\w+)/.exec(url)?.[1] ?? []);
    expect(regionsOfCanada('London, Ontario')).toEqual(['Ontario']);
    // Gatineau lies over the river.
    expect(regionsOfCanada('Ottawa').toSorted()).toEqual(['Ontario', 'Quebec']);
  });

  it('have a box around every town of the part', () => {
    const boxes = new Map<string, number>();
    for (const code of ['istat-2021', 'ibge-census-2022']) {
      const pack = PEOPLE_PACKS.find((one) => one.code === code)!;
      const parts = pack.units.from === 'outlines' ? pack.units.parts! : [];
      const towns = allTowns().filter(({ country }) => country === pack.countries[0]);
      expect(towns.length).toBeGreaterThan(1000);
      const outside = towns.filter(
        ({ lng, lat }) =>
          !parts.some((part) => {
            const [west, south, east, north] = 'box' in part ? part.box : [0, 0, 0, 0];
            return boxContains({ west, south, east, north }, lng, lat);
          }),
      );
      expect(outside.map(({ name }) => name)).toEqual([]);
      // Each region of the table of towns lies in the box of one part.
      for (const region of new Set(towns.map((town) => town.region))) {
        const own = towns.filter((town) => town.region === region);
        const holds = parts.findIndex((part) => {
          const [west, south, east, north] = 'box' in part ? part.box : [0, 0, 0, 0];
          return own.every(({ lng, lat }) => boxContains({ west, south, east, north }, lng, lat));
        });
        expect(holds, region).toBeGreaterThanOrEqual(0);
        boxes.set(`${code} ${region}`, holds);
      }
    }
    expect(boxes.size).toBeGreaterThan(45);
  });

  it('are none where the publisher has nobody, and the answer says so', () => {
    const code = (text: string, choice = {}) => makePlan(findPlace(text), choice).people?.code;
    expect(code('Leicester')).toBe('ons-census-2021');
    expect(code('Edinburgh')).toBe('worldpop');
    expect(code('Belfast')).toBe('worldpop');
    expect(() => code('Edinburgh', { official: true })).toThrow(/ONS, .* no figures of a part of Edinburgh/);
    expect(code('Sydney, Australia')).toBe('abs-census-2021');
    expect(code('Palma, Spain')).toBe('ine-census-2021');
    expect(code('Las Palmas de Gran Canaria')).toBe('ine-census-2021');
    // A whole country is too large for outlines: the grid of the European Union, else a raster.
    expect(code('Italy')).toBe('eurostat-2021');
    expect(code('Brazil')).toBe('worldpop');
  });
});
