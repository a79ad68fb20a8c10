import { type Sentence, said, spoken } from '@hinterland/answers/said';
import { SECTOR_PARAMETERS_VERSION } from '@hinterland/catalogue';
import { measurePerPole } from '@hinterland/engine/census';
import { profileOf } from '@hinterland/engine/graph';
import { capacityPerStore } from '@hinterland/engine/market';
import {
  bestSet,
  CoverageGains,
  type FoundSite,
  PLACES_AT_ONCE,
  Reach,
  SiteSearch,
} from '@hinterland/engine/siteSearch';
import { shareBeyondMap, straightReachMeters } from '@hinterland/engine/snap';
import { haversineMeters, rounded } from '@hinterland/geo';
import type { Territory } from '@hinterland/territory';
import type { ActionContext, RunOutcome } from '../action/action.ts';
import { stopIfCancelled } from '../catchments/catchment.ts';
import { groundOf, noStoreKnown } from '../markets/siteCertainty.ts';
import { versionsOf } from '../output/common.ts';
import { demandErrorIn } from '../output/demandError.ts';
import { describeModel } from '../sales/fields.ts';
import { contest } from '../verdicts/contest.ts';
import { askedPlaces } from './asked.ts';
import type { Candidate } from './candidates.ts';
import { withForecasts } from './forecasts.ts';
import { areaAt, headingOfPlace } from './headingOfPlace.ts';
import { Listing, unitOf } from './listing.ts';
import { marketOf } from './market.ts';
import { questionOf, type SearchQuestion } from './question.ts';
import type { Input, Output } from './schema.ts';

export function run(context: ActionContext, input: Input): RunOutcome<Output> {
  const { territory } = context;
  stopIfCancelled(context);
  const question = questionOf(context, input);
  const { list } = question.candidates;
  const reach = new Reach(territory, { mode: input.mode, traffic: input.traffic }, () => stopIfCancelled(context));
  const market = question.sector === null ? null : marketOf(context, reach, question, input);
  const gains = market?.gains ?? coverageGains(context, reach, question, input);
  const listing = new Listing(context, input, { question, market, reach });
  const search = new SiteSearch(list, gains, reach, (share) => listing.searched(share));
  const tooNear = (a: number, b: number) => {
    const [p, q] = [list[a]!, list[b]!];
    return haversineMeters(p.lng, p.lat, q.lng, q.lat) < input.apartMeters;
  };
  const { found, places } = listing.take(search, tooNear);
  context.progress(0.8, 'choosing a set');
  const elsewhere = elsewhereOf(territory, list, search, found);
  const asked =
    input.askedPlaces === undefined
      ? {}
      : { asked: askedPlaces(context, input, { question, market, gains, reach, search, found }) };
  const set = input.openCount === undefined ? null : bestSet(search, input.openCount, tooNear);
  context.progress(0.95, 'describing the places');

  const { model } = input;
  const dataVersion = versionsOf(territory, [
    'territory',
    'sociodemo',
    ...(territory.players === null ? [] : (['players'] as const)),
  ]);
  const result: Output = {
    sector: question.sector === null ? null : { code: question.sector.code, name: question.sector.names.en },
    measure: input.measure ?? null,
    ...unitOf(context, market),
    ...(question.sector === null ? {} : demandErrorIn(territory, question.sector)),
    places: model === undefined ? places : withForecasts(context, input, model, places),
    elsewhere,
    ...asked,
    set:
      set === null
        ? null
        : {
            places: set.steps.map(({ candidate, gain }) => ({
              ...headingOfPlace(territory, list[candidate]!),
              adds: rounded(gain),
            })),
            total: rounded(set.total),
            upperBound: rounded(set.upperBound),
            ...gapOf(set.total, set.upperBound),
          },
    search: {
      candidates: list.length,
      evaluated: search.evaluated,
      withoutRoad: question.candidates.withoutRoad,
      nearOwn: question.candidates.nearOwn,
      excluded: question.candidates.excluded,
      filtered: question.candidates.filtered,
      atEdge: question.candidates.atEdge,
    },
    certainty: certaintyOfList(territory, input, question, places, gains.limitCost),
    ...spoken({ notes: [...(market?.notes ?? []), ...thinnedNotes(question, input)] }),
    ...(model === undefined ? {} : { salesModel: describeModel(model, dataVersion) }),
    method: {
      model: market === null ? 'coverage' : 'huff',
      limitMinutes: gains.limitCost / 60_000,
      mode: input.mode,
      traffic: profileOf(territory, input.mode, input.traffic).split('-')[1] as Output['method']['traffic'],
      parametersVersion: market === null ? null : SECTOR_PARAMETERS_VERSION,
    },
    dataVersion,
  };
  context.progress(1, 'done');
  return { result };
}

/** How sure the first place of the list is beside the others. */
function certaintyOfList(
  territory: Territory,
  { mode }: Input,
  { sector }: SearchQuestion,
  places: Output['places'],
  limitCost: number,
): Output['certainty'] {
  const [best] = places;
  if (best === undefined) return null;
  const reachMeters = straightReachMeters({ mode }, limitCost / 1000);
  const contenders = places.map(({ lat, lng, gain }) => ({
    lat,
    lng,
    gains: [gain],
    beyondShare: shareBeyondMap(territory, { lat, lng }, reachMeters),
  }));
  const { yes, decides } = contest(contenders, groundOf(territory, sector, reachMeters));
  const capacity = sector === null || best.squareMeters === null ? null : capacityPerStore(territory, sector);
  return {
    first: rounded(yes),
    decides,
    alike: [],
    usualSales: capacity === null ? null : rounded(capacity(best.squareMeters!)),
    beyondMapShare: rounded(contenders[0]!.beyondShare),
    ...(sector === null ? {} : noStoreKnown(territory, sector)),
  };
}

/** What thinning may hide: nobody looked at addresses near a candidate. Measured on all 9,002 addresses of New York. */
const thinnedNotes = ({ candidates }: SearchQuestion, { spacingMeters }: Input): Sentence[] =>
  candidates.thinned === 0 ? [] : [said('thinned_candidates', { count: candidates.thinned, meters: spacingMeters })];

/** The best place in another area than the first one of the list. */
function elsewhereOf(
  territory: Territory,
  list: readonly Candidate[],
  search: SiteSearch,
  [first]: readonly FoundSite[],
): Output['elsewhere'] {
  const area = first === undefined ? null : areaAt(territory, list[first.candidate]!);
  if (area === null) return null;
  const [best] = search.best(1, (candidate) => {
    const other = areaAt(territory, list[candidate]!);
    return other !== null && other !== area;
  });
  if (best === undefined) return null;
  const heading = headingOfPlace(territory, list[best.candidate]!);
  return {
    ...heading,
    area: heading.area!,
    gain: rounded(best.gain),
    score: first!.gain > 0 ? rounded((100 * best.gain) / first!.gain) : 0,
  };
}

/** A set is optimal where nothing but rounding is between it and its bound. */
const OPTIMAL_SHARE = 1e-6;

function gapOf(total: number, upperBound: number): Pick<NonNullable<Output['set']>, 'gapShare' | 'status'> {
  const gapShare = upperBound > 0 ? Math.max(0, (upperBound - total) / upperBound) : 0;
  return { gapShare: rounded(gapShare), status: gapShare < OPTIMAL_SHARE ? 'optimal' : 'bounded' };
}

/** People within the minutes of each place whom no own store reaches. */
function coverageGains(
  { territory }: ActionContext,
  reach: Reach,
  { ownSnaps }: SearchQuestion,
  { minutes, measure }: Input,
): CoverageGains {
  const limitCost = Math.round(minutes * 60_000);
  const isCovered = new Uint8Array(territory.poles.rows);
  for (let first = 0; first < ownSnaps.length; first += PLACES_AT_ONCE) {
    const some = ownSnaps.slice(first, first + PLACES_AT_ONCE);
    reach.search(some, limitCost);
    reach.forEachPole([...some.keys()], (pole, times) => {
      for (let lane = 0; lane < some.length; lane++) if (times[lane]! <= limitCost) isCovered[pole] = 1;
    });
  }
  return new CoverageGains(territory.edges.rows, limitCost, measurePerPole(territory, measure!)!, isCovered);
}
