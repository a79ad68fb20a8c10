import type { Sector } from '@hinterland/catalogue';
import { demandErrorOf, modelledSpendOf } from '@hinterland/engine/market';
import { SPENDERS, type Territory } from '@hinterland/territory';
import { z } from 'zod';
import * as figure from '../output/figure.ts';

/** Whose spend a result's demand is, and whose it lacks. */
export const demandData = z
  .object({
    people: z.array(z.enum(SPENDERS)).describe('People whose spend the demand is'),
    missing: z
      .array(z.enum(SPENDERS))
      .describe('People who spend there too, of whom the territory has no data; their spend is not in the demand'),
    note: z.string().meta(figure.note()).describe('What that means for the figures; empty if nobody is missing'),
  })
  .describe('Origin and completeness of the demand')
  .meta({ id: 'DemandData', ...figure.background() });

/** Returns whose spend the model of a territory holds. */
export function demandOf(territory: Territory, sectors: readonly Sector[] = []): z.output<typeof demandData> {
  const { manifest, descriptors } = territory;
  const entry = descriptors.sociodemo?.topics?.find(({ code }) => code === 'consumption');
  const people = entry?.spenders ?? ['residents'];
  const missing = SPENDERS.filter((one) => !people.includes(one));
  const lacking =
    missing.length === 0
      ? ''
      : missing.length > 1
        ? `Demand is the spend of residents, from their homes. The data on ${manifest.name} count neither people at their workplaces nor visitors: near offices, stations and hotels, demand and captured spend are higher than these figures.`
        : `Demand is the spend of ${people.join(' and ')}. The data on ${manifest.name} do not count that of ${missing[0]}, so demand and captured spend are higher than these figures where they are.`;
  return { people: [...people], missing, note: `${lacking}${modelledNote(territory, sectors)}`.trim() };
}

/** Where spend is modelled, from what, and how far such sums typically lie from published ones: of the sector that is farthest off. */
function modelledNote(territory: Territory, sectors: readonly Sector[]): string {
  const modelled = modelledSpendOf(territory);
  if (modelled === null) return '';
  const errors = sectors.map((sector) => demandErrorOf(territory, sector)?.typicalShare ?? 0);
  const percent = Math.round(100 * Math.max(0, ...errors));
  const from = modelled.hasIncome
    ? `Spend is modelled: national accounts of ${modelled.year}, bent by incomes of small areas`
    : `Spend is modelled: national accounts of ${modelled.year}, the same for every resident`;
  return percent > 0 ? ` ${from}; such sums are typically within ±${percent}% of published ones.` : ` ${from}.`;
}
