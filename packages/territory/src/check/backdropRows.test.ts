import { describe, expect, it } from 'vitest';
import { type BackdropParts, inMemoryTerritory } from '../memory/inMemory.ts';
import { BACKDROP_STEPS } from './backdropRows.ts';
import { Findings } from './findings.ts';

/** A lake with an island, a brook and a village. */
const drawn = (): { [N in keyof BackdropParts]: Record<string, (number | string)[]> } => ({
  backdropFeatures: {
    kind: [1, 15, 20],
    name: ['Lake', '', 'Aldorf'],
    areaSquareMeters: [5000, 0, 0],
    population: [0, 0, 120],
    ringStart: [0, 2, 3],
  },
  backdropRings: { pointStart: [0, 4, 8, 10], hole: [0, 1, 0, 0] },
  backdropPoints: {
    lngMicrodegrees: [0, 900, 0, 0, 100, 100, 300, 100, 0, 5, 7],
    latMicrodegrees: [0, 0, 900, 0, 100, 300, 100, 100, 0, 5, 7],
  },
  backdropBoxes: { west: [0], south: [0], east: [900], north: [900] },
  lowTiles: { zoom: [0, 1, 1], x: [0, 0, 1], y: [0, 1, 0], startByte: [0, 2, 2] },
  lowTileBytes: { byte: [1, 2, 3] },
});

function findingsOf(change: (tables: ReturnType<typeof drawn>) => void): string[] {
  const tables = drawn();
  change(tables);
  const { backdrop } = inMemoryTerritory({ backdrop: tables as unknown as BackdropParts });
  const findings = new Findings();
  for (const [, check] of BACKDROP_STEPS) check(backdrop!, (table, column) => `${table} ${column ?? ''}`, findings);
  return findings.list.map(({ place, problem }) => `${place}: ${problem}`);
}

describe('rows of a backdrop', () => {
  it('are right as drawn', () => {
    expect(findingsOf(() => {})).toEqual([]);
  });

  it.each<[string, (tables: ReturnType<typeof drawn>) => void]>([
    ['backdropFeatures kind', ({ backdropFeatures }) => backdropFeatures.kind!.splice(0, 3, 1, 15, 99)],
    ['backdropFeatures kind', ({ backdropFeatures }) => backdropFeatures.kind!.splice(0, 3, 15, 1, 20)],
    ['backdropFeatures ringStart', ({ backdropFeatures }) => backdropFeatures.ringStart!.splice(0, 3, 0, 3, 2)],
    ['backdropFeatures ringStart', ({ backdropFeatures }) => backdropFeatures.ringStart!.splice(0, 3, 0, 3, 3)],
    ['backdropRings pointStart', ({ backdropRings }) => backdropRings.pointStart!.splice(0, 4, 1, 4, 8, 10)],
    ['a hole has no outer ring', ({ backdropRings }) => backdropRings.hole!.splice(0, 4, 1, 1, 0, 0)],
    ['a ring is not closed', ({ backdropPoints }) => backdropPoints.lngMicrodegrees!.splice(3, 1, 17)],
    ['a polygon has 3 positions', ({ backdropRings }) => backdropRings.pointStart!.splice(0, 4, 0, 3, 8, 10)],
    [
      'backdropPoints latMicrodegrees',
      ({ backdropPoints }) => backdropPoints.latMicrodegrees!.splice(10, 1, 91_000_000),
    ],
    [
      'it has 2 boxes',
      ({ backdropBoxes }) => Object.assign(backdropBoxes, { west: [0, 0], south: [0, 0], east: [9, 9], north: [9, 9] }),
    ],
    ['a tile does not come after', ({ lowTiles }) => lowTiles.x!.splice(0, 3, 0, 1, 0)],
    ['there is no tile 1/2/1', ({ lowTiles }) => lowTiles.x!.splice(0, 3, 0, 2, 1)],
    ['lowTiles startByte', ({ lowTiles }) => lowTiles.startByte!.splice(0, 3, 0, 2, 4)],
  ])('finds %s', (found, change) => {
    expect(findingsOf(change).join('\n')).toContain(found);
  });
});
