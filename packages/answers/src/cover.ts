import type { FigureTable, Part, Ranges, Telling } from './telling.ts';
import type { Said } from './words/said.ts';
import type { Words } from './words/words.ts';

/** What a workbook says before its tables, in the language of its reader. */
export interface Cover {
  /** Names of its sheets. */
  readonly sheets: { readonly answer: string; readonly figures: string };
  readonly title: string;
  /** What was asked. */
  readonly question: string;
  /** The answer in a sentence; null where there is no yes or no. */
  readonly headline: string | null;
  /** What it rests on, and how sure it is. */
  readonly sentences: readonly string[];
  /** Who, when, where from: a name and its value. */
  readonly facts: readonly (readonly [string, string | Date])[];
  /** What the answer tells, from top to bottom. */
  readonly figures: readonly FiguresOf[];
}

/** Figures in rows with their names and units. */
export interface FiguresOf {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly FigureRow[];
}

interface FigureRow {
  readonly title: string;
  /** As readers call it, "minutes"; empty where the title says it. */
  readonly unit: string;
  readonly isShare: boolean;
  readonly values: readonly (number | null)[];
}

/** Of whom a cover is. */
export interface About {
  readonly title: string;
  readonly question: string;
  /** "Ann, Acme · version 3". */
  readonly by: string;
  readonly at: Date;
  /** Where the answer is read; null where it is stored nowhere. */
  readonly link: string | null;
  /** Versions and names of the data. */
  readonly data: readonly string[];
}

export function coverOf({ verdict, sentence, modelled, sections }: Telling, words: Words, about: About): Cover {
  const { title, question, by, at, link, data } = about;
  const first = sentence === null ? [] : [`${words.tell(sentence.figure)} ${words.tell(sentence.rest)}`];
  const because = verdict === undefined ? [] : verdict.because.map((one) => words.title(one));
  const sure = verdict === undefined ? [] : [`${words.say('verdict.howSure')} ${words.title(verdict.sure)}`];
  const fact = (key: 'by' | 'day' | 'link' | 'data', value: string | Date) =>
    [words.say(`workbook.${key}`), value] as const;
  return {
    sheets: { answer: words.say('workbook.answer'), figures: words.say('workbook.figures') },
    title,
    question,
    headline: verdict === undefined ? null : words.title(verdict.headline),
    sentences: [...because, ...sure, ...first, ...(modelled === undefined ? [] : [words.title(modelled)])],
    facts: [
      ...(by === '' ? [] : [fact('by', by)]),
      fact('day', at),
      ...(link === null ? [] : [fact('link', link)]),
      ...(data.length === 0 ? [] : [fact('data', data.join(' · '))]),
    ],
    figures: sections.flatMap(({ title: of, parts }) => parts.flatMap((part) => figuresOf(part, of, words))),
  };
}

function figuresOf(part: Part, title: Said | undefined, words: Words): readonly FiguresOf[] {
  const named = title === undefined ? '' : words.title(title);
  if (part.kind === 'choice')
    return part.choices.flatMap(({ name, parts }) =>
      parts.flatMap((one) => figuresOf(one, title === undefined ? name : { all: [title, name] }, words)),
    );
  if (part.kind === 'table') return [tableFigures(part, named, words)];
  if (part.kind === 'picture') return part.table === undefined ? [] : [tableFigures(part.table, named, words)];
  if (part.kind === 'ranges') return [rangeFigures(part, named, words)];
  if (part.kind !== 'bars') return [];
  const unit = unitOf(part, words);
  const rows = part.bars.map(({ name, value }) => ({
    title: words.title(name),
    unit,
    isShare: part.unit === 'share',
    values: [value],
  }));
  return rows.length === 0 ? [] : [{ title: named, columns: [], rows }];
}

const tableFigures = ({ columns, rows }: FigureTable, title: string, words: Words): FiguresOf => ({
  title,
  columns: columns.map((one) => words.title(one)),
  rows: rows.map(({ group, title: name, unit, cells }) => ({
    title: words.title(group === undefined ? name : { all: [group, name] }),
    unit: unitOf(unit ?? { unit: cells[0]?.unit ?? '' }, words),
    isShare: (cells[0]?.unit ?? unit?.unit) === 'share',
    values: cells.map(({ value }) => value),
  })),
});

/** Expected figures, each with the ends of its ranges. */
const rangeFigures = (part: Ranges, title: string, words: Words): FiguresOf => ({
  title,
  columns: [
    { text: 'ranges.value' } as const,
    ...(['eight', 'nineteen'] as const).flatMap((share): Said[] => {
      const how = { text: `ranges.${share}` } as const;
      return [
        { text: 'ranges.low', with: { how } },
        { text: 'ranges.high', with: { how } },
      ];
    }),
  ].map((one) => words.title(one)),
  rows: part.ranges.map(({ name, value, eight, nineteen }) => ({
    title: words.title(name),
    unit: unitOf(part, words),
    isShare: part.unit === 'share',
    values: [value, ...[eight, nineteen].flatMap((span) => [span?.low ?? null, span?.high ?? null])],
  })),
});

const unitOf = (
  { unit, currency }: { readonly unit: string; readonly currency?: string | null },
  words: Words,
): string => (unit === '' || unit === 'share' ? '' : words.tell({ unit, ...(currency == null ? {} : { currency }) }));
