import { type Said, type Verdict, wholeOf } from '@hinterland/answers/words';
import { sharesSaid } from '../verdicts/draws.ts';
import { CLEAR_SHARE, DRAWS_TOLD, EDGE_TOLD, HELD_LEAST, OUTCOME_KEYS, SOLD_AT_MOST } from '../verdicts/outcome.ts';
import type { SectorResults } from './sectorFields.ts';

type Sector = Extract<SectorResults['sectors'][number], { available: true }>;
type Room = NonNullable<Sector['room']>;

/** Spend and usual sales of a region that are farther apart are told, and the place judged beside them. */
const APART = 1.5;
/** Farther than this they describe no market. */
const NONE = 3;
/** Draws without an answer of which the reason is told first. */
const UNTOLD = 0.5;

/**
 * Whether there is room for one more store of usual size: unmet demand, and at the place its usual sales, in nearly all draws of what is
 * uncertain. Null for answers that were given before the market of the place was counted.
 */
export function roomVerdict(
  { parts }: Pick<SectorResults, 'parts'>,
  sector: Sector,
  currency: string | null,
): Verdict | null {
  const { room } = sector;
  const named = { sector: { sector: sector.code, name: sector.name } } as const;
  if (room === undefined || sector.figures[wholeOf(parts)?.id ?? ''] === undefined) return null;
  const notClear = { text: 'verdict.room.notClear', with: named } as const;
  if (room === null) {
    return {
      outcome: 'not_clear',
      headline: notClear,
      because: [],
      sure: { text: sector.demandUnit === 'currency_per_year' ? 'verdict.room.noSuchSpend' : 'verdict.room.noMoney' },
    };
  }
  const because = reasonsOf(room, sector, currency);
  if (room.needsCar) return { outcome: 'not_clear', headline: notClear, because, sure: { text: 'verdict.room.byCar' } };
  const { yes, no } = room.draws;
  const isSeen = (room.completeness?.low ?? 0) >= HELD_LEAST;
  const outcome = yes >= CLEAR_SHARE && isSeen ? 'yes' : no >= CLEAR_SHARE ? 'no' : 'not_clear';
  const decides = yes >= CLEAR_SHARE ? 'stores' : room.draws.decides;
  return {
    outcome,
    headline: { text: `verdict.room.${OUTCOME_KEYS[outcome]}`, with: named },
    because: outcome === 'yes' ? because : [...because, ...quarrelOf(room)],
    sure:
      outcome === 'yes'
        ? {
            text: 'verdict.room.sureYes',
            with: {
              share: { portion: yes },
              draws: DRAWS_TOLD,
              more: moreSaid(room),
            },
          }
        : outcome === 'no'
          ? { text: 'verdict.room.sureNo', with: { share: { portion: no }, draws: DRAWS_TOLD } }
          : isApart(room.regionBalance, NONE) && room.beyondMapShare < UNTOLD
            ? regionSaid(room.regionBalance ?? 0)
            : {
                words: [
                  sharesSaid(room.draws, { some: 'verdict.room.sureSome', none: 'verdict.room.sureNone' }),
                  ...(decides === null ? [] : [{ text: `verdict.decides.${decides}` } as const]),
                ],
              },
  };
}

/** How many more until all sell only what is usual; nobody signs for more than there may be by now. */
function moreSaid({ more, stores, completeness }: Room): Said {
  const most = completeness === null ? stores : stores / completeness.low;
  const whole = (count: number) => Math.max(1, Math.floor(Math.min(count, most)));
  const [low, high] = [whole(more?.low ?? 0), whole(more?.high ?? 0)];
  return low === high ? { figure: low, unit: 'stores' } : { range: [low, high] };
}

/** Where a region has too much spend, stores are missing; where it has too little, customers. */
const regionSaid = (balance: number): Said => ({
  text: balance > 1 ? 'verdict.room.region' : 'verdict.room.regionLess',
  with: { times: times(balance) },
});

/** That sums are modelled, and how far they typically lie from published ones. */
export const modelledSaid = (share: number | undefined): readonly Said[] =>
  share === undefined ? [] : [{ text: 'market.modelled', with: { share: { portion: share } } }];

/** Spend and usual sales, what the new one would take and who loses it, and what else to know of the place. */
function reasonsOf(
  room: Room,
  { demandUnit, oneMore, demandErrorShare }: Sector,
  currency: string | null,
): readonly Said[] {
  const money = (figure: number): Said => ({ figure, unit: demandUnit, currency });
  const { minutes, stores, captured, losers, regionBalance, beyondMapShare } = room;
  const sums = { demand: money(room.demand), supply: money(room.supply) };
  const within: Readonly<Record<string, Said>> =
    minutes === null ? {} : { minutes: { figure: minutes, unit: 'minutes' } };
  const balance: Said =
    stores === 0
      ? { text: minutes === null ? 'verdict.room.alone' : 'verdict.room.reachAlone', with: { ...sums, ...within } }
      : {
          text: minutes === null ? 'verdict.room.balance' : 'verdict.room.reachBalance',
          count: stores,
          with: { ...sums, ...within, times: times(room.demand / room.supply) },
        };
  // Where they are farther apart, a sentence of its own says how the place is judged.
  const around: Said | null =
    stores === 0 || regionBalance === null || isApart(regionBalance, APART)
      ? null
      : { text: 'verdict.room.regionTimes', with: { times: times(regionBalance) } };
  const takes: readonly Said[] =
    captured === null
      ? []
      : [
          {
            text: captured > SOLD_AT_MOST * room.usualSales ? 'verdict.room.inReach' : 'verdict.room.takes',
            with: {
              size: { figure: oneMore.squareMeters, unit: 'square_meters' },
              captured: money(captured),
              usual: money(room.usualSales),
            },
          },
        ];
  const named = [...new Set((losers?.most ?? []).map(({ name }) => name))].filter((name) => name !== '');
  const loses: readonly Said[] =
    losers === null
      ? []
      : [
          {
            text: named.length > 0 ? 'verdict.room.taken' : 'verdict.room.takenSome',
            count: losers.stores,
            with: {
              taken: money(losers.stores === 1 ? losers.taken : (room.takenFromStores ?? losers.taken)),
              share: { portion: losers.lossShare },
              fresh: money(room.newToMarket ?? 0),
              ...(named.length > 0 ? { names: { all: named } } : {}),
            },
          },
        ];
  const left: readonly Said[] =
    captured === null || stores === 0
      ? []
      : [{ text: 'verdict.room.left', with: { times: times(Math.max(0, room.demand - captured) / room.supply) } }];
  return [
    around === null ? balance : { words: [balance, around] },
    ...modelledSaid(demandErrorShare),
    ...takes,
    ...loses,
    ...left,
    ...(isApart(regionBalance, APART) && room.draws.untold < UNTOLD
      ? [{ text: 'verdict.room.relative', with: { times: times(regionBalance) } } as const]
      : []),
    ...(beyondMapShare >= EDGE_TOLD
      ? [{ text: 'verdict.edge', with: { share: { portion: beyondMapShare } } } as const]
      : []),
  ];
}

/** Where the answer is neither yes nor no by the figures themselves, why: one of two is lacking, or the place is as the others of its region. */
function quarrelOf({ demand, supply, usualSales, captured, regionBalance, draws }: Room): readonly Said[] {
  if (captured === null || draws.untold >= UNTOLD) return [];
  const isUnmet = demand - supply >= usualSales;
  const sells = captured >= usualSales;
  if (isUnmet !== sells) return [{ text: isUnmet ? 'verdict.room.elsewhere' : 'verdict.room.served' }];
  if (!isApart(regionBalance, APART) || draws.no >= CLEAR_SHARE || sells !== regionBalance > 1) return [];
  return [{ text: sells ? 'verdict.room.asOthersMore' : 'verdict.room.asOthersLess' }];
}

const isApart = (balance: number | null, factor: number): balance is number =>
  balance !== null && !(balance < factor && balance > 1 / factor);

const times = (balance: number): Said => ({ figure: balance, unit: 'ratio' });
