import { said } from '@hinterland/answers/said';
import type { ActionContext, Quote, RunOutcome } from '../action/action.ts';
import { quoteLine } from '../action/pricing.ts';
import { stopIfCancelled } from '../catchments/catchment.ts';
import { travelOf } from '../catchments/journey.ts';
import { describeTimeOfDay, transitFamily } from '../catchments/timeOfDay.ts';
import { roadModeOf } from '../input/journey.ts';
import { categoriesOf, mixOf } from '../markets/mix.ts';
import { mixCreditsDue, priceLines } from '../markets/mixPrice.ts';
import { sectorsOf } from '../markets/sectorResults.ts';
import { requireSector, sectorItems } from '../markets/sectors.ts';
import { requirePlayers } from '../markets/shops.ts';
import { versionsOf } from '../output/common.ts';
import { ownMember } from '../own/figures.ts';
import { requireFittingModel } from '../sales/forecast.ts';
import { forecastMembersOf } from '../sales/forecastAt.ts';
import { benchmarksAround, subjectOf, territoryHeading } from '../subject/subject.ts';
import { tariffs } from '../tariffs.ts';
import type { Input, Output } from './schema.ts';

export function quote(context: ActionContext, input: Input): Quote {
  const { territory } = context;
  requirePlayers(territory);
  const { model } = input;
  if (model !== undefined) requireFittingModel(context, model, { ...input, sectorCode: model.sectorCode });
  const { sectors, mixSectors } = requested(input);
  // Territories that cannot be answered for are refused before any price is agreed on.
  subjectOf(context, input);
  return {
    lines: [
      quoteLine(tariffs.sector, sectors.length, said('items', { items: sectorItems(sectors.map(({ code }) => code)) })),
      ...priceLines(
        input.mixNeighbours ? sectors.map(({ code }) => code) : [],
        mixSectors.map(({ code }) => code),
      ),
    ],
  };
}

export function run(context: ActionContext, input: Input): RunOutcome<Output> {
  const { territory } = context;
  requirePlayers(territory);
  const { sectors, mixSectors } = requested(input);
  context.progress(0, 'finding residents');
  const subject = subjectOf(context, input);
  stopIfCancelled(context);
  const travel = travelOf(territory, input);
  const { result: markets, computed } = sectorsOf(context, subject, travel, sectors, true);
  const journeys = describeTimeOfDay(territory, travel);
  const dataVersion = versionsOf(territory, ['territory', 'sociodemo', 'players', ...transitFamily(journeys)]);
  const result: Output = {
    territory: territoryHeading(territory),
    ...markets,
    ...ownMember(context, subject, input.ownData),
    ...(input.model === undefined
      ? {}
      : forecastMembersOf(context, input.model, { ...input, ...input.origins![0]! }, dataVersion)),
    ...subject.more,
    travel: { mode: input.mode, traffic: input.traffic, ...journeys },
    dataVersion,
  };
  let creditsDue = computed * tariffs.sector.unitCredits;
  if (input.mixNeighbours || mixSectors.length > 0) {
    const categories = categoriesOf(input.mixNeighbours ? sectors : [], mixSectors);
    result.mix = mixOf(territory, subject, roadModeOf(input), benchmarksAround(territory, subject), categories);
    creditsDue += mixCreditsDue(result.mix, input.mixNeighbours ? sectors : [], mixSectors);
  }
  return { result, creditsDue };
}

/** The sectors of a call; throws where the catalogue does not know a code. */
function requested({ sectors, mixSectors }: Input) {
  return {
    sectors: sectors.map((code, i) => requireSector(code, `#/sectors/${i}`)),
    mixSectors: (mixSectors ?? []).map((code, i) => requireSector(code, `#/mixSectors/${i}`)),
  };
}
