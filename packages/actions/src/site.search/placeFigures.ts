import { type Catchment, catchment } from '@hinterland/engine/catchment';
import type { Reach } from '@hinterland/engine/siteSearch';
import { rounded } from '@hinterland/geo';
import type { ActionContext } from '../action/action.ts';
import { storesInside } from '../markets/storesInside.ts';
import type { Candidate } from './candidates.ts';
import type { SearchedMarket } from './market.ts';
import type { SearchQuestion } from './question.ts';
import { type Input, NEAR_MINUTES, type Output } from './schema.ts';

type PlaceFigures = Omit<
  Output['places'][number],
  'rank' | 'score' | 'lat' | 'lng' | 'id' | 'name' | 'address' | 'area'
>;

/** Figures of a listed place; those of a market are what site.rank says of it. */
export function placeFigures(
  context: ActionContext,
  input: Input,
  question: SearchQuestion,
  market: SearchedMarket | null,
  reach: Reach,
  { lat, lng, snap, size }: Candidate,
  gain: number,
): PlaceFigures {
  const { mode, traffic, snapLimitMeters } = input;
  const limitSeconds = market === null ? input.minutes * 60 : 60 * question.sector!.huff.tmaxMinutes;
  const query = {
    mode,
    traffic,
    snapLimitMeters,
    direction: 'inbound',
    measure: 'time',
    limits: [limitSeconds],
  } as const;
  const of = catchment(context.territory, { ...query, origins: [{ lat, lng }] });
  const reached = reachedOf(of, limitSeconds);
  if (market === null) return { gain: rounded(gain), squareMeters: null, reached };
  reach.search([snap], market.gains.limitCost);
  const { captured, takenFromOwn, newToMarket } = market.gains.effect(reach, size, market.outside);
  const { competitors } = storesInside(context.territory, of, question.sector!, market.ownRows);
  const [nearest] = competitors;
  return {
    gain: rounded(captured - takenFromOwn, captured),
    squareMeters: size,
    captured: rounded(captured),
    takenFromOwn: rounded(takenFromOwn),
    takenFromCompetitors: market.hasCompetitors
      ? rounded(Math.max(0, captured - newToMarket - takenFromOwn), captured)
      : 0,
    newToMarket: rounded(newToMarket),
    reached,
    competitors: {
      count: competitors.length,
      near: competitors.filter(({ cost }) => cost <= 60_000 * NEAR_MINUTES).length,
      nearestMinutes: nearest === undefined ? null : Math.round(nearest.cost / 600) / 100,
    },
  };
}

function reachedOf({ bands }: Catchment, limitSeconds: number): Output['places'][number]['reached'] {
  const { poles, residents } = bands[0]!.cumulative;
  return { minutes: limitSeconds / 60, poles, residents: residents === null ? null : rounded(residents) };
}
