import { z } from 'zod';
import { catchmentMethod, originsUsed } from '../catchment.ts';
import { catchmentFields, reachMeta, reachRule } from '../input/catchment.ts';
import { dataVersion, multiPolygon } from '../output.ts';

export const input = z
  .object({
    ...catchmentFields,
    geometry: z.boolean().default(true).describe('Whether to draw the polygons; without them the answer is short'),
  })
  .superRefine(reachRule)
  .meta(reachMeta)
  .describe('Places and how far their catchment reaches');
export type Input = z.output<typeof input>;

const limits = {
  limitSeconds: z.int().optional().describe('Limit of the band in seconds of travel, where bandSeconds was given'),
  limitMeters: z.int().optional().describe('Limit of the band in metres, where bandMeters or radiusMeters was given'),
} as const;

const band = z
  .object({
    ...limits,
    residents: z
      .number()
      .nullable()
      .describe('Usual residents above the previous limit and within this one; null where the territory has no census'),
    cumulativeResidents: z.number().nullable().describe('Usual residents within this limit, inner bands included'),
    poles: z.int().describe('Address poles above the previous limit and within this one'),
    cumulativePoles: z.int().describe('Address poles within this limit'),
    standInPoles: z
      .int()
      .describe('Poles of `poles` that stand for buildings or streets, because no address register names them'),
    shape: z
      .object({
        recall: z
          .number()
          .nullable()
          .describe(
            'Residents of reached poles inside the polygon ÷ residents of reached poles, 0..1; null for nobody',
          ),
        precision: z
          .number()
          .nullable()
          .describe('Residents of reached poles inside the polygon ÷ residents of all poles inside it, 0..1'),
        areaSquareKm: z.number().describe('Area of the polygon'),
        cellMeters: z.number().nullable().describe('Side of the cells it was drawn on; null for circles'),
      })
      .optional()
      .describe(
        'How well the polygon of this limit shows the poles within it, by residents (by poles where there is no census). Counts never use the polygon.',
      ),
  })
  .describe('One band');

export const output = z
  .object({
    bands: z.array(band).describe('One per limit, from near to far'),
    geojson: z
      .object({
        type: z.literal('FeatureCollection'),
        features: z.array(
          z.object({
            type: z.literal('Feature'),
            id: z.int().describe('Position in `bands`'),
            properties: z.object({
              ...limits,
              cumulativeResidents: z.number().nullable(),
              cumulativePoles: z.int(),
            }),
            geometry: multiPolygon,
          }),
        ),
      })
      .optional()
      .describe(
        'One polygon per limit, inner bands included and holes left out, ready for a map; draw from the last to the first. Absent with geometry false.',
      ),
    origins: originsUsed,
    method: catchmentMethod,
    dataVersion,
  })
  .describe('Bands with their residents, and polygons to draw them');
export type Output = z.output<typeof output>;
