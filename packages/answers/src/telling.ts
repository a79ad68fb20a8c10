import type { Said } from './words/said.ts';

/** What an answer says, as data: every surface draws it in its own way and in the language of its reader. */
export interface Telling {
  /** What it decides; absent where the question has no yes or no. */
  readonly verdict?: Verdict;
  /** What it says first; null where it has no such figure. */
  readonly sentence: Sentence | null;
  /** That figures of spend are modelled, and how far off they typically are; absent where none is, and where the verdict says so. */
  readonly modelled?: Said;
  readonly sections: readonly Section[];
}

export type Outcome = 'yes' | 'no' | 'not_clear';

/** The answer to a question of yes or no, by the rule of docs/methods/verdicts.md. */
export interface Verdict {
  readonly outcome: Outcome;
  /** The answer in a sentence. */
  readonly headline: Said;
  /** The figures that it rests on, in sentences. */
  readonly because: readonly Said[];
  /** Names of the places that it is about, where the headline only counts them: what is compared with another answer. */
  readonly named?: readonly string[];
  /** How far it holds where assumptions are others, or what it could not be tried with. */
  readonly sure: Said;
}

/** A figure, and the rest of the sentence. */
export interface Sentence {
  readonly figure: Said;
  readonly rest: Said;
  /** Place of the figure in the result as a JSON pointer, with its value. */
  readonly at?: { readonly pointer: string; readonly value: number };
}

/** A unit of the service; amounts of money have the currency of the answer. */
export interface Unit {
  readonly unit: string;
  readonly currency?: string | null;
}

export interface Section {
  readonly title?: Said;
  /** Stands behind the title. */
  readonly unit?: Unit;
  /** Id of the place that it is about, which joins it with the map. */
  readonly id?: string;
  /** Stands beside the title. */
  readonly note?: Said;
  readonly parts: readonly Part[];
  /** Whether it is opened by those who want more. */
  readonly isFolded?: boolean;
  /** Whether a report has it whole: what its reader needs to know how far to trust the figures. */
  readonly isKept?: boolean;
}

export type Part =
  | { readonly kind: 'text'; readonly text: Said }
  /** Sentences beside each other, or steps one after the other. */
  | { readonly kind: 'list'; readonly items: readonly Said[]; readonly isOrdered?: boolean }
  | Bars
  | Ranges
  | Scatter
  | FigureTable
  /** One of several at a time. */
  | { readonly kind: 'choice'; readonly label: Said; readonly choices: readonly Choice[] }
  /** Something that is more than bars, drawn from the result at a pointer where a surface can; elsewhere its table. */
  | { readonly kind: 'picture'; readonly picture: Picture; readonly pointer: string; readonly table?: FigureTable };

/** Pictures of their own: shapes of an area, tables of the census, plans to step through. */
export type Picture = 'outlines' | 'topics' | 'plans' | 'own';

export interface Choice {
  readonly name: Said;
  readonly parts: readonly Part[];
}

/** Figures beside each other as a picture. */
export interface Bars extends Unit {
  readonly kind: 'bars';
  /**
   * `bars` below each other, `columns` along an axis, `lines` along time with those of other places, `split` the portions of a whole,
   * `differences` to both sides of nothing.
   */
  readonly shape: 'bars' | 'columns' | 'lines' | 'split' | 'differences';
  readonly bars: readonly Bar[];
  /** Names and values of other places along the same axis. */
  readonly beside?: readonly { readonly name: Said; readonly values: readonly (number | null)[] }[];
}

export interface Bar {
  readonly id: string;
  readonly name: Said;
  readonly value: number | null;
  /** Drawn pale, beside those that are asked about. */
  readonly isQuiet?: boolean;
  /** Share of the room of a difference, from -1 to 1. */
  readonly size?: number;
}

/** Expected figures, each with the ranges that hold it in eight of ten and in 19 of 20 cases. */
export interface Ranges extends Unit {
  readonly kind: 'ranges';
  readonly ranges: readonly RangeOf[];
}

export interface RangeOf {
  readonly id: string;
  readonly name: Said;
  readonly value: number;
  /** Null where too little is known for it. */
  readonly eight: Span | null;
  readonly nineteen: Span | null;
  /** Whether it lies beyond what is known, so that the ranges hold less surely. */
  readonly isBeyond?: boolean;
}

export interface Span {
  readonly low: number;
  readonly high: number;
}

/** Two figures of each of many things, along two axes of the same unit. */
export interface Scatter extends Unit {
  readonly kind: 'scatter';
  readonly across: Said;
  readonly up: Said;
  readonly dots: readonly Dot[];
}

export interface Dot {
  readonly id: string;
  readonly name: Said;
  readonly across: number;
  readonly up: number;
  /** Whether it stands out from the others. */
  readonly isMarked?: boolean;
}

/** Figures in rows. */
export interface FigureTable {
  readonly kind: 'table';
  readonly columns: readonly Said[];
  readonly rows: readonly Row[];
  readonly isFolded?: boolean;
}

export interface Row {
  readonly id: string;
  readonly title: Said;
  readonly note?: Said;
  /** Rows of the same group are one after the other. */
  readonly group?: Said;
  /** Unit of all figures of the row that have none of their own. */
  readonly unit?: Unit;
  readonly cells: readonly RowCell[];
}

export interface RowCell {
  readonly value: number | null;
  /** Place in the result as a JSON pointer. */
  readonly pointer: string;
  readonly unit: string;
  /** Whether all digits are shown: those beside it would read the same otherwise. */
  readonly isExact?: boolean;
  readonly isBest?: boolean;
}

/** Returns figures beside each other. */
export const bars = (shape: Bars['shape'], unit: Unit, list: readonly Bar[], beside?: Bars['beside']): Bars => ({
  kind: 'bars',
  shape,
  ...unit,
  bars: list,
  ...(beside === undefined ? {} : { beside }),
});

/** Bars with what they are about. */
export interface Chart {
  readonly title: Said;
  readonly part: Bars;
}

/** Returns the bars of a telling, in their order, for surfaces that draw nothing else of it. Those with less than two are left out. */
export const chartsIn = ({ sections }: Telling): readonly Chart[] =>
  sections.flatMap(({ title, unit, parts }) => {
    const titles: readonly Said[] = title === undefined ? [] : unit === undefined ? [title] : [{ all: [title, unit] }];
    return chartsOf(parts, titles);
  });

function chartsOf(parts: readonly Part[], titles: readonly Said[]): Chart[] {
  return parts.flatMap((part, i): Chart[] => {
    if (part.kind === 'choice') return part.choices.flatMap(({ name, parts: own }) => chartsOf(own, [...titles, name]));
    if (part.kind !== 'bars' || part.bars.filter(({ value }) => value !== null).length < 2) return [];
    const before = parts[i - 1];
    const own = before?.kind === 'text' && part.shape !== 'differences' ? [before.text] : [];
    const [first = '', ...others] = [...titles, ...own];
    const title = others.reduce<Said>((of, one): Said => ({ text: 'chart.of', with: { of, part: one } }), first);
    return [{ title, part }];
  });
}
