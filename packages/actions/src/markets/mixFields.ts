import { saidMembers } from '@hinterland/contract';
import { BENCHMARK_LEVELS } from '@hinterland/engine/tables';
import { z } from 'zod';
import * as figure from '../output/figure.ts';

const figures = {
  stores: figure.count('stores').describe('Open stores of the category'),
  storesPer10000: figure
    .per10000()
    .nullable()
    .describe('10,000 × stores ÷ residents; null for fewer than 200 residents, or without a census'),
  shareOfStores: figure
    .share({ base: 'stores' })
    .nullable()
    .describe('Stores of the category ÷ stores of all sectors, 0..1'),
} as const;

const reference = z
  .object({
    level: z.enum(BENCHMARK_LEVELS).meta(figure.kind()),
    available: z.boolean().meta(figure.aside()),
    reason: z.string().describe('Why there is none; empty if there is one'),
    said: saidMembers,
    code: z.string().meta(figure.key()),
    name: z.string().meta(figure.name()),
    cut: z
      .boolean()
      .describe('Whether the map has only a part of the area; stores and residents are then those of the part'),
    residents: figure.people().nullable().describe('Residents of the area on the map'),
    stores: figure.count('stores').describe('Open stores of all sectors in the area'),
  })
  .describe('A surrounding area with its mix, for comparison')
  .meta({ id: 'MixReference' });

const category = z
  .discriminatedUnion('available', [
    z
      .object({
        code: z.string().meta(figure.key()),
        name: z.string().meta(figure.name()).describe('English name; markets.sectors has others'),
        available: z.literal(true).meta(figure.aside()),
        neighbourOf: z
          .array(z.string())
          .describe('Sectors that it was counted as a neighbor of; empty if asked for by code'),
        parts: z
          .record(
            z.string(),
            z.object({
              ...figures,
              ratios: z
                .partialRecord(z.enum(BENCHMARK_LEVELS), figure.times().nullable())
                .describe('storesPer10000 ÷ that of the surrounding area: 2 means twice as many stores per resident'),
              locationQuotients: z
                .partialRecord(z.enum(BENCHMARK_LEVELS), figure.times().nullable())
                .describe(
                  'shareOfStores ÷ that of the surrounding area: above 1 the category is over-represented among the stores',
                ),
            }),
          )
          .describe('By id of the part'),
        references: z
          .partialRecord(z.enum(BENCHMARK_LEVELS), z.object(figures))
          .describe('Comparison with the local government area, the state and the country'),
      })
      .describe('A category with its counts'),
    z
      .object({
        code: z.string().meta(figure.key()),
        name: z.string().meta(figure.name()),
        available: z.literal(false).meta(figure.aside()),
        reason: z.string(),
        said: saidMembers,
      })
      .describe('A category without stores in the territory; it is not charged'),
  ])
  .meta({ id: 'MixCategory' });

export const mixFields = {
  references: z
    .array(reference)
    .describe('Local government area, state and country in which most of the residents live')
    .meta(figure.list('level')),
  totals: z
    .record(z.string(), z.object({ stores: figure.count('stores').describe('Open stores of all sectors') }))
    .describe('All stores of each part, by its id'),
  categories: z
    .array(category)
    .describe('Categories in the order of the request, neighbors first, each once')
    .meta(figure.list('code')),
} as const;
export const mixOutput = z.object(mixFields);
export type Mix = z.output<typeof mixOutput>;
