import { bars, type Part, placeName, type Said, type Section, type Telling } from '@hinterland/answers/words';
import { forecastRanges, forecastSaid, modelSection, soldMost, togetherSaid } from '../sales/tell.ts';
import { byForecast } from '../sales/verdict.ts';
import type { Output } from './schema.ts';
import { verdictOf } from './verdict.ts';

type Candidate = Output['candidates'][number];

const OPEN_MAX = 3;
const AMOUNTS = ['captured', 'takenFromCompetitors', 'takenFromOwn', 'newToMarket'] as const;

/**
 * The places in their order by what a store there would newly take, each with its reasons and how far its rank holds. With a sales model they
 * are in the order of its forecasts, and figures of the sector's market are named as such.
 */
export function tell(result: Output): Telling {
  return result.salesModel === undefined ? tellMarket(result) : tellForecasts(result, result.salesModel);
}

function tellForecasts(result: Output, salesModel: NonNullable<Output['salesModel']>): Telling {
  const { candidates, variants, spendUnit, currency, together } = result;
  const forecasts = byForecast(candidates);
  const unit = { unit: 'currency_per_year', currency: salesModel.currency };
  const ofMarket = { unit: spendUnit, currency };
  const verdict = verdictOf(result);
  const [best] = forecasts;
  const order = [
    ...forecasts.map(({ place }) => place),
    ...candidates.filter((one) => !forecasts.some(({ place }) => place === one)),
  ];
  const titled = (candidate: Candidate): Said => ({
    words: [`${order.indexOf(candidate) + 1}.`, placeName(candidate)],
  });
  return {
    ...(verdict === null ? {} : { verdict }),
    sentence: best === undefined ? null : { figure: placeName(best.place), rest: soldMost(best.forecast, unit) },
    sections: [
      {
        title: { text: 'forecast.ranges', with: { unit } },
        isKept: true,
        parts: [
          forecastRanges(
            unit,
            forecasts.map(({ place, forecast }) => ({
              id: String(place.id),
              name: titled(place),
              forecast,
            })),
          ),
          ...(together === undefined
            ? []
            : [{ kind: 'text', text: togetherSaid(together, forecasts.length, unit) } as const]),
        ],
      },
      ...order.map(
        (candidate, i): Section => ({
          id: String(candidate.id),
          title: titled(candidate),
          isFolded: i >= OPEN_MAX,
          parts: [
            ...forecastParts(candidate, result),
            { kind: 'list', items: reasonsOf(candidate, result) },
            ...candidateParts(
              candidate,
              ofMarket,
              variants.length,
              `/candidates/${candidates.indexOf(candidate)}`,
              true,
            ),
          ],
        }),
      ),
      modelSection(salesModel),
      {
        title: { text: 'chart.marketModel', with: { unit: ofMarket } },
        isFolded: true,
        parts: [
          bars(
            'bars',
            ofMarket,
            candidates.map((one) => ({ id: String(one.id), name: placeName(one), value: one.netNew })),
          ),
        ],
      },
    ],
  };
}

function tellMarket(result: Output): Telling {
  const { candidates, spendUnit, currency, variants } = result;
  const [best] = candidates;
  const unit = { unit: spendUnit, currency };
  const ranked = candidates.map((one) => ({
    id: String(one.id),
    name: { words: [`${one.rank}.`, placeName(one)] },
    value: one.netNew,
    isQuiet: one.rank !== 1,
  }));
  const verdict = verdictOf(result);
  return {
    ...(verdict === null ? {} : { verdict }),
    sentence:
      best === undefined
        ? null
        : {
            figure: placeName(best),
            rest: {
              text: 'sentence.rank',
              count: candidates.length,
              with: { share: { figure: best.sensitivity.keepsRank, unit: 'share' } },
            },
          },
    sections: [
      { title: { text: 'chart.taken', with: { unit } }, parts: [bars('bars', unit, ranked)] },
      ...candidates.map(
        (candidate, i): Section => ({
          id: String(candidate.id),
          title: { words: [`${candidate.rank}.`, placeName(candidate)] },
          isFolded: i >= OPEN_MAX,
          parts: [
            { kind: 'list', items: reasonsOf(candidate, result) },
            ...candidateParts(candidate, unit, variants.length, `/candidates/${i}`),
          ],
        }),
      ),
    ],
  };
}

/** What it would sell, with the range, where a model was asked. */
function forecastParts({ forecast }: Candidate, { salesModel }: Output): readonly Part[] {
  if (forecast === undefined || forecast === null) return [];
  return [
    { kind: 'text', text: { text: 'forecast.sales' } },
    { kind: 'list', items: forecastSaid(forecast, salesModel?.currency ?? null) },
  ];
}

/** Where its sales come from, and how far its rank holds. */
function candidateParts(
  candidate: Candidate,
  unit: { unit: string; currency: string | null },
  variants: number,
  pointer: string,
  /** Whether a sales model forecasts beside the market, whose sales are others. */
  isForecast = false,
): readonly Part[] {
  const { keepsRank, bestRank, worstRank } = candidate.sensitivity;
  return [
    ...(isForecast ? [{ kind: 'text', text: { text: 'rank.byMarket' } } as const] : []),
    {
      kind: 'table',
      columns: [],
      rows: AMOUNTS.map((member) => ({
        id: member,
        title: { text: isForecast && member === 'captured' ? 'rank.capturedMarket' : `rank.${member}` } as const,
        unit,
        cells: [{ value: candidate[member], pointer: `${pointer}/${member}`, unit: unit.unit }],
      })),
    },
    {
      kind: 'text',
      text: {
        text: keepsRank === 1 ? 'rank.holdsAll' : 'rank.holds',
        with: {
          kept: String(Math.round(keepsRank * variants)),
          variants: String(variants),
          best: String(bestRank),
          worst: String(worstRank),
        },
      },
    },
  ];
}

/**
 * Where a rank comes from: who is within reach, whom it shares them with, and what its owner loses elsewhere. What a forecast takes, and from
 * whom, the forecast says itself.
 */
function reasonsOf(
  candidate: Candidate,
  { candidates, ownStores, sector, spendUnit, currency }: Output,
): readonly Said[] {
  const { catchment, competitors, captureShare, forecast, ownShare, spendWithinReach, takenFromOwn } = candidate;
  const [nearest] = competitors.nearest;
  const reach = {
    people: { figure: catchment.residents ?? catchment.poles, unit: 'persons' },
    minutes: String(catchment.minutes),
    place: String(1 + candidates.filter((other) => other.spendWithinReach > spendWithinReach).length),
    count: String(candidates.length),
  };
  const spend = {
    spend: { figure: spendWithinReach, unit: spendUnit, currency },
    sector: { sector: sector.code, name: sector.name },
  };
  const first: Said =
    spendUnit === 'residents'
      ? { text: 'reason.come', with: reach }
      : { text: 'reason.spend', with: { ...reach, ...spend } };
  if (candidate.captured === 0) return [first, { text: 'reason.takesNothing' }];
  const near: Said =
    nearest === undefined
      ? { text: 'reason.alone' }
      : {
          text: 'reason.competitors',
          count: competitors.count,
          with: {
            name: nearest.brand ?? nearest.name,
            minutes: { figure: Math.round(nearest.minutes), unit: 'minutes' },
          },
        };
  const share = (text: 'reason.takes' | 'reason.own', figure: number): Said => ({
    text,
    with: { share: { figure, unit: 'share' } },
  });
  // Strangers see the sum, and no store.
  const hasOwn = ownStores === undefined ? takenFromOwn > 0 : ownStores.length > 0;
  const own: readonly Said[] = !hasOwn
    ? []
    : [takenFromOwn === 0 ? { text: 'reason.noOwn' } : share('reason.own', ownShare ?? 0)];
  const isForecast = forecast !== undefined && forecast !== null;
  const gainsNothing = candidates.every(({ netNew }) => netNew <= 0);
  return [
    first,
    near,
    ...(isForecast || captureShare === null ? [] : [share('reason.takes', captureShare)]),
    ...(isForecast ? [] : own),
    ...(gainsNothing ? [{ text: 'reason.noGain' } as const] : []),
  ];
}
