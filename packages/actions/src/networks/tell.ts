import { type Bar, bars, type Part, placeName, type Said, type Section } from '@hinterland/answers/words';
import type { z } from 'zod';
import type { placement } from './placementFields.ts';

interface Covered {
  readonly coveredByOne: number;
  readonly coveredByTwoOrMore: number;
  readonly unreached: number;
  /** Absent in answers that were given before there was such a figure. */
  readonly reachedShare?: number | null;
}

/** People whom one store reaches, several, or none in the areas touched, and the share of these who are reached. */
export const tellCovered = ({ coveredByOne, coveredByTwoOrMore, unreached, reachedShare }: Covered): Section => ({
  title: { text: 'covered.title' },
  parts: [
    bars('split', { unit: 'persons' }, [
      { id: 'one', name: { text: 'covered.one' }, value: coveredByOne },
      { id: 'more', name: { text: 'covered.more' }, value: coveredByTwoOrMore },
      { id: 'none', name: { text: 'covered.none' }, value: unreached },
    ]),
    ...(reachedShare == null
      ? []
      : [{ kind: 'text', text: { text: 'covered.share', with: { share: { portion: reachedShare } } } } as const]),
  ],
});

interface Gap {
  readonly code: string;
  readonly name: string;
  readonly kind: string;
  readonly unreached: number;
}

const GAPS_SHOWN = 6;

/** Areas with the most people whom no store reaches. */
export function tellGaps(areas: readonly Gap[]): readonly Section[] {
  const gaps = areas
    // A postcode is named by itself.
    .map(({ code, name, kind, unreached }): Bar & { value: number } => ({
      id: code,
      name: name === code ? { words: [{ code: kind }, code] } : name,
      value: unreached,
      isQuiet: true,
    }))
    .filter(({ value }) => value >= 1)
    .toSorted((a, b) => b.value - a.value);
  if (gaps.length === 0) return [];
  const others: Said = { text: 'covered.others', count: gaps.length - GAPS_SHOWN };
  return [
    {
      title: { text: 'covered.gaps' },
      parts: [
        bars('bars', { unit: 'persons' }, gaps.slice(0, GAPS_SHOWN)),
        ...(gaps.length > GAPS_SHOWN ? [{ kind: 'text', text: others } as const] : []),
      ],
    },
  ];
}

type Placement = z.output<typeof placement>;

/** The candidates that are best together with the people who go to each, what they bring, and how far from the best they can be. */
export function tellPlacement(result: Placement): Section {
  const { places } = result;
  const opened = places.map((one) => ({ id: String(one.id), name: placeName(one), value: one.people }));
  return {
    title: { text: 'chart.placement' },
    parts: [
      ...(opened.length === 0 ? [] : [bars('bars', { unit: 'persons' }, opened)]),
      ...saidOf(result).map((text) => ({ kind: 'text', text }) as const),
    ],
  };
}

function saidOf({ objective, places, before, value, bound, status, isReached, reachedShare }: Placement): Said[] {
  const share = { figure: reachedShare, unit: 'share' };
  if (objective === 'least_stores') {
    if (!isReached) return [{ text: 'placement.notReached', with: { share } }];
    return [
      { text: 'placement.least_stores', count: places.length, with: { share } },
      status === 'optimal'
        ? { text: 'placement.fewest' }
        : { text: 'placement.boundStores', with: { bound: { figure: bound, unit: 'stores' } } },
    ];
  }
  if (objective === 'people_within_capacity') {
    const people = (figure: number): Said => ({ figure, unit: 'persons' });
    return [
      { text: 'placement.people_within_capacity', with: { value: people(value), before: people(before) } },
      status === 'optimal' ? { text: 'order.best' } : { text: 'placement.boundPeople', with: { bound: people(bound) } },
    ];
  }
  const minutes = (figure: number): Said => ({ figure, unit: 'minutes' });
  return [
    { text: `placement.${objective}`, with: { value: minutes(value), before: minutes(before) } },
    status === 'optimal' ? { text: 'order.best' } : { text: 'placement.bound', with: { bound: minutes(bound) } },
  ];
}

const STEPS_SHOWN = 8;
const MOVED_TOLD = 4;
/** Sales of a year, in the currency that the answer says. */
const moneyIn = (currency: string | null) => ({ unit: 'currency_per_year', currency }) as const;
type Money = ReturnType<typeof moneyIn>;

interface Store {
  readonly id: string | number;
  readonly name?: string | undefined;
}

interface Step extends Store {
  readonly sales: number;
  readonly toOwn: number;
  readonly toRivals: number;
  readonly toNobody: number;
  readonly moved: readonly (Store & { readonly sales: number })[];
  readonly keptShare: number;
}

/** Closing by own sales, as results have it. */
interface Closings {
  readonly steps: readonly Step[];
  readonly stores: readonly (Store & { readonly lost: number })[];
}

/** Which store closes at the least loss of own sales, where the sales of each go, and the loss of each that closes alone. */
export function tellClosing({ steps, stores }: Closings, currency: string | null): readonly Section[] {
  const money = moneyIn(currency);
  const shown = steps.slice(0, STEPS_SHOWN);
  if (shown.length === 0) return [];
  const moves = shown.map((step) => ({
    name: { text: 'closing.where', with: { name: placeName(step) } } as const,
    parts: [bars('split', money, movesOf(step))],
  }));
  const alone = stores.map((one): Bar & { value: number } => ({
    id: String(one.id),
    name: placeName(one),
    value: one.lost,
    isQuiet: one.id !== shown[0]!.id,
  }));
  return [
    { title: { text: 'closing.title' }, parts: [closingTable(shown, money)] },
    moves.length === 1
      ? { title: moves[0]!.name, unit: money, parts: moves[0]!.parts }
      : { parts: [{ kind: 'choice', label: { text: 'closing.step' }, choices: moves }] },
    ...(alone.length < 2
      ? []
      : [
          {
            title: { text: 'closing.alone' },
            unit: money,
            parts: [bars('bars', money, alone.slice(0, STEPS_SHOWN))],
          } as const,
        ]),
  ];
}

const closingTable = (steps: readonly Step[], money: Money): Part => ({
  kind: 'table',
  columns: [{ field: 'sales' }, { text: 'closing.toOwn' }, { text: 'closing.toRivals' }, { text: 'closing.toNobody' }],
  rows: steps.map((step, i) => ({
    id: String(step.id),
    title: steps.length === 1 ? placeName(step) : { words: [`${i + 1}.`, placeName(step)] },
    note: { text: 'closing.kept', with: { share: { portion: step.keptShare } } },
    unit: money,
    cells: (['sales', 'toOwn', 'toRivals', 'toNobody'] as const).map((member) => ({
      value: step[member],
      pointer: `/closingBySales/steps/${i}/${member}`,
      unit: money.unit,
    })),
  })),
});

/** All that a store sells: what the own stores take that take most, by name, the others together, rivals, and nobody. */
function movesOf({ moved, toOwn, toRivals, toNobody }: Step): readonly Bar[] {
  const named = moved
    .slice(0, MOVED_TOLD)
    .map((one) => ({ id: String(one.id), name: placeName(one), value: one.sales }));
  const rest = toOwn - named.reduce((sum, { value }) => sum + value, 0);
  return [
    ...named,
    ...(moved.length > named.length ? [{ id: 'own', name: { text: 'closing.otherOwn' }, value: rest } as const] : []),
    { id: 'rivals', name: { text: 'closing.toRivals' }, value: toRivals, isQuiet: true },
    { id: 'nobody', name: { text: 'closing.toNobody' }, value: toNobody, isQuiet: true },
  ];
}
