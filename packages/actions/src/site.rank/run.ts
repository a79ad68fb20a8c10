import { type Sentence, said, spoken } from '@hinterland/answers/said';
import { SECTOR_PARAMETERS_VERSION } from '@hinterland/catalogue';
import { profileOf } from '@hinterland/engine/graph';
import { floorAreaOf, rankSites } from '@hinterland/engine/market';
import { rounded } from '@hinterland/geo';
import type { Territory } from '@hinterland/territory';
import type { ActionContext, RunOutcome } from '../action/action.ts';
import { stopIfCancelled } from '../catchments/catchment.ts';
import { describeTimeOfDay, transitFamily } from '../catchments/timeOfDay.ts';
import { headingOf } from '../input/stores.ts';
import { demandNote } from '../markets/demandData.ts';
import { certaintyOf } from '../markets/siteCertainty.ts';
import { type Sites, sitesOf } from '../markets/sites.ts';
import { storesInside } from '../markets/storesInside.ts';
import { supplyOf } from '../markets/supply.ts';
import { versionsOf } from '../output/common.ts';
import { demandErrorIn } from '../output/demandError.ts';
import { describeModel } from '../sales/fields.ts';
import { forecastsTogether } from '../sales/forecast.ts';
import { reasonsFor } from './reasons.ts';
import { COMPETITORS_SHOWN, type Input, type Output } from './schema.ts';

export function run(context: ActionContext, input: Input): RunOutcome<Output> {
  const { territory } = context;
  stopIfCancelled(context);
  const sites = sitesOf(context, input);
  const { sector, market, matches } = sites;
  context.progress(0.6, 'opening one candidate after the other');
  const positionOf = new Map(market.stores.map(({ row }, i) => [row, i]));
  const known = matches.flatMap((match, store) => {
    const position = match === null ? undefined : positionOf.get(match.row);
    return position === undefined ? [] : [{ store, position }];
  });
  const added = matches.flatMap((match, store) => (match === null ? [store] : []));
  const rankings = rankSites(
    {
      market,
      candidates: sites.candidates,
      ownStores: known.map(({ position }) => position),
      moreOwnStores: sites.ownPlaces,
    },
    () => stopIfCancelled(context),
  );
  context.progress(0.9, 'describing the ranking');

  const [first, ...variants] = rankings;
  /** Own stores in the order of effects. */
  const ownOrder = [...known.map(({ store }) => store), ...added];
  const plain = input.candidates.map((candidate, i) => {
    const { order, effects, scores } = first!;
    const effect = effects[i]!;
    const ranks = variants.map((variant) => variant.order.indexOf(i) + 1);
    const rank = order.indexOf(i) + 1;
    const spendWithinReach = spendOf(sites, i);
    return {
      ...headingOf(candidate),
      rank,
      score: rounded(scores[i]!),
      catchment: catchmentOf(sites, i),
      spendWithinReach: rounded(spendWithinReach),
      squareMeters: sites.candidates[i]!.squareMeters,
      ...describeInside(territory, sites, i),
      captured: effect.captured,
      takenFromOwn: effect.takenFromOwn,
      takenFromOwnStores: effect.takenFromOwnStores
        .map((taken, at) => ({ id: input.ownStores[ownOrder[at]!]!.id, taken }))
        .filter(({ taken }) => taken > 0)
        .sort((a, b) => b.taken - a.taken),
      takenFromCompetitors: effect.takenFromCompetitors,
      newToMarket: effect.newToMarket,
      netNew: effect.netNew,
      captureShare: spendWithinReach > 0 ? rounded(effect.captured / spendWithinReach) : null,
      ownShare: effect.captured > 0 ? rounded(effect.takenFromOwn / effect.captured) : null,
      sensitivity: {
        keepsRank: rounded(ranks.filter((other) => other === rank).length / ranks.length),
        bestRank: Math.min(rank, ...ranks),
        worstRank: Math.max(rank, ...ranks),
      },
    };
  });
  const { model } = input;
  const asked =
    model === undefined
      ? null
      : forecastsTogether(
          context,
          model,
          market,
          sites.candidates.map((site, i) => ({ ...input.candidates[i]!, ...site })),
        );
  const currency = territory.descriptors.sociodemo?.currency ?? null;
  const subject = {
    sector: { sector: sector.code, name: sector.names.en.toLowerCase() },
    currency,
    spendUnit: market.demand.unit,
    hasOwnStores: input.ownStores.length > 0,
  };
  const method = methodOf(territory, input, sites);
  const dataVersion = versionsOf(territory, ['territory', 'sociodemo', 'players', ...transitFamily(method)]);
  const result: Output = {
    sector: { code: sector.code, name: sector.names.en },
    spendUnit: market.demand.unit,
    ...demandErrorIn(territory, sector),
    currency,
    candidates: first!.order.map((i) => ({
      ...plain[i]!,
      ...spoken({ reasons: reasonsFor(plain[i]!, plain, subject) }),
      ...(asked === null ? {} : { forecast: asked.forecasts[i]! }),
    })),
    ownStores: describeOwnStores(territory, input, sites),
    variants: variants.map(({ change, order }) => ({ change, order: order.map((i) => input.candidates[i]!.id) })),
    certainty: certaintyOf(territory, sites, input.candidates, rankings),
    ...spoken({ notes: notesOf(territory, input, sites) }),
    method,
    ...(model === undefined ? {} : { salesModel: describeModel(model, dataVersion) }),
    ...(asked?.together === undefined ? {} : { together: asked.together }),
    supply: supplyOf(territory, [sector.code]),
    dataVersion,
  };
  context.progress(1, 'done');
  return { result };
}

function catchmentOf({ catchments, sector }: Sites, candidate: number): Output['candidates'][number]['catchment'] {
  const { cumulative } = catchments[candidate]!.bands[0]!;
  const { poles, residents } = cumulative;
  return { minutes: sector.huff.tmaxMinutes, poles, residents: residents === null ? null : rounded(residents) };
}

/** Returns the spend of a candidate's catchment on the sector: the demand of units by their reached shares. */
function spendOf({ catchments, market }: Sites, candidate: number): number {
  const { units, shares } = catchments[candidate]!.bands[0]!.cumulative.unitShares;
  let spend = 0;
  units.forEach((unit, i) => {
    spend += market.demand.perUnit[unit]! * shares[i]!;
  });
  return spend;
}

/** Open stores of the sector inside a candidate's catchment: own ones counted, competitors described. */
function describeInside(
  territory: Territory,
  { catchments, sector, matches }: Sites,
  candidate: number,
): Pick<Output['candidates'][number], 'competitors' | 'ownStoresInside'> {
  const ownRows = new Set(matches.flatMap((match) => (match === null ? [] : [match.row])));
  const { competitors, own } = storesInside(territory, catchments[candidate]!, sector, ownRows);
  const { brands, stores } = territory.players!;
  return {
    competitors: {
      count: competitors.length,
      squareMeters: rounded(
        competitors.reduce((sum, { row }) => sum + floorAreaOf(territory, row, sector).squareMeters, 0),
      ),
      nearest: competitors.slice(0, COMPETITORS_SHOWN).map(({ row, cost }) => ({
        id: stores.id.at(row),
        name: stores.name.at(row),
        brand: stores.brand[row]! < 0 ? null : brands.name.at(stores.brand[row]!),
        minutes: Math.round(cost / 600) / 100,
      })),
    },
    ownStoresInside: own.length,
  };
}

function describeOwnStores(
  territory: Territory,
  { ownStores }: Input,
  { matches, sector }: Sites,
): Output['ownStores'] {
  const { brands, stores } = territory.players!;
  return ownStores.map((own, i) => {
    const match = matches[i]!;
    if (match === null) {
      return { ...headingOf(own), matched: null, squareMeters: own.squareMeters ?? sector.medianFloorAreaSquareMeters };
    }
    const { row, distanceMeters, by } = match;
    const brand = stores.brand[row]!;
    return {
      ...headingOf(own),
      matched: {
        id: stores.id.at(row),
        name: stores.name.at(row),
        brand: brand < 0 ? null : brands.name.at(brand),
        distanceMeters: Math.round(distanceMeters * 10) / 10,
        by,
      },
      squareMeters: own.squareMeters ?? floorAreaOf(territory, row, sector).squareMeters,
    };
  });
}

function notesOf(
  territory: Territory,
  { ownStores }: Input,
  { market, sector, matches }: Sites,
): (Sentence | string)[] {
  const notes: (Sentence | string)[] = [demandNote(territory, [sector])];
  const { unit, missingDivisions } = market.demand;
  if (unit === 'residents') {
    notes.push(said('no_spend_tables', { territory: territory.manifest.name }));
  } else if (missingDivisions.length > 0) {
    notes.push(said('spend_missing', { divisions: [...missingDivisions] }));
  }
  if (market.stores.length === 0) {
    notes.push(said('no_stores_in_reach', { sector: { sector: sector.code, name: sector.names.en } }));
  }
  const added = ownStores.filter((_, i) => matches[i] === null);
  if (added.length > 0) {
    const shown = added.slice(0, 5).map(({ id, name }) => name ?? String(id));
    const more = added.length - shown.length;
    notes.push(
      more > 0 ? said('own_stores_added_more', { stores: shown, more }) : said('own_stores_added', { stores: shown }),
    );
  }
  const guessed = market.stores.filter(({ floorAreaSource }) => floorAreaSource === 'sector_median').length;
  if (guessed > 0) {
    notes.push(said('areas_guessed', { guessed, stores: market.stores.length }));
  }
  return notes;
}

function methodOf(territory: Territory, { mode, traffic }: Input, { market, sector }: Sites): Output['method'] {
  const { alpha, beta, floorMinutes, tmaxMinutes } = sector.huff;
  return {
    model: 'huff',
    attractionExponent: alpha,
    distanceExponent: beta,
    floorMinutes,
    limitMinutes: tmaxMinutes,
    outside: { squareMeters: market.outside.squareMeters, minutes: market.outside.seconds / 60 },
    parametersVersion: SECTOR_PARAMETERS_VERSION,
    mode,
    traffic: profileOf(territory, market.query.mode, traffic).split('-')[1] as Output['method']['traffic'],
    ...describeTimeOfDay(territory, market.query),
  };
}
