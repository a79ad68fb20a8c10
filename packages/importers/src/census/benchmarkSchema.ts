import { TOPIC_CODES } from '@hinterland/catalogue';
import { z } from 'zod';
import { areaKind } from '../source/fields.ts';

const unitRows = z
  .union([
    z.literal('all'),
    z.strictObject({
      prefix: z
        .union([z.string().min(1), z.array(z.string().min(1)).min(1)])
        .transform((value) => (Array.isArray(value) ? value : [value]))
        .describe('Units whose code begins so, or in one of these ways'),
    }),
    z.strictObject({
      table: z.string().describe('A table under census.tables'),
      column: z.string().describe('Its column'),
      equals: z.union([z.string(), z.number()]).transform(String).describe('The text that it must have'),
    }),
    z.strictObject({
      inside: z
        .string()
        .describe('Code of a boundary; units whose inner point (middle of their widest part) lies in it'),
    }),
  ])
  .describe('Which units make the benchmark');

/** An area to compare with, or one for each area of a level. */
export const benchmarkSchema = z.union([
  z.strictObject({
    code: z.string().min(1).describe('Code of the area'),
    name: z.string().min(1).describe('Its name'),
    kind: areaKind,
    units: unitRows.optional(),
    row: z
      .string()
      .min(1)
      .optional()
      .describe(
        'Key of a row of the tables that is about the area itself, or of rows added up with sums: topics with that row have its figures as published ones',
      ),
    topics: z
      .partialRecord(
        z.enum(TOPIC_CODES),
        z.strictObject({ fields: z.record(z.string(), z.number()).describe("Figures by the topic's field names") }),
      )
      .optional()
      .describe(
        'Published figures of the area, instead of sums over units; without units residents.total is one of them',
      ),
    areaSquareKm: z.number().positive().optional().describe("The boundary's or the units' area where absent"),
    population: z
      .number()
      .positive()
      .optional()
      .describe('Published population of the area at the same date; coverage is the share of it that the units have'),
  }),
  z.strictObject({
    eachLevel: z.int().describe('One benchmark per boundary of this level, of the units whose inner point lies in it'),
  }),
]);

export type BenchmarkRecipe = z.output<typeof benchmarkSchema>;
/** One that names its area, not one for each area of a level. */
export type NamedBenchmark = Extract<BenchmarkRecipe, { readonly code: string }>;
export type UnitRowsRecipe = z.output<typeof unitRows>;
