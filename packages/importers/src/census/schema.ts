import { TOPIC_CODES } from '@hinterland/catalogue';
import { z } from 'zod';
import { key, numberFields, tableFields, where } from '../source/fields.ts';
import { entrySchema } from '../source/kind.ts';
import { benchmarkSchema } from './benchmarkSchema.ts';
import { topicSchema } from './topicSchema.ts';
import { UNIT_SOURCES } from './units/unitSources.ts';

const table = z.strictObject({
  ...tableFields,
  key: key.describe('Column with the code of the unit'),
  where,
  missing: z.array(z.string()).default([]).describe('Cells that mean "not published", besides empty ones'),
  missingBelow: z.number().optional().describe('Numbers below this mean "not published"'),
  ...numberFields,
});

/** The part "census" of a recipe. */
export const censusSchema = z.strictObject({
  currency: z.string().length(3).describe('ISO 4217; all amounts of money are in it'),
  units: entrySchema(UNIT_SOURCES).describe('The smallest areas that have figures'),
  tables: z.record(z.string(), table).default({}).describe('Files with figures, by a name of your choice'),
  topics: z.partialRecord(z.enum(TOPIC_CODES), topicSchema).describe('How the figures of each topic are made'),
  unavailable: z
    .partialRecord(z.enum(TOPIC_CODES), z.string().min(1))
    .default({})
    .describe('Topics that the sources do not have, with the reason'),
  benchmarks: z.array(benchmarkSchema).default([]).describe('Areas to compare with'),
});

export type CensusRecipe = z.output<typeof censusSchema>;
