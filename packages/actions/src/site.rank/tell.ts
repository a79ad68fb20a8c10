import { bars, type Part, placeName, type Section, type Telling } from '@hinterland/answers/words';
import type { Output } from './schema.ts';

type Candidate = Output['candidates'][number];

const OPEN_MAX = 3;
const AMOUNTS = ['captured', 'takenFromCompetitors', 'takenFromOwn', 'newToMarket'] as const;

/** The places in their order by what a store there would newly take, each with its reasons and how far its rank holds. */
export function tell({ candidates, spendUnit, currency, variants }: Output): Telling {
  const [best] = candidates;
  const unit = { unit: spendUnit, currency };
  const ranked = candidates.map((one) => ({
    id: String(one.id),
    name: { words: [`${one.rank}.`, placeName(one)] },
    value: one.netNew,
    isQuiet: one.rank !== 1,
  }));
  return {
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
          parts: candidateParts(candidate, unit, variants.length, `/candidates/${i}`),
        }),
      ),
    ],
  };
}

/** Its reasons, where its sales come from, and how far its rank holds. */
function candidateParts(
  candidate: Candidate,
  unit: { unit: string; currency: string | null },
  variants: number,
  pointer: string,
): readonly Part[] {
  const { keepsRank, bestRank, worstRank } = candidate.sensitivity;
  return [
    { kind: 'list', items: candidate.reasons.map((english) => ({ english })) },
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
