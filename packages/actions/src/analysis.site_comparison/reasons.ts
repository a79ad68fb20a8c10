import type { Output } from './schema.ts';

type Row = Output['tables'][number]['rows'][number];

/** Sentences per candidate. */
const REASONS = 3;

/**
 * What speaks for each candidate, or against it: first the rows in which it is alone the best, those with the widest lead
 * first; then, for who has fewer than two, the rows in which it is furthest behind. Every figure of a sentence stands in a table.
 */
export function reasonsOf(names: readonly string[], rows: readonly Row[], currency: string | null): string[][] {
  const judged = rows.filter(({ better }) => better !== null);
  return names.map((_, candidate) => {
    const leads = judged
      .flatMap((row) => leadOf(row, candidate, names, currency) ?? [])
      .sort((a, b) => b.weight - a.weight);
    const chosen = leads.slice(0, REASONS).map(({ text }) => text);
    if (chosen.length >= 2) return chosen;
    const behind = judged
      .flatMap((row) => lagOf(row, candidate, names, currency) ?? [])
      .sort((a, b) => b.weight - a.weight)
      .slice(0, REASONS - chosen.length);
    const all = [...chosen, ...behind.map(({ text }) => text)];
    return all.length > 0 ? all : ['No figure sets this site apart from the others.'];
  });
}

interface Sentence {
  readonly text: string;
  /** Relative distance to the one it is compared with, 0 or more. */
  readonly weight: number;
}

function leadOf(row: Row, candidate: number, names: readonly string[], currency: string | null): Sentence | null {
  const value = row.values[candidate];
  if (value === null || value === undefined) return null;
  const others = rankedOthers(row, candidate);
  const next = others[0];
  if (next === undefined || !isBetter(row, value, next.value)) return null;
  const [own, other] = figures(value, next.value, row.unit, currency);
  return {
    text: `${sentence(row.label)}: ${own}, the ${row.better === 'higher' ? 'highest' : 'lowest'} of all; ${names[next.index]} follows with ${other}.`,
    weight: relative(value, next.value),
  };
}

function lagOf(row: Row, candidate: number, names: readonly string[], currency: string | null): Sentence | null {
  const value = row.values[candidate];
  if (value === null || value === undefined) return null;
  const best = rankedOthers(row, candidate)[0];
  if (best === undefined || !isBetter(row, best.value, value)) return null;
  const [own, other] = figures(value, best.value, row.unit, currency);
  return {
    text: `${sentence(row.label)}: ${own}, against ${other} at ${names[best.index]}.`,
    weight: relative(value, best.value),
  };
}

function rankedOthers({ values, better }: Row, candidate: number): { index: number; value: number }[] {
  const sign = better === 'higher' ? -1 : 1;
  return values
    .flatMap((value, index) => (value === null || index === candidate ? [] : [{ index, value }]))
    .sort((a, b) => sign * (a.value - b.value) || a.index - b.index);
}

const isBetter = ({ better }: Row, a: number, b: number) => (better === 'higher' ? a > b : a < b);

const relative = (a: number, b: number) => Math.abs(a - b) / Math.max(Math.abs(a), Math.abs(b), 1e-9);

const sentence = (label: string) => label.charAt(0).toUpperCase() + label.slice(1);

/** Units that stand behind a figure; labels name the others. */
const WORDS: Readonly<Record<string, string>> = {
  percent: '%',
  years: 'years',
  currency_per_year: 'a year',
  currency_per_year_and_person: 'a year and person',
  currency_per_square_meter: 'a year and m²',
};

/** Counted things, which are whole numbers. */
const WHOLE = new Set(['persons', 'families', 'stores', 'residents']);

const DIGITS = 3;
/** Values are rounded to fewer digits than this. */
const DIGITS_MAX = 17;

/** Returns two values that differ as texts that differ: "114 million XMD a year", "2.41". Others than counts have three digits, or as many as tell them apart. */
function figures(one: number, other: number, unit: string, currency: string | null): [string, string] {
  const word = [unit.startsWith('currency') ? currency : null, WORDS[unit]].filter(Boolean).join(' ');
  for (let digits = DIGITS; ; digits++) {
    const texts = [one, other].map((value) =>
      WHOLE.has(unit) ? value.toLocaleString('en', { maximumFractionDigits: 0 }) : inDigits(value, digits),
    ) as [string, string];
    if (texts[0] !== texts[1] || WHOLE.has(unit) || digits === DIGITS_MAX)
      return texts.map((text) => (word === '%' ? `${text}%` : `${text} ${word}`.trim())) as [string, string];
  }
}

/** "27,500", "114 million", "3.06 billion". */
const inDigits = (value: number, digits: number): string =>
  value.toLocaleString('en', {
    maximumSignificantDigits: digits,
    ...(Math.abs(value) < 1e6 ? {} : { notation: 'compact', compactDisplay: 'long' }),
  });
