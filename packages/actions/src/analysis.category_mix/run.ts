import type { ActionContext, Quote, RunOutcome } from '../action/action.ts';
import { stopIfCancelled } from '../catchments/catchment.ts';
import { transitFamily } from '../catchments/timeOfDay.ts';
import { roadModeOf } from '../input/journey.ts';
import { categoriesOf, mixOf } from '../markets/mix.ts';
import { mixCreditsDue, priceLines } from '../markets/mixPrice.ts';
import { requireSector } from '../markets/sectors.ts';
import { requirePlayers } from '../markets/shops.ts';
import { supplyOf } from '../markets/supply.ts';
import { versionsOf } from '../output/common.ts';
import { ownMember } from '../own/figures.ts';
import { benchmarksAround, describePart, subjectOf, territoryHeading } from '../subject/subject.ts';
import type { Input, Output } from './schema.ts';

export function quote(context: ActionContext, input: Input): Quote {
  requirePlayers(context.territory);
  const { neighboursOf, categories } = requested(input);
  // Territories that cannot be answered for are refused before any price is agreed on.
  subjectOf(context, input);
  return {
    lines: priceLines(
      neighboursOf.map(({ code }) => code),
      categories.map(({ code }) => code),
    ),
  };
}

export function run(context: ActionContext, input: Input): RunOutcome<Output> {
  const { territory } = context;
  requirePlayers(territory);
  const { neighboursOf, categories } = requested(input);
  context.progress(0, 'finding residents');
  const subject = subjectOf(context, input);
  stopIfCancelled(context);
  context.progress(0.6, 'counting stores');
  const chosen = categoriesOf(neighboursOf, categories);
  const mix = mixOf(territory, subject, roadModeOf(input), benchmarksAround(territory, subject), chosen);
  const result: Output = {
    territory: territoryHeading(territory),
    parts: subject.parts.map((part) => describePart(territory, part)),
    ...mix,
    supplyData: supplyOf(
      territory,
      chosen.map(({ sector }) => sector.code),
    ),
    ...ownMember(context, subject, input.ownData),
    ...subject.more,
    dataVersion: versionsOf(territory, ['territory', 'sociodemo', 'players', ...transitFamily(subject.more.method)]),
  };
  return { result, creditsDue: mixCreditsDue(mix, neighboursOf, categories) };
}

function requested({ neighboursOf, categories }: Input) {
  return {
    neighboursOf: neighboursOf === undefined ? [] : [requireSector(neighboursOf, '#/neighboursOf')],
    categories: (categories ?? []).map((code, i) => requireSector(code, `#/categories/${i}`)),
  };
}
