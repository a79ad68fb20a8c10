import { describe, expect, it } from 'vitest';
import { exchangedPlace, placeInCells } from './placeInCells.ts';

const columns = { lat: 0, lng: 1 };
const known = (box: { west: number; south: number; east: number; north: number }) => ({ box });

describe('places of rows', () => {
  const graz = known({ west: 15.3, south: 46.9, east: 15.6, north: 47.2 });

  it.each([
    [['47.07', '15.44'], 'given'],
    [['48.21', '16.37'], 'outside'],
    // Both readings are numbers that could be coordinates; one of them lies in the territory.
    [['15.44', '47.07'], 'coordinates_swapped'],
    [['16.37', '48.21'], 'outside'],
    [['', ''], 'pending'],
    [['north', '15.44'], 'coordinates_invalid'],
  ])('%j is %s in Graz', (cells, reason) => {
    expect(placeInCells(columns, cells, graz).reason).toBe(reason);
  });

  it('turns exchanged ones, and none that lie elsewhere either way', () => {
    expect(exchangedPlace(columns, ['15.44', '47.07'], graz)).toEqual({ lat: 47.07, lng: 15.44 });
    expect(exchangedPlace(columns, ['16.37', '48.21'], graz)).toBeNull();
  });

  it('are inside on both sides of the 180th meridian where the territory lies across it', () => {
    const fiji = known({ west: 176.8, south: -20.7, east: -178.2, north: -12.4 });
    const reasonOf = (lng: string) => placeInCells(columns, ['-16.8', lng], fiji).reason;
    expect(['177.5', '179.9', '-179.9', '-178.5'].map(reasonOf)).toEqual(Array(4).fill('given'));
    expect(['176.5', '-178.0', '0'].map(reasonOf)).toEqual(Array(3).fill('outside'));
    expect(exchangedPlace(columns, ['-179.5', '-16.8'], fiji)).toEqual({ lat: -16.8, lng: -179.5 });
  });
});
