import { rounded } from '@hinterland/geo';
import type { HuffParameters } from './decay.ts';
import { type HuffModel, huff, marketOf, marketStore } from './huff.ts';
import { outsideOptionOf, type SectorMarket, variedParameters } from './sectorMarket.ts';
import { openingEffect } from './siteEffect.ts';

/** A place with a floor area, and the steps of travel times of the market's poles to it. */
export interface SitePlace {
  readonly squareMeters: number;
  /** Null where no pole is within Tmax. */
  readonly steps: Uint16Array | null;
}

/** Which sites are compared, in a market that holds everyone within reach of any of them. */
export interface SitesQuery {
  readonly market: SectorMarket;
  readonly candidates: readonly SitePlace[];
  /** Positions in `market.stores` that are own stores. */
  readonly ownStores: readonly number[];
  /** Own stores that the market does not know. */
  readonly moreOwnStores: readonly SitePlace[];
}

/** The effect of one candidate on a market if it opens alone. captured = takenFromOwn + takenFromCompetitors + newToMarket. */
export interface SiteEffect {
  readonly captured: number;
  readonly takenFromOwn: number;
  /** Of `takenFromOwn`, per own store: those of the market first, then the others. */
  readonly takenFromOwnStores: readonly number[];
  readonly takenFromCompetitors: number;
  readonly newToMarket: number;
  /** `captured` − `takenFromOwn`: the owner's gain. */
  readonly netNew: number;
}

/** Candidates by net new spend under one set of assumptions. */
export interface SiteRanking {
  /** The changed assumption; "" for the ranking itself. */
  readonly change: string;
  readonly effects: readonly SiteEffect[];
  /** Candidates, best first: by netNew, ties by captured, then in their order. */
  readonly order: readonly number[];
  /** 100 for the best; 100 · max(netNew, 0) ÷ the best netNew for the others, 0 where no candidate adds anything. */
  readonly scores: readonly number[];
}

/** The assumptions of one ranking. */
interface Assumptions {
  readonly change: string;
  readonly parameters: HuffParameters;
  /** Factor on the worth of buying in none of the stores. */
  readonly outsideFactor: number;
}

/**
 * Ranks sites by what they add for their owner, each opened alone (docs/methods/site-ranking.md), and again with size,
 * travel time, both, or the worth of buying elsewhere changed. The first ranking is the one under the sector's own
 * parameters. `checkpoint` is called between candidates and may throw to stop.
 */
export function rankSites(query: SitesQuery, checkpoint: () => void = () => {}): SiteRanking[] {
  return assumptionsOf(query.market.parameters).map((assumptions) => rankUnder(query, assumptions, checkpoint));
}

function assumptionsOf(parameters: HuffParameters): Assumptions[] {
  const single = variedParameters(parameters);
  const size = single.filter(({ change }) => change.startsWith('size'));
  const both = size.flatMap((bySize) =>
    variedParameters(bySize.parameters)
      .filter(({ change }) => change.startsWith('travel'))
      .map((byTime) => ({ change: `${bySize.change} and ${byTime.change}`, parameters: byTime.parameters })),
  );
  return [
    { change: '', parameters, outsideFactor: 1 },
    ...[...single, ...both].map((varied) => ({ ...varied, outsideFactor: 1 })),
    { change: 'buying elsewhere is worth half', parameters, outsideFactor: 0.5 },
    { change: 'buying elsewhere is worth twice', parameters, outsideFactor: 2 },
  ];
}

function rankUnder(query: SitesQuery, { change, parameters, outsideFactor }: Assumptions, checkpoint: () => void) {
  const model = modelUnder(query, parameters, outsideFactor);
  const effects = query.candidates.map((candidate) => {
    checkpoint();
    return effectOf(query, model, parameters, candidate);
  });
  const order = effects
    .map((_, i) => i)
    .sort((a, b) => effects[b]!.netNew - effects[a]!.netNew || effects[b]!.captured - effects[a]!.captured || a - b);
  const best = order[0];
  const most = best === undefined ? 0 : effects[best]!.netNew;
  const scores = effects.map(({ netNew }, i) => {
    if (i === best) return 100;
    return most > 0 ? (100 * Math.max(netNew, 0)) / most : 0;
  });
  return { change, effects, order, scores };
}

/** The market as it is, with the own stores that it does not know. */
function modelUnder(
  { market, moreOwnStores }: SitesQuery,
  parameters: HuffParameters,
  outsideFactor: number,
): HuffModel {
  const known = market.stores.map(({ squareMeters }, i) => ({ attraction: squareMeters, steps: market.steps[i]! }));
  const more = moreOwnStores.flatMap(({ squareMeters, steps }) =>
    steps === null ? [] : [{ attraction: squareMeters, steps }],
  );
  const outside = outsideFactor * outsideOptionOf(market.query.sector, parameters).utility;
  return huff(marketOf(parameters, market.poleDemand, [...known, ...more], outside));
}

function effectOf(
  { market, ownStores, moreOwnStores }: SitesQuery,
  model: HuffModel,
  parameters: HuffParameters,
  { squareMeters, steps }: SitePlace,
): SiteEffect {
  if (steps === null) {
    const takenFromOwnStores = [...ownStores, ...moreOwnStores].map(() => 0);
    const nothing = { captured: 0, takenFromOwn: 0, takenFromCompetitors: 0, newToMarket: 0, netNew: 0 };
    return { ...nothing, takenFromOwnStores };
  }
  // The loss of all competitors follows from the rest, so only own stores are computed one by one.
  const added = moreOwnStores.filter((own) => own.steps !== null);
  const own = [...ownStores, ...added.map((_, i) => market.stores.length + i)];
  const opened = marketStore(parameters, squareMeters, steps);
  const { captured, takenFrom, newToMarket } = openingEffect(model, opened, own);
  let next = market.stores.length;
  const takenFromOwnStores = [
    ...ownStores.map((store) => takenFrom[store]!),
    ...moreOwnStores.map((more) => (more.steps === null ? 0 : takenFrom[next++]!)),
  ];
  const takenFromOwn = takenFromOwnStores.reduce((sum, taken) => sum + taken, 0);
  const hasCompetitors = market.stores.length > ownStores.length;
  const takenFromCompetitors = hasCompetitors ? Math.max(0, captured - newToMarket - takenFromOwn) : 0;
  // Rounded before candidates are compared: those that gain the same stay in their order.
  return {
    captured: rounded(captured),
    takenFromOwn: rounded(takenFromOwn),
    takenFromOwnStores: takenFromOwnStores.map((taken) => rounded(taken)),
    takenFromCompetitors: rounded(takenFromCompetitors, captured),
    newToMarket: rounded(newToMarket),
    netNew: rounded(captured - takenFromOwn, captured),
  };
}
