import { FLOOR_AREA_SOURCES, STORE_SOURCES, type Territory } from '@hinterland/territory';
import { z } from 'zod';

/** Origin of a result's stores, and the completeness of their data. */
export const supplyData = z
  .object({
    stores: z
      .partialRecord(z.enum(STORE_SOURCES), z.int())
      .describe('Open stores of the territory, all sectors, by kind of source'),
    floorAreas: z
      .partialRecord(z.enum(FLOOR_AREA_SOURCES), z.int())
      .describe(
        'The same by the origin of their floor areas: known, the footprint of a building, the median of the sector',
      ),
    completeness: z
      .number()
      .nullable()
      .describe('Estimated share of all real stores that the data contain, 0..1; null if it cannot be estimated'),
    note: z.string().describe('How that was estimated, or why not'),
  })
  .describe('Origin and completeness of the data on stores')
  .meta({ id: 'SupplyData' });

export function supplyOf({ players }: Territory): z.output<typeof supplyData> {
  const { stores, floorAreas, completeness } = players!.supply;
  return { stores, floorAreas, completeness: completeness.estimate, note: completeness.note };
}
