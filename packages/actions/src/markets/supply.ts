import { rounded } from '@hinterland/geo';
import {
  FLOOR_AREA_SOURCES,
  type MeasuredCompleteness,
  measuredCompleteness,
  STORE_SOURCES,
  type Territory,
} from '@hinterland/territory';
import { z } from 'zod';
import { completenessOf } from './completeness.ts';

const share = (what: string) => z.number().describe(`${what}, 0..1`);

/** Completeness of some sectors against a register. */
const measured = z
  .object({
    sectors: z
      .array(z.string())
      .describe('Codes of the sectors that the register can only be compared with as one sum'),
    areas: z
      .array(z.object({ code: z.string(), name: z.string() }))
      .describe('Areas of the register whose stores are counted'),
    mapped: z.int().describe('Open stores of the data in them'),
    expected: z.number().describe('Stores of the register in them, or the share of the country that is expected here'),
    value: share('mapped ÷ expected, at most 1'),
    low: share('Lower end of the range that holds the true share nine times of ten'),
    high: share('Its upper end'),
    method: measuredCompleteness.shape.method.describe(
      "`areas`: counts of areas that are wholly in the data; `share_of_country`: the country's, by the share of its residents",
    ),
    source: z.string().describe('The register'),
    year: z.int().describe('Its year'),
  })
  .meta({ id: 'MeasuredCompleteness' });

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
      .describe(
        'Estimated share of all real stores that the data contain, 0..1, of the sectors asked for; null if it cannot be estimated for all of them',
      ),
    note: z.string().describe('How that was estimated, or why not'),
    measured: z
      .array(measured)
      .optional()
      .describe('By sector, where a register counts stores; the completeness of a sector of no entry is not known'),
  })
  .describe('Origin and completeness of the data on stores')
  .meta({ id: 'SupplyData' });
export type SupplyData = z.output<typeof supplyData>;

/** Returns what is known of a territory's stores; of their completeness for the sectors of a call alone. */
export function supplyOf(territory: Territory, sectors: readonly string[]): SupplyData {
  const { stores, floorAreas, completeness } = territory.players!.supply;
  const measured = (completeness.measured ?? []).filter((one) => one.sectors.some((code) => sectors.includes(code)));
  const isKnown = sectors.every((code) => completenessOf(territory, { code }) !== null);
  return {
    stores,
    floorAreas,
    completeness: completeness.estimate ?? (isKnown ? overall(measured) : null),
    note: completeness.note,
    ...(measured.length === 0 ? {} : { measured: measured.map(asTold) }),
  };
}

/** Counts that are expected, and shares, with the digits of figures. */
const asTold = (one: MeasuredCompleteness): MeasuredCompleteness => ({
  ...one,
  expected: rounded(one.expected),
  low: rounded(one.low),
  high: rounded(one.high),
});

function overall(measured: readonly MeasuredCompleteness[]): number | null {
  const sum = (of: 'mapped' | 'expected') => measured.reduce((all, one) => all + one[of], 0);
  return measured.length === 0 ? null : Math.min(1, rounded(sum('mapped') / sum('expected')));
}
