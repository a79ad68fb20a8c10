import type { Territory } from '@hinterland/territory';
import type { ActionContext, RunOutcome } from '../action/action.ts';
import { stopIfCancelled } from '../catchments/catchment.ts';
import { transitFamily } from '../catchments/timeOfDay.ts';
import { roadModeOf } from '../input/journey.ts';
import { requireBrand } from '../markets/brands.ts';
import { brandsOf } from '../markets/competitors.ts';
import { requirePlayers } from '../markets/shops.ts';
import { versionsOf } from '../output/common.ts';
import { ownMember } from '../own/figures.ts';
import { subjectOf, territoryHeading } from '../subject/subject.ts';
import { tariffs } from '../tariffs.ts';
import type { Input, Output } from './schema.ts';

/** Refuses territories without stores and brands that they do not know. */
export function requireBrands(territory: Territory, brands: readonly string[]): void {
  requirePlayers(territory);
  brands.forEach((name, i) => void requireBrand(territory, name, `#/brands/${i}`));
}

export function run(context: ActionContext, input: Input): RunOutcome<Output> {
  const { territory } = context;
  requireBrands(territory, input.brands);
  context.progress(0, 'finding residents');
  const subject = subjectOf(context, input);
  stopIfCancelled(context);
  context.progress(0.7, 'counting stores');
  const { result: brands, computed } = brandsOf(context, subject, roadModeOf(input), input.brands, true);
  const result: Output = {
    territory: territoryHeading(territory),
    ...brands,
    ...ownMember(context, subject, input.ownData),
    ...subject.more,
    dataVersion: versionsOf(territory, ['territory', 'sociodemo', 'players', ...transitFamily(subject.more.method)]),
  };
  return { result, creditsDue: computed * tariffs.brand.unitCredits };
}
