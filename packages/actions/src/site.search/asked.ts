import { catchment } from '@hinterland/engine/catchment';
import { nearestPoles } from '@hinterland/engine/geocode';
import type { FoundSite, Gains, Reach, SiteSearch } from '@hinterland/engine/siteSearch';
import { snapPlace } from '@hinterland/engine/snap';
import { haversineMeters, rounded } from '@hinterland/geo';
import type { ActionContext } from '../action/action.ts';
import { storesInside } from '../markets/storesInside.ts';
import { atEdgeTest, polesOf } from './candidates.ts';
import { excludedTest, minutesFromOwn, nearOwnTest, notNearTest, reachedByFew } from './filters.ts';
import { headingOfPlace } from './headingOfPlace.ts';
import type { SearchedMarket } from './market.ts';
import type { SearchQuestion } from './question.ts';
import { type Input, NEAR_MINUTES, type Output, RANK_MAX } from './schema.ts';

type Asked = NonNullable<Output['asked']>[number];

/** A place of the list that lies no farther is the one that was asked about. */
const SAME_METERS = 50;

/** Only a gain that is larger by more than this share ranks before another: sums differ in their last digits. */
const ROUNDING = 1 + 1e-9;

/** What was searched, and what was found. */
export interface Searched {
  readonly question: SearchQuestion;
  readonly market: SearchedMarket | null;
  readonly gains: Gains;
  readonly reach: Reach;
  readonly search: SiteSearch;
  readonly found: readonly FoundSite[];
}

/** What the places that were asked about would gain, and why they are not listed. */
export function askedPlaces(context: ActionContext, input: Input, searched: Searched): Asked[] {
  const { territory } = context;
  const { question, gains, reach, search, found, market } = searched;
  const { list } = question.candidates;
  const best = found[0]?.gain ?? 0;
  const poles = input.areas === undefined && input.polygon === undefined ? null : new Set(polesOf(territory, input));
  const [isNearOwn, isExcluded, isNotNear] = [nearOwnTest(input), excludedTest(input), notNearTest(territory, input)];
  const isAtEdge = atEdgeTest(territory, input, gains.limitCost);
  const metersToList = ({ lat, lng }: { lat: number; lng: number }) =>
    Math.min(...found.map(({ candidate }) => haversineMeters(lng, lat, list[candidate]!.lng, list[candidate]!.lat)));
  return (input.askedPlaces ?? []).map((asked) => {
    const heading = { ...headingOfPlace(territory, asked), id: asked.id };
    const snap = snapPlace(territory, input.mode, asked, input.snapLimitMeters);
    if (snap === null)
      return { ...heading, why: 'no_road', gain: null, score: null, rank: null, competitorsNear: null };
    const size = asked.squareMeters ?? input.squareMeters ?? question.sector?.medianFloorAreaSquareMeters ?? 1;
    reach.search([snap], gains.limitCost);
    const gain = gains.totals(reach, [0], [size])[0]!;
    const effect = market?.gains.effect(reach, size, market.outside);
    const above = search.countAbove(gain * ROUNDING, RANK_MAX);
    const isOutside = () => {
      const pole = nearestPoles(territory, asked, 1, 1000)[0]?.pole;
      return poles !== null && (pole === undefined || !poles.has(pole));
    };
    const meters = metersToList(asked);
    const why =
      meters <= SAME_METERS
        ? 'listed'
        : isExcluded(asked) || isOutside()
          ? 'outside_area'
          : isNearOwn(asked) || minutesFromOwn(context, input, [{ snap }]).size > 0
            ? 'near_own'
            : isNotNear(asked) || reachedByFew(context, input, gains.limitCost, [{ snap }]).size > 0
              ? 'filtered'
              : question.candidates.atEdge > 0 && isAtEdge(asked)
                ? 'map_edge'
                : meters < input.apartMeters
                  ? 'near_listed'
                  : 'gains_less';
    return {
      ...heading,
      why,
      gain: effect === undefined ? rounded(gain) : rounded(effect.captured - effect.takenFromOwn, effect.captured),
      score: best > 0 ? rounded((100 * gain) / best) : 0,
      rank: above >= RANK_MAX ? null : above + 1,
      competitorsNear: market === null ? null : competitorsNear(context, input, question, market, asked),
    };
  });
}

function competitorsNear(
  { territory }: ActionContext,
  { mode, traffic, snapLimitMeters }: Input,
  { sector }: SearchQuestion,
  { ownRows }: SearchedMarket,
  { lat, lng }: { lat: number; lng: number },
): number {
  const of = catchment(territory, {
    mode,
    traffic,
    snapLimitMeters,
    direction: 'inbound',
    measure: 'time',
    limits: [60 * NEAR_MINUTES],
    origins: [{ lat, lng }],
  });
  return storesInside(territory, of, sector!, ownRows).competitors.length;
}
