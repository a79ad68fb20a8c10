import { bars, type Part, placeName, type Said, type Section, type Telling } from '@hinterland/answers/words';
import { forecastSaid, modelSection } from '../sales/tell.ts';
import type { Output } from './schema.ts';
import { verdictOf } from './verdict.ts';

type Candidate = Output['candidates'][number];

const OPEN_MAX = 3;
const AMOUNTS = ['captured', 'takenFromCompetitors', 'takenFromOwn', 'newToMarket'] as const;

/** The places in their order by what a store there would newly take, each with its reasons and how far its rank holds. */
export function tell(result: Output): Telling {
  const { candidates, spendUnit, currency, variants, salesModel } = result;
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
            ...forecastParts(candidate, result),
            ...candidateParts(candidate, unit, variants.length, `/candidates/${i}`),
          ],
        }),
      ),
      ...(salesModel === undefined ? [] : [modelSection(salesModel)]),
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
): readonly Part[] {
  const { keepsRank, bestRank, worstRank } = candidate.sensitivity;
  return [
    {
      kind: 'table',
      columns: [],
      rows: AMOUNTS.map((member) => ({
        id: member,
        title: { text: `rank.${member}` } as const,
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

/** Where a rank comes from: who is within reach, whom it shares them with, and what its owner loses elsewhere. */
function reasonsOf(
  candidate: Candidate,
  { candidates, ownStores, sector, spendUnit, currency }: Output,
): readonly Said[] {
  const { catchment, competitors, captureShare, ownShare, spendWithinReach, takenFromOwn } = candidate;
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
  const own: readonly Said[] =
    ownStores.length === 0 ? [] : [takenFromOwn === 0 ? { text: 'reason.noOwn' } : share('reason.own', ownShare ?? 0)];
  const gainsNothing = candidates.every(({ netNew }) => netNew <= 0);
  return [
    first,
    near,
    ...(captureShare === null ? [] : [share('reason.takes', captureShare)]),
    ...own,
    ...(gainsNothing ? [{ text: 'reason.noGain' } as const] : []),
  ];
}
