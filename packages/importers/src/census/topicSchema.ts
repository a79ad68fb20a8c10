import { SPEND_COUNTRIES } from '@hinterland/catalogue';
import { SPENDERS } from '@hinterland/territory';
import { z } from 'zod';
import { keySteps } from '../source/fields.ts';
import { EXPENDITURE_SURVEYS, type SurveyName } from './expenditure.ts';
import { expression } from './expressionSchema.ts';
import { incomeSchema } from './incomeSchema.ts';

const ageSplit = z.strictObject({
  classes: z
    .array(
      z.strictObject({
        from: z.int().nonnegative().describe('First year of age'),
        to: z.int().nonnegative().nullable().describe('Last year of age, null for an open class'),
        total: expression.optional(),
        male: expression.optional(),
        female: expression.optional(),
      }),
    )
    .min(1)
    .describe('The age classes that the source has'),
  profile: z
    .array(
      z.strictObject({
        from: z.int().nonnegative().describe('First year of age'),
        to: z.int().nonnegative().nullable().describe('Last year of age, null for an open class'),
        persons: z.number().nonnegative().describe('People of this age in the larger area'),
      }),
    )
    .optional()
    .describe('Ages in a larger area that classes are split like; each year of age alike where absent'),
  openClassYears: z
    .int()
    .positive()
    .default(15)
    .describe('Years that an open class is taken to span where years of age are taken alike'),
});

/** How the figures of a topic are made. */
export const topicSchema = z.strictObject({
  table: z.string().optional().describe('Table whose columns are meant by a name alone'),
  vintage: z.string().default('').describe('Date or period of the figures'),
  note: z.string().default('').describe('Meaning of the figures in this country'),
  comparability: z
    .enum(['full', 'partial', 'none', 'modelled'])
    .default('full')
    .describe('Whether they mean the same as elsewhere; modelled: figures of a model rather than of a census'),
  spenders: z
    .array(z.enum(SPENDERS))
    .min(1)
    .optional()
    .describe('Topic consumption only: whose spend the figures hold; that of residents alone where absent'),
  estimated: z.boolean().default(false).describe('true: all figures of the topic are estimates; they are flagged'),
  fields: z.record(z.string(), expression).default({}).describe("Figures by the topic's field names"),
  ageClasses: ageSplit.optional().describe('Topic age_classes only: other classes, split into five years, flagged'),
  distributions: z
    .array(
      z.strictObject({
        name: z
          .string()
          .regex(/^[a-z][a-z0-9_]*$/, 'snake_case')
          .describe('Column prefix: classes are <name>_0, …'),
        unit: z.string().describe('The unit that is counted: households, persons, dwellings'),
        meaning: z.string().describe('One sentence'),
        classes: z
          .array(
            z.strictObject({
              from: z.number().nullable().describe('Lower limit, inclusive; null for open'),
              to: z.number().nullable().describe('Upper limit, exclusive; null for open'),
              count: expression,
            }),
          )
          .min(1),
      }),
    )
    .default([])
    .describe('Counts by class, with the limits of the classes; medians are computed from them'),
  lists: z
    .array(
      z.strictObject({
        name: z
          .string()
          .regex(/^[a-z][a-z0-9_]*$/, 'snake_case')
          .describe('Column prefix: <name>__<key>'),
        unit: z.string().describe('The unit that is counted'),
        meaning: z.string().describe('One sentence'),
        keys: z
          .record(
            z.string().regex(/^[a-z0-9_]+$/, 'snake_case'),
            z.strictObject({ title: z.string().describe('As shown'), count: expression }),
          )
          .describe('Labeled counts, such as countries of birth'),
      }),
    )
    .default([]),
  expenditure: z
    .union([
      z.strictObject({
        survey: z
          .enum(Object.keys(EXPENDITURE_SURVEYS) as [SurveyName, ...SurveyName[]])
          .describe('A published survey of household expenditure'),
      }),
      z.strictObject({
        level: z
          .enum(SPEND_COUNTRIES as [string, ...string[]])
          .describe('Two-letter code of the country whose national accounts say what households spend'),
        income: incomeSchema.optional(),
      }),
    ])
    .optional()
    .describe(
      'Topic consumption only, where no table has it: a national survey, bent by the incomes of the units, or the level of a country, bent by the incomes of a file',
    ),
  spreadFrom: z
    .strictObject({
      areaCode: z.strictObject(keySteps).describe("How the larger area's code is made from the unit's"),
      people: expression.optional().describe('People of the larger area; only medians go without'),
    })
    .optional()
    .describe(
      'The figures are those of larger areas: a unit has the part of them that its residents are of the people there, and medians as they are; flagged',
    ),
  imputeFrom: z
    .strictObject({
      table: z.string().describe("Table of the larger areas, with the same columns as the topic's table"),
      parentCode: z.strictObject(keySteps).describe("How the larger area's code is made from the unit's"),
    })
    .optional()
    .describe('Source of suppressed counts: the part of the parent beyond its known units, by residents'),
});

export type TopicRecipe = z.output<typeof topicSchema>;
