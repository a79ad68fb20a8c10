import { TOPIC_CODES } from '@hinterland/catalogue';
import { z } from 'zod';
import { file, key, numberFields, tableFields, where } from '../source/fields.ts';
import { entrySchema } from '../source/kind.ts';
import { sumsSchema } from '../tables/rowSums.ts';
import { benchmarkSchema } from './benchmarkSchema.ts';
import { topicSchema } from './topicSchema.ts';
import { UNIT_SOURCES } from './units/unitSources.ts';

const table = z.strictObject({
  ...tableFields,
  file: z.union([file, z.array(file).min(1)]).describe('A file, or several with the same columns, as of regions'),
  key: z
    .union([key, z.array(key).min(2)])
    .describe('Column with the code of the unit, or several whose texts make it one after the other'),
  ofUnits: z
    .boolean()
    .default(false)
    .describe('true: rows about other areas are passed over, as of a whole country around a town'),
  long: z
    .strictObject({
      name: z.string().describe('Column with the name of a figure'),
      value: z.string().describe('Column with the figure'),
    })
    .optional()
    .describe(
      'Of a table with a row for each figure rather than for each unit: its columns are the names of the figures',
    ),
  where,
  missing: z.array(z.string()).default([]).describe('Cells that mean "not published", besides empty ones'),
  zeros: z
    .array(z.string())
    .default([])
    .describe('Cells that stand for so few that they count as none, as counts below three that are kept secret'),
  missingBelow: z.number().optional().describe('Numbers below this mean "not published"'),
  ...numberFields,
  sums: sumsSchema.optional(),
  optional: z
    .boolean()
    .default(false)
    .describe('true: where the file cannot be read, a warning says so and the topics that need it are left out'),
});

/** Units with their figures. */
const figures = {
  source: z
    .string()
    .min(1)
    .optional()
    .describe('Name of the entry of `sources` that counts these people; it says its share of them'),
  units: entrySchema(UNIT_SOURCES).describe('The smallest areas that have figures'),
  tables: z.record(z.string(), table).default({}).describe('Files with figures, by a name of your choice'),
  topics: z.partialRecord(z.enum(TOPIC_CODES), topicSchema).describe('How the figures of each topic are made'),
};

/** The part "census" of a recipe. */
export const censusSchema = z.strictObject({
  currency: z.string().length(3).describe('ISO 4217; all amounts of money are in it'),
  ...figures,
  beside: z
    .array(z.strictObject(figures))
    .default([])
    .describe(
      'Further units with their figures, as of the country beyond a border. What a topic does not have there is unknown there; cells count where no unit before lies',
    ),
  unavailable: z
    .partialRecord(z.enum(TOPIC_CODES), z.string().min(1))
    .default({})
    .describe('Topics that the sources do not have, with the reason'),
  benchmarks: z.array(benchmarkSchema).default([]).describe('Areas to compare with'),
});

export type CensusRecipe = z.output<typeof censusSchema>;
/** Units with their figures: the census, or one beside it. */
export type FiguresRecipe = Pick<CensusRecipe, 'source' | 'units' | 'tables' | 'topics'>;
