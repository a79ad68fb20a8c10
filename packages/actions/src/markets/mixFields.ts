import { BENCHMARK_LEVELS } from '@hinterland/engine/tables';
import { z } from 'zod';

const figures = {
  stores: z.int().describe('Open stores of the category'),
  storesPer10000: z
    .number()
    .nullable()
    .describe('10,000 × stores ÷ residents; null for fewer than 200 residents, or without a census'),
  shareOfStores: z.number().nullable().describe('Stores of the category ÷ stores of all sectors, 0..1'),
} as const;

const reference = z
  .object({
    level: z.enum(BENCHMARK_LEVELS),
    available: z.boolean(),
    reason: z.string().describe('Why there is none; empty where there is'),
    code: z.string(),
    name: z.string(),
    cut: z
      .boolean()
      .describe('Whether the map holds only a part of the area: its stores and residents are those there'),
    residents: z.number().nullable().describe('Residents of the area on the map'),
    stores: z.int().describe('Open stores of all sectors in the area'),
  })
  .describe('An area whose mix stands beside');

const category = z.discriminatedUnion('available', [
  z
    .object({
      code: z.string(),
      name: z.string().describe('English name; markets.sectors has others'),
      available: z.literal(true),
      neighbourOf: z
        .array(z.string())
        .describe('Sectors whose neighbour it was counted as; empty where asked for by code'),
      parts: z
        .record(
          z.string(),
          z.object({
            ...figures,
            ratios: z
              .partialRecord(z.enum(BENCHMARK_LEVELS), z.number().nullable())
              .describe('storesPer10000 ÷ that of the area beside: 2 is twice as many stores per resident'),
            locationQuotients: z
              .partialRecord(z.enum(BENCHMARK_LEVELS), z.number().nullable())
              .describe(
                'shareOfStores ÷ that of the area beside: above 1 the category is over-represented among stores',
              ),
          }),
        )
        .describe('By id of the part'),
      references: z
        .partialRecord(z.enum(BENCHMARK_LEVELS), z.object(figures))
        .describe('The same figures of the local government area, the state and the country'),
    })
    .describe('A category with its counts'),
  z
    .object({ code: z.string(), name: z.string(), available: z.literal(false), reason: z.string() })
    .describe('A category that the territory holds no store of; it is not charged'),
]);

export const mixFields = {
  references: z.array(reference).describe('Local government area, state and country in which most residents live'),
  totals: z
    .record(z.string(), z.object({ stores: z.int().describe('Open stores of all sectors') }))
    .describe('All stores of each part, by its id'),
  categories: z.array(category).describe('Categories in the order asked for, neighbours first, each once'),
} as const;
export const mixOutput = z.object(mixFields);
export type Mix = z.output<typeof mixOutput>;
