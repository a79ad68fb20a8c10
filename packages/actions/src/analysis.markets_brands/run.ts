import type { ActionContext, Quote, RunOutcome } from '../action.ts';
import { stopIfCancelled } from '../catchment.ts';
import { requireBrand } from '../markets/brands.ts';
import { requirePlayers } from '../markets/shops.ts';
import { versionsOf } from '../output.ts';
import { subjectOf, territoryHeading } from '../subject/subject.ts';
import { brandsOf } from './competitors.ts';
import type { Input, Output } from './schema.ts';
import { priceLine, tariff } from './tariff.ts';

export function quote({ territory }: ActionContext, { brands }: Input): Quote {
  requirePlayers(territory);
  brands.forEach((name, i) => void requireBrand(territory, name, `#/brands/${i}`));
  return { lines: [priceLine(brands)] };
}

export function run(context: ActionContext, input: Input): RunOutcome<Output> {
  const { territory } = context;
  quote(context, input);
  context.progress(0, 'finding residents');
  const subject = subjectOf(context, input);
  stopIfCancelled(context);
  context.progress(0.7, 'counting stores');
  const { result: brands, computed } = brandsOf(context, subject, input.mode, input.brands, true);
  const result: Output = {
    territory: territoryHeading(territory),
    ...brands,
    ...subject.more,
    dataVersion: versionsOf(territory, ['territory', 'sociodemo', 'players']),
  };
  return { result, creditsDue: computed * tariff.unitCredits };
}
