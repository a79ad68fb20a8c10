import { z } from 'zod';
import { lat, lng } from '../input/place.ts';
import { dataVersion } from '../output/common.ts';

/** Ids of a call: a table of corrections names as many. */
const IDS_MAX = 20_000;

export const input = z
  .object({
    ids: z.array(z.string()).max(IDS_MAX).optional(),
    near: z.object({ lat: lat(), lng: lng(), meters: z.number().positive().max(5000) }).optional(),
    text: z.string().min(1).max(100).optional().describe('Part of the name or of the brand'),
    sectorCode: z.string().optional(),
    limit: z.int().min(1).max(IDS_MAX).default(50),
    asListed: z.boolean().default(false).describe('Without the corrections of anybody'),
  })
  .describe('Which stores; without ids, near and text all of them');
export type Input = z.output<typeof input>;

export const output = z.object({
  total: z.int(),
  stores: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      brand: z.string().nullable(),
      sectorCode: z.string(),
      lat: z.number(),
      lng: z.number(),
      address: z.string(),
      squareMeters: z.number().nullable(),
      floorAreaSource: z.enum(['known', 'footprint', 'sector_median']),
      state: z.enum(['open', 'closed', 'unknown']),
      source: z.string(),
      meters: z.number().nullable(),
    }),
  ),
  dataVersion,
});
export type Output = z.output<typeof output>;
