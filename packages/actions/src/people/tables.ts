import { TOPIC_CODES } from '@hinterland/catalogue';
import { z } from 'zod';
import * as figure from '../output/figure.ts';
import { benchmarkDescription, partDescription } from '../subject/schema.ts';

const figures = z
  .object({
    values: z
      .record(z.string(), figure.described().nullable())
      .describe('By field; null if not published, known for less than half of the people, or without people')
      .meta(figure.group()),
    shares: z
      .record(z.string(), figure.percentOfBase().nullable())
      .describe('Percent of the base, for fields with a base')
      .meta(figure.suffix()),
    coverage: z
      .record(z.string(), figure.share({ base: 'people' }))
      .describe(
        'Share of the people, 0..1, whose census units publish the field; fields that all units publish are left out',
      )
      .meta(figure.suffix()),
    atLeast: z
      .record(z.string(), figure.described())
      .optional()
      .describe('Lower bounds of medians that fall into an open top class; they are null in `values`'),
    atMost: z
      .record(z.string(), figure.described())
      .optional()
      .describe('Upper bounds of medians that fall into an open bottom class; they are null in `values`'),
    estimatedShare: figure
      .share({ base: 'people' })
      .describe('Share of the people, 0..1, whose figures were split from larger units or classes'),
    imputedShare: figure
      .share({ base: 'people' })
      .describe('Share of the people, 0..1, whose withheld figures were taken from the parent area'),
    distributions: z
      .record(z.string(), z.array(figure.described().nullable()))
      .describe("Counts per class, in the order of the topic's `distributions`")
      .meta(figure.group()),
    lists: z
      .record(
        z.string(),
        z.object({
          items: z
            .array(
              z.object({
                key: z.string().meta(figure.key()),
                title: z.string().meta(figure.name()),
                value: figure.described(),
              }),
            )
            .meta(figure.list('key')),
          others: figure.described().describe('Sum of the entries that the list leaves out'),
        }),
      )
      .describe('Labeled counts, greatest first')
      .meta(figure.group()),
    marginsOfError: z
      .record(z.string(), figure.described())
      .optional()
      .describe('Margins of error of counts, where the census publishes margins'),
  })
  .describe('Figures of one topic for one part or benchmark')
  .meta({ id: 'TopicFigures' });

const field = z
  .object({
    unit: z.string().describe('Unit of the value, e.g. persons, percent, currency_per_year'),
    method: z
      .enum(['sum', 'from_sums', 'grouped_median', 'median_of_medians', 'index_country_100'])
      .describe('How the figure is made, see docs/methods/people-economy.md'),
    meaning: z.string(),
    base: z
      .string()
      .optional()
      .describe('What a rate, or the percentage in `shares`, is a part of: fields of the topic'),
    errorShare: figure
      .share({ base: 'published spend' })
      .optional()
      .describe('Of modelled spend: half of such figures lie within this share of published ones, 0..1'),
    available: z.boolean().meta(figure.aside()).describe('Whether the census of the territory has it'),
  })
  .meta({ id: 'TopicField' });

const heading = {
  code: z.enum(TOPIC_CODES).meta(figure.key()),
  section: z.enum(['people', 'economy']),
  title: z.string().meta(figure.name()),
} as const;

const topic = z
  .discriminatedUnion('available', [
    z
      .object({
        ...heading,
        available: z.literal(true).meta(figure.aside()),
        vintage: z.string().describe('Date or edition of the source'),
        comparability: z
          .enum(['full', 'partial', 'none', 'modelled'])
          .describe(
            'Whether the figures are comparable between territories; modelled: a model put people into the cells of a raster, or made spend from national accounts; nobody counted them there',
          ),
        note: z.string().meta(figure.note()).describe('Meaning of the figures in this territory'),
        fields: z.record(z.string(), field).describe('Description of every value, for all parts').meta(figure.aside()),
        distributions: z.array(
          z.object({
            name: z.string().meta(figure.name()),
            unit: z.string(),
            meaning: z.string(),
            limits: z
              .array(z.array(figure.inUnitOf('unit').nullable()).length(2))
              .describe('[lower, upper] of each class; lower is inclusive, null is an open end'),
          }),
        ),
        lists: z.array(z.object({ name: z.string().meta(figure.name()), unit: z.string(), meaning: z.string() })),
        figures: z
          .record(z.string(), figures)
          .describe(
            'By part id ("band_1", "area_2") and by benchmark level ("local_government_area", "state", "country")',
          )
          .meta(figure.group()),
      })
      .describe('A topic with its tables'),
    z
      .object({ ...heading, available: z.literal(false).meta(figure.aside()), reason: z.string() })
      .describe('A topic that the territory lacks; it is not charged'),
  ])
  .meta({ id: 'CensusTopic' });

/** Tables of topics with what is needed to read them. */
export const tables = {
  parts: z
    .array(partDescription)
    .describe('Parts of the territory that every table has figures for: bands, areas or the polygon')
    .meta(figure.list('id')),
  benchmarks: z
    .array(benchmarkDescription)
    .describe('Local government area, state and country in which most of the residents live')
    .meta(figure.list('level')),
  topics: z
    .array(topic)
    .describe('The requested topics, in the order of the catalogue')
    .meta(figure.group({ key: 'code' })),
} as const;

/** The tables of one section of a point. */
export const sectionTables = z.object(tables).describe('Tables of census topics').meta({ id: 'CensusTables' });
export type Tables = z.output<typeof sectionTables>;
