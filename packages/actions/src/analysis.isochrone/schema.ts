import { z } from 'zod';
import { bandPolygons, bands } from '../catchments/bands.ts';
import { catchmentMethod, originsUsed } from '../catchments/catchment.ts';
import { catchmentFields, reachMeta, reachRule } from '../input/catchment.ts';
import { dataVersion } from '../output/common.ts';

export const input = z
  .object({
    ...catchmentFields,
    geometry: z.boolean().default(true).describe('Whether to draw the polygons; without them the answer is short'),
  })
  .superRefine(reachRule)
  .meta(reachMeta)
  .describe('Places and how far their catchment reaches');
export type Input = z.output<typeof input>;

export const output = z
  .object({
    bands,
    geojson: bandPolygons('Absent with geometry false.'),
    origins: originsUsed,
    method: catchmentMethod,
    dataVersion,
  })
  .describe('Bands with their residents, and polygons to draw them');
export type Output = z.output<typeof output>;
