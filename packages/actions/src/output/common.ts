import { rounded } from '@hinterland/geo';
import type { Territory } from '@hinterland/territory';
import { z } from 'zod';
import * as figure from './figure.ts';

/** Versions of the data families that a result stands on. */
export const dataVersion = z
  .object({
    territory: z.string().optional(),
    sociodemo: z.string().optional(),
    realestate: z.string().optional(),
    players: z.string().optional(),
    transit: z.string().optional(),
  })
  .describe('Version of each data family that the result was made from')
  .meta({ id: 'DataVersion', ...figure.versions() });

const position = z.array(figure.degrees()).describe('[longitude, latitude] in degrees');

export const multiPolygon = z
  .object({
    type: z.literal('MultiPolygon'),
    coordinates: z.array(z.array(z.array(position))),
  })
  .describe('GeoJSON MultiPolygon, WGS 84')
  .meta({ id: 'MultiPolygon', ...figure.shape() });

/** The versions of the named families that the territory has. */
export function versionsOf(territory: Territory, families: readonly (keyof z.output<typeof dataVersion>)[]) {
  const versions: z.output<typeof dataVersion> = {};
  for (const family of families) {
    const version = territory.dataVersion[family];
    if (version !== undefined) versions[family] = version;
  }
  return versions;
}

/** A record of figures with every number rounded; it holds nothing but figures, texts, lists and records. */
export function roundedAll<T>(figures: T): T {
  return JSON.parse(JSON.stringify(figures, (_, value) => (typeof value === 'number' ? rounded(value) : value))) as T;
}
