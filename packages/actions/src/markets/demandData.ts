import { type Sentence, said, spoken, type Value } from '@hinterland/answers/said';
import type { Sector } from '@hinterland/catalogue';
import { saidMembers } from '@hinterland/contract';
import { demandErrorOf, modelledSpendOf } from '@hinterland/engine/market';
import { SPENDERS, type Territory } from '@hinterland/territory';
import { z } from 'zod';
import { ALL_SPEND } from '../output/demandError.ts';
import * as figure from '../output/figure.ts';

/** Whose spend a result's demand is, and whose it lacks. */
export const demandData = z
  .object({
    people: z.array(z.enum(SPENDERS)).describe('People whose spend the demand is'),
    missing: z
      .array(z.enum(SPENDERS))
      .describe('People who spend there too, of whom the territory has no data; their spend is not in the demand'),
    note: z.string().meta(figure.note()).describe('What that means for the figures; empty if nobody is missing'),
    said: saidMembers,
  })
  .describe('Origin and completeness of the demand')
  .meta({ id: 'DemandData', ...figure.background() });

/** Returns whose spend the model of a territory holds. */
export function demandOf(territory: Territory, sectors: readonly Sector[] = []): z.output<typeof demandData> {
  return { ...spendersIn(territory), ...spoken({ note: demandNote(territory, sectors) }) };
}

function spendersIn({ descriptors }: Territory) {
  const entry = descriptors.sociodemo?.topics?.find(({ code }) => code === 'consumption');
  const people = entry?.spenders ?? ['residents'];
  return { people: [...people], missing: SPENDERS.filter((one) => !people.includes(one)) };
}

/** What the origin of demand means for figures; empty where nobody is missing. */
export function demandNote(territory: Territory, sectors: readonly Sector[] = []): Sentence | '' {
  const { manifest } = territory;
  const { people, missing } = spendersIn(territory);
  const lacking =
    missing.length === 0
      ? null
      : missing.length > 1
        ? said('demand_note', { territory: manifest.name })
        : said('demand_note_of', {
            people: spendersOf(people),
            territory: manifest.name,
            missing: spendersOf(missing),
          });
  const modelled = modelledNote(territory, sectors);
  const notes = [lacking, modelled].filter((one) => one !== null);
  const [first, next] = notes;
  return first === undefined ? '' : next === undefined ? first : said('then', { first, next });
}

/**
 * Where spend is modelled, from what, and how far such sums typically lie from published ones: of the sector that is farthest off, without any of
 * all spend.
 */
function modelledNote(territory: Territory, sectors: readonly Sector[]): Sentence | null {
  const modelled = modelledSpendOf(territory);
  if (modelled === null) return null;
  const errors = (sectors.length > 0 ? sectors : [ALL_SPEND]).map(
    (sector) => demandErrorOf(territory, sector)?.typicalShare ?? 0,
  );
  const percent = Math.round(100 * Math.max(0, ...errors));
  const year = String(modelled.year);
  if (percent > 0)
    return said(modelled.hasIncome ? 'spend_by_income_within' : 'spend_of_nation_within', { year, percent });
  return said(modelled.hasIncome ? 'spend_by_income' : 'spend_of_nation', { year });
}

/** "residents and workers", within a sentence. */
function spendersOf(people: readonly (typeof SPENDERS)[number][]): Value {
  const [one, other] = people.map((each) => said(`spender_${each}`));
  return other === undefined ? (one ?? '') : said('both', { one: one!, other });
}
