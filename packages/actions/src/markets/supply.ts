import { FLOOR_AREA_SOURCES, STORE_SOURCES, type Territory } from '@hinterland/territory';
import { z } from 'zod';

/** What stores a result stands on, and how much of them is known. */
export const supplyData = z
  .object({
    stores: z
      .partialRecord(z.enum(STORE_SOURCES), z.int())
      .describe('Open stores of the territory, all sectors, by kind of source'),
    floorAreas: z
      .partialRecord(z.enum(FLOOR_AREA_SOURCES), z.int())
      .describe(
        'The same by where their floor areas come from: known, the footprint of a building, the median of the sector',
      ),
    completeness: z
      .number()
      .nullable()
      .describe('Estimated share of all stores that the territory holds, 0..1; null where nothing tells'),
    note: z.string().describe('How that was estimated, or why not'),
  })
  .describe('What the stores of the territory stand on');

export function supplyOf({ players }: Territory): z.output<typeof supplyData> {
  const { stores, floorAreas, completeness } = players!.supply;
  return { stores, floorAreas, completeness: completeness.estimate, note: completeness.note };
}
