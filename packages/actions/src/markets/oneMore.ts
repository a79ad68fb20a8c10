import { capacityPerStore, marketStore, openingEffect, type SectorMarket, storeTimes } from '@hinterland/engine/market';
import { rounded } from '@hinterland/geo';
import type { ActionContext } from '../action/action.ts';
import { stopIfCancelled } from '../catchments/catchment.ts';
import type { Travel } from '../catchments/journey.ts';
import type { Subject } from '../subject/subject.ts';
import type { SectorResults } from './sectorFields.ts';

type Figures = Extract<SectorResults['sectors'][number], { available: true }>['oneMore'];

/** One more store of usual size at the first origin; `variants` are the same market under other parameters. */
export function oneMoreOf(
  context: ActionContext,
  { origin }: Subject,
  travel: Travel,
  market: SectorMarket,
  variants: readonly { readonly change: string; readonly market: SectorMarket }[],
): Figures {
  const { territory } = context;
  const { sector, poles } = market.query;
  const squareMeters = sector.medianFloorAreaSquareMeters;
  const capacity = capacityPerStore(territory, sector);
  const sized = { squareMeters, usualSales: capacity === null ? null : rounded(capacity(squareMeters)) };
  const place = origin.kind === 'catchment' ? origin.catchment.query.origins[0] : undefined;
  if (place === undefined) {
    return { ...sized, captured: null, takenFromStores: null, newToMarket: null, sensitivity: [] };
  }
  const query = { poles, stores: [place], ...travel, limitSeconds: market.parameters.limitSeconds };
  const [steps] = storeTimes(territory, query, () => stopIfCancelled(context));
  const effectIn = ({ model, parameters }: SectorMarket) =>
    steps == null
      ? { captured: 0, newToMarket: 0 }
      : openingEffect(model, marketStore(parameters, squareMeters, steps), []);
  const { captured, newToMarket } = effectIn(market);
  return {
    ...sized,
    captured: rounded(captured),
    takenFromStores: rounded(Math.max(0, captured - newToMarket), captured),
    newToMarket: rounded(newToMarket),
    sensitivity: variants.map((varied) => ({
      change: varied.change,
      captured: rounded(effectIn(varied.market).captured),
    })),
  };
}
