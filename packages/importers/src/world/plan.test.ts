import { describe, expect, it } from 'vitest';
import { countries } from '../places/countries.ts';
import { findPlace } from '../places/findPlace.ts';
import { allTowns } from '../places/towns.ts';
import { makePlan } from './plan.ts';

describe('plans without a network', () => {
  it('name every file with its source, license and size for all 249 countries', () => {
    for (const { code } of countries()) {
      const { files, people, estimate, notes } = makePlan(findPlace(code), {});
      expect(files.length, code).toBeGreaterThanOrEqual(2);
      for (const file of files) {
        expect(file.url).toMatch(/^https:\/\/[a-z.0-9-]+\/\S+$/);
        for (const text of [file.source, file.licence, file.attribution, file.page, file.purpose])
          expect(text).not.toBe('');
        expect(file.megabytes).toBeGreaterThan(0);
      }
      if (people === null) expect(notes.join()).toMatch(/counts nobody/);
      for (const value of Object.values(estimate)) expect(value, code).toBeGreaterThanOrEqual(0);
    }
  });

  it('take official figures where one publisher has them for all countries of the place, else a model', () => {
    const from = (text: string, choice = {}) => makePlan(findPlace(text), choice).people?.code;
    expect(from('Graz, Austria')).toBe('eurostat-2021');
    expect(from('Leipzig')).toBe('zensus-2022');
    expect(from('Lyon')).toBe('filosofi-2021');
    // Austria and Germany together: the grid that has both.
    expect(from('Salzburg, Austria')).toBe('eurostat-2021');
    expect(from('Lucknow')).toBe('worldpop');
    expect(from('Graz, Austria', { raster: 'worldpop' })).toBe('worldpop');
    expect(from('Graz, Austria', { raster: 'ghsl' })).toBe('ghsl');
    expect(() => from('Lucknow', { official: true })).toThrow(/no official figures by small areas for IN/);
    expect(from('Antarctica')).toBeUndefined();
  });

  it('say what rows of Overture are for, under which license, and about how many bytes they are', () => {
    const place = findPlace('Graz, Austria');
    expect(makePlan(place, {}).cuts).toEqual([]);
    const without = makePlan(place, {}).estimate.downloadMegabytes;
    const { cuts, estimate } = makePlan(place, { overture: ['addresses', 'places'] });
    expect(cuts.map(({ name, source, licence }) => [name, source, licence])).toEqual([
      ['overture-addresses.geojsonl', 'Overture Maps', 'as its register says'],
      ['overture-places.geojsonl', 'Overture Maps', 'CDLA-Permissive-2.0'],
    ]);
    const sum = cuts.reduce((all, { megabytes }) => all + megabytes, 0);
    expect(estimate.downloadMegabytes).toBeCloseTo(without + sum, 6);
  });

  it('take the blocks of each state that a place in the United States touches', () => {
    const plan = (text: string, choice = {}) => makePlan(findPlace(text), choice);
    const parts = (text: string) =>
      plan(text)
        .files.flatMap(({ url }) => /TABBLOCK20\/tl_2020_(\d\d)_tabblock20\.zip$/.exec(url)?.[1] ?? [])
        .sort();
    expect(plan('Denver, Colorado').people?.code).toBe('us-census-2020');
    expect(parts('Denver, Colorado')).toEqual(['08']);
    // Vancouver, Washington, lies over the river.
    expect(parts('Portland, Oregon')).toEqual(['41', '53']);
    expect(parts('us/vermont')).toEqual(['50']);
    expect(plan('us/california').people?.code).toBe('worldpop');
    expect(() => plan('us/california', { official: true })).toThrow(/more people than can be read at once/);
  });

  it('use the addresses that the publishers document', () => {
    const urls = (text: string, choice = {}) => makePlan(findPlace(text), choice).files.map(({ url }) => url);
    expect(urls('Nauru')).toEqual([
      'https://download.geofabrik.de/index-v1.json',
      'https://download.geofabrik.de/australia-oceania/nauru-latest.osm.pbf',
      'https://data.worldpop.org/GIS/Population/Global_2015_2030/R2025A/2025/NRU/v1/100m/constrained/nru_pop_2025_CN_100m_R2025A_v1.tif',
      'https://data.worldpop.org/GIS/AgeSex_structures/Global_2015_2030/R2025A/2025/NRU/v1/1km_ua/nru_agesex_structures_2025_CN_1km_R2025A_UA_v1.zip',
    ]);
    // Brussels lies in tile R4_C19 of GHSL, as the publisher's map of tiles has it.
    expect(urls('Brussels', { raster: 'ghsl' }).at(-1)).toMatch(
      /GHS_POP_E2025_GLOBE_R2023A_54009_100\/V1-0\/tiles\/GHS_POP_E2025_GLOBE_R2023A_54009_100_V1_0_R\d+_C19\.zip$/,
    );
  });

  it('are made for 300 towns all over the world', () => {
    const perCountry = new Map<string, number>();
    let made = 0;
    for (const town of allTowns()) {
      const before = perCountry.get(town.country) ?? 0;
      if (before >= 2 || made >= 300) continue;
      perCountry.set(town.country, before + 1);
      const place = findPlace(`${town.lat},${town.lng}`, 25);
      expect(makePlan(place, {}).extracts.length, town.name).toBeGreaterThan(0);
      made++;
    }
    expect(made).toBe(300);
  });
});
