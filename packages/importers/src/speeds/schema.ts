import { z } from 'zod';
import { numberFields, tableFields, where } from '../source/fields.ts';

/** Speeds of cars by hour of the day, as a recipe names them. */
export const speedsSchema = z.strictObject({
  ...tableFields,
  ...numberFields,
  columns: z
    .strictObject({
      way: z.string().optional().describe('Column with the OpenStreetMap id of a way'),
      class: z.string().optional().describe('Column with a class of road, as tags of highway name it: primary'),
      hours: z
        .string()
        .optional()
        .describe(
          'Column with the hour of the day, such as 7, or hours, such as 7-9 (7:00 to 9:00). Empty, or no column: all',
        ),
      factor: z.string().optional().describe('Column with the share of the speed in normal traffic, such as 0.5'),
      kmh: z.string().optional().describe('Column with the speed in km/h, instead of factor'),
    })
    .refine(({ way, class: roadClass }) => way !== undefined || roadClass !== undefined, 'name way, class or both')
    .refine(({ factor, kmh }) => (factor === undefined) !== (kmh === undefined), 'name factor or kmh, one of them')
    .describe('Which column holds what'),
  where,
});

export type SpeedsRecipe = z.output<typeof speedsSchema>;
