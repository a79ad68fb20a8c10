import { rounded } from '@hinterland/geo';
import {
  FLOOR_AREA_SOURCES,
  type MeasuredCompleteness,
  measuredCompleteness,
  STORE_SOURCES,
  type Territory,
} from '@hinterland/territory';
import { z } from 'zod';
import * as figure from '../output/figure.ts';
import { completenessOf } from './completeness.ts';

const share = (what: string) => figure.share({ base: 'expected' }).describe(`${what}, 0..1`);
const ofReal = (what: string) => figure.share({ base: 'real stores' }).describe(`${what}, 0..1`);

/** Completeness of some sectors against a register. */
const measured = z
  .object({
    sectors: z
      .array(z.string())
      .describe('Codes of the sectors that the register can only be compared with as one sum'),
    areas: z
      .array(z.object({ code: z.string().meta(figure.key()), name: z.string().meta(figure.name()) }))
      .describe('Areas of the register whose stores are counted'),
    mapped: figure.count('stores').describe('Open stores of the data in them'),
    expected: figure
      .plain({ unit: 'stores' })
      .describe('Stores of the register in them, or the share of the country that is expected here'),
    value: share('mapped ÷ expected, at most 1'),
    low: share('Lower end of the range that holds the true share nine times of ten'),
    high: share('Its upper end'),
    method: measuredCompleteness.shape.method.describe(
      "`areas`: counts of areas that are wholly in the data; `share_of_country`: the country's, by the share of its residents; `two_lists`, `log_linear`: the overlap of two lists of stores, or of more",
    ),
    source: z.string().describe('The register, or the lists'),
    year: figure.plain.whole().describe('Its year, or that of the latest list'),
    confidence: figure
      .share({ base: 'cases' })
      .optional()
      .describe('Share of the cases in which the range holds the truth; nine of ten where absent'),
    lists: z
      .array(
        z.object({
          name: z.string().meta(figure.name()),
          stores: figure.count().describe('Stores of these sectors that it holds'),
        }),
      )
      .optional()
      .describe('Of a measurement by lists: what each holds'),
    inSeveral: figure.count().optional().describe('Stores of these sectors that two or more of the lists hold'),
  })
  .meta({ id: 'MeasuredCompleteness' });

/** Origin of a result's stores, and the completeness of their data. */
export const supplyData = z
  .object({
    stores: z
      .partialRecord(z.enum(STORE_SOURCES), figure.count('stores'))
      .describe('Open stores of the territory, all sectors, by kind of source'),
    floorAreas: z
      .partialRecord(z.enum(FLOOR_AREA_SOURCES), figure.count('stores'))
      .describe(
        'The same by the origin of their floor areas: known, the footprint of a building, the median of the sector',
      ),
    lists: z
      .array(
        z.object({
          name: z.string().meta(figure.name()),
          kind: z.enum(STORE_SOURCES),
          date: z.string().optional().describe('Day, month or year of the list'),
          stores: figure.count().describe('Open stores that it holds, all sectors'),
        }),
      )
      .optional()
      .describe('The lists that the stores were put together from; absent where there is one'),
    completeness: figure
      .share({ base: 'real stores' })
      .nullable()
      .describe(
        'Estimated share of all real stores that the data contain, 0..1, of the sectors asked for; null if it cannot be estimated for all of them',
      ),
    completenessRange: z
      .object({
        low: ofReal('Lower end'),
        high: ofReal('Upper end'),
        method: measuredCompleteness.shape.method,
      })
      .optional()
      .describe('Range of `completeness`, where the overlap of lists tells it for the sectors asked for'),
    note: z.string().meta(figure.note()).describe('How that was estimated, or why not'),
    measured: z
      .array(measured)
      .optional()
      .describe('By sector, where a register counts stores; the completeness of a sector of no entry is not known'),
  })
  .describe('Origin and completeness of the data on stores')
  .meta({ id: 'SupplyData', ...figure.background() });
export type SupplyData = z.output<typeof supplyData>;

/** Returns what is known of a territory's stores; of their completeness for the sectors of a call alone. */
export function supplyOf(territory: Territory, sectors: readonly string[]): SupplyData {
  const { stores, floorAreas, lists, completeness } = territory.players!.supply;
  const measured = (completeness.measured ?? []).filter((one) => one.sectors.some((code) => sectors.includes(code)));
  const isKnown = sectors.every((code) => completenessOf(territory, { code }) !== null);
  return {
    stores,
    floorAreas,
    ...(lists === undefined ? {} : { lists }),
    completeness: completeness.estimate ?? (isKnown ? overall(measured) : null),
    ...(completeness.estimate === null && isKnown ? rangeByLists(measured) : {}),
    note: completeness.note,
    ...(measured.length === 0 ? {} : { measured: measured.map(asTold) }),
  };
}

/** The range of several sums together, where lists measured one of them: ends come together, as the surest reading. */
function rangeByLists(measured: readonly MeasuredCompleteness[]): Pick<SupplyData, 'completenessRange'> {
  const byLists = measured.find(({ lists }) => lists !== undefined);
  if (byLists === undefined) return {};
  const mapped = measured.reduce((all, one) => all + one.mapped, 0);
  const end = (of: 'low' | 'high') =>
    rounded(Math.min(1, mapped / measured.reduce((all, one) => all + one.mapped / one[of], 0)));
  return mapped > 0 ? { completenessRange: { low: end('low'), high: end('high'), method: byLists.method } } : {};
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
