import { z } from 'zod';
import { file, key, keySteps, numberFields, outlineFields, tableFields, where } from '../source/fields.ts';

/** Where the areas of incomes are others than the code of a unit names. */
const areas = z.union([
  z
    .strictObject({ ...outlineFields, code: key.describe("Property with the area's code") })
    .describe('Outlines of the areas: a unit lies in the one that holds a point within it'),
  z
    .strictObject({
      ...tableFields,
      unit: key.describe('Column with the code of the unit'),
      area: key.describe('Column with the code of the area that it lies in'),
    })
    .describe('A table of the units with their areas'),
]);

/** A table of incomes by small area, all of them in one measure: spend is bent by their ratios alone. */
export const incomeSchema = z
  .strictObject({
    ...tableFields,
    file: z.union([file, z.array(file).min(1)]).describe('A file, or several with the same columns, as of regions'),
    key: z
      .union([key, z.array(key).min(2)])
      .describe('Column with the code of the area, or several whose texts make it one after the other'),
    where,
    missing: z.array(z.string()).default([]).describe('Cells that mean "not published", besides empty ones'),
    missingBelow: z.number().optional().describe('Numbers below this mean "not published"'),
    ...numberFields,
    income: z.string().describe('Column with the income of an area'),
    isSum: z.boolean().default(false).describe('true: it is the sum of all in `people`; else their mean or median'),
    people: z
      .string()
      .optional()
      .describe(
        'Column with the people, households or taxpayers of an area, who weigh it; areas weigh alike without it',
      ),
    areaPrefix: z.string().default('').describe('Only rows whose code begins like this are areas; it is taken away'),
    areasNested: z
      .boolean()
      .default(false)
      .describe(
        'true: codes begin with those of the larger areas that hold them; these count only where they hold no smaller one, and stand for smaller ones without an income',
      ),
    areas: areas.optional().describe("Where a unit's area is found; its own code names it where absent"),
    areaOfUnit: z
      .strictObject(keySteps)
      .default({})
      .describe("How the area's code is made from that of a census unit within it, or from the one that `areas` has"),
    optional: z
      .boolean()
      .default(false)
      .describe('true: where the file cannot be read, a warning says so and everybody spends alike'),
    measure: z.string().min(1).describe('What is measured, for notes: "disposable income per person"'),
  })
  .describe('Incomes of small areas; without them everybody spends alike');

export type AreasRecipe = z.output<typeof areas>;
export type IncomeRecipe = z.output<typeof incomeSchema>;
