import { closingBySales, huff, marketOf } from '@hinterland/engine/market';
import { rounded } from '@hinterland/geo';
import type { ActionContext } from '../action/action.ts';
import { stopIfCancelled } from '../catchments/catchment.ts';
import { headingOf } from '../input/stores.ts';
import { requireSector } from '../markets/sectors.ts';
import { type Sites, sitesOf } from '../markets/sites.ts';
import type { ClosingBySales, ClosingInput } from './closingFields.ts';
import type { Input } from './schema.ts';

const MOVED_SHOWN = 20;

/** The own stores in the market of all who could come to any of them. Throws ActionProblem where the territory cannot answer. */
export function closingSites(context: ActionContext, input: Input, { sectorCode, sales }: ClosingInput): Sites {
  requireSector(sectorCode, '#/closing/sectorCode');
  const sizes = new Map(sales.map(({ id, squareMeters }) => [id, squareMeters]));
  const stores = input.stores.map((store) => ({ ...store, squareMeters: sizes.get(store.id) }));
  return sitesOf(context, { ...input, candidates: stores, ownStores: stores, sectorCode });
}

/** Which stores close at the least loss of own sales, by the shares of the market model. */
export function closingOf(context: ActionContext, input: Input, asked: ClosingInput): ClosingBySales {
  const { sector, market, matches, ownPlaces } = closingSites(context, input, asked);
  const rowAt = new Map(market.stores.map(({ row }, j) => [row, j]));
  let next = 0;
  const choices = [
    ...market.stores.map(({ squareMeters }, j) => ({ attraction: squareMeters, steps: market.steps[j]! })),
    ...ownPlaces.map(({ squareMeters, steps }) => ({ attraction: squareMeters, steps })),
  ];
  const nobody = new Uint16Array(market.poleDemand.length).fill(0xffff);
  const own = matches.map((match) => {
    if (match === null) return market.stores.length + next++;
    // A known store that nobody of the market reaches is a choice of nobody.
    return rowAt.get(match.row) ?? choices.push({ attraction: 1, steps: nobody }) - 1;
  });
  const given = new Map(asked.sales.map(({ id, sales }) => [id, sales]));
  const sales = input.stores.map(({ id }) => given.get(id)!);
  const fixed = new Set(input.fixedStores.map((id) => input.stores.findIndex((store) => store.id === id)));
  const model = huff(
    marketOf(
      market.parameters,
      market.poleDemand,
      choices.map((choice) => ({ ...choice, steps: choice.steps ?? nobody })),
      market.outside.utility,
    ),
  );
  const { alone, plan } = closingBySales(model, {
    own,
    sales,
    fixed,
    closeCount: input.closeCount ?? 1,
    checkpoint: () => stopIfCancelled(context),
  });
  const heading = (store: number) => headingOf(input.stores[store]!);
  const partsOf = ({ store, sales: sold, toOwn, toRivals, toNobody }: (typeof alone)[number]) => ({
    ...heading(store),
    sales: rounded(sold),
    toOwn: rounded(toOwn),
    toRivals: rounded(toRivals),
    toNobody: rounded(toNobody),
    lost: rounded(sold - toOwn),
  });
  const salesInAll = sales.reduce((sum, one) => sum + one, 0);
  let lostInAll = 0;
  return {
    sector: { code: sector.code, name: sector.names.en },
    salesInAll: rounded(salesInAll),
    steps: plan.map((step) => {
      lostInAll += step.sales - step.toOwn;
      return {
        ...partsOf(step),
        moved: [...step.moved.entries()]
          .filter(([, taken]) => rounded(taken) > 0)
          .sort(([, a], [, b]) => b - a)
          .slice(0, MOVED_SHOWN)
          .map(([store, taken]) => ({ ...heading(store), sales: rounded(taken) })),
        lostInAll: rounded(lostInAll),
        keptShare: rounded(1 - lostInAll / salesInAll),
        ties: step.ties.map((store) => input.stores[store]!.id),
      };
    }),
    stores: alone.map(partsOf).toSorted((a, b) => a.lost - b.lost),
  };
}
