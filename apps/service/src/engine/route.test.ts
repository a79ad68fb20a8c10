import { describe, expect, it } from 'vitest';
import type { ProblemError } from '../kit/problem.ts';
import { type DrawnTerritory, drawn } from '../testing/service.ts';
import { territoryFor } from './route.ts';
import type { Generation } from './territoriesInForce.ts';

const generation = (parts: DrawnTerritory & { id: string }): Generation => ({
  key: parts.id,
  bundle: parts.id,
  territory: drawn(parts),
  areaCodes: new Set(parts.codes ?? []),
});

const WEST = generation({ id: 'west', bbox: { west: 0, south: 0, east: 10, north: 10 }, codes: ['W', '2000'] });
const EAST = generation({
  id: 'east',
  bbox: { west: 10, south: 0, east: 20, north: 10 },
  codes: ['E', '2000'],
  continent: 'europe',
});
/** A city within the west's box. */
const CITY = generation({ id: 'city', bbox: { west: 4, south: 4, east: 5, north: 5 }, codes: ['C'] });
const PACIFIC = generation({ id: 'pacific', bbox: { west: 170, south: -20, east: -170, north: -10 } });
const ALL = [WEST, EAST, CITY, PACIFIC];

const route = (input: unknown, installed = ALL, chosen: string | null = null): string => {
  try {
    return territoryFor(input, installed, chosen).key;
  } catch (error) {
    const { code, fields } = error as ProblemError;
    const [first] = (fields.errors ?? []) as { pointer: string }[];
    return first === undefined ? code : `${code} ${first.pointer}`;
  }
};

describe('territoryFor', () => {
  it('finds the territory by points, wherever the input has them', () => {
    expect(route({ origins: [{ lat: 1, lng: 15 }] })).toBe('east');
    expect(route({ lat: 1, lng: 1 })).toBe('west');
    expect(route({ contains: { lat: 1, lng: 1 } })).toBe('west');
    expect(route({ stores: [{ id: 1, lat: 1, lng: 1 }], candidates: [{ id: 2, lat: 9, lng: 9 }] })).toBe('west');
  });

  it('prefers the tighter of two boxes that hold every point', () => {
    expect(route({ origins: [{ lat: 4.5, lng: 4.5 }] })).toBe('city');
    expect(
      route({
        origins: [
          { lat: 4.5, lng: 4.5 },
          { lat: 6, lng: 6 },
        ],
      }),
    ).toBe('west');
  });

  it('crosses the 180th meridian where a box does', () => {
    expect(route({ lat: -15, lng: 179 })).toBe('pacific');
    expect(route({ lat: -15, lng: -179 })).toBe('pacific');
    expect(route({ lat: -15, lng: 0 })).toBe('outside_coverage #');
  });

  it('D56 names the points that lie in no territory, and says when lat and lng look swapped', () => {
    expect(
      route({
        origins: [
          { lat: 1, lng: 1 },
          { lat: 50, lng: 50 },
        ],
      }),
    ).toBe('outside_coverage #/origins/1');
    expect(route({ origins: [{ lat: 50, lng: 50 }] }, [WEST])).toBe('outside_coverage #/origins/0');
    expect(() => territoryFor({ lat: 1, lng: 15 }, [WEST], null)).not.toThrow('swapped');
    expect(() => territoryFor({ lat: 15, lng: 1 }, [EAST], null)).toThrow('seem to be swapped');
  });

  it('refuses points in two territories', () => {
    const input = {
      origins: [
        { lat: 1, lng: 1 },
        { lat: 1, lng: 15 },
      ],
    };
    expect(route(input)).toBe('outside_coverage');
    expect(() => territoryFor(input, ALL, null)).toThrow('different territories');
  });

  it('finds the territory by area codes, continent, drawn polygon and box', () => {
    expect(route({ areas: ['E'] })).toBe('east');
    expect(route({ parent: 'C' })).toBe('city');
    expect(route({ areas: ['postcode:C'] })).toBe('city');
    expect(route({ query: 'High Street', continent: 'europe' })).toBe('east');
    expect(
      route({
        polygon: {
          type: 'Polygon',
          coordinates: [
            [
              [12, 1],
              [13, 1],
              [13, 2],
              [12, 1],
            ],
          ],
        },
      }),
    ).toBe('east');
    expect(route({ bbox: { west: 175, south: -15, east: 176, north: -14 } })).toBe('pacific');
  });

  it('asks for the territory where the input leaves it open', () => {
    for (const input of [{}, { areas: ['2000'] }, { areas: ['nowhere'] }, { continent: 'asia' }]) {
      expect(route(input)).toBe('validation_error #/territory');
    }
    expect(route({ areas: ['2000'] }, ALL, 'east')).toBe('east');
    expect(route({}, ALL, 'nowhere')).toBe('validation_error #/territory');
    expect(route({ lat: 1, lng: 1 }, ALL, 'east')).toBe('outside_coverage #');
  });

  it('with one territory, only points are looked at; without any, nothing can be answered', () => {
    for (const input of [{}, { areas: ['nowhere'] }, { continent: 'asia' }, null])
      expect(route(input, [WEST])).toBe('west');
    expect(route({}, [])).toBe('outside_coverage');
  });
});
