import type { Output } from './schema.ts';

type Row = Output['tables'][number]['rows'][number];

/** Sentences per candidate. */
const REASONS = 3;

/**
 * What speaks for each candidate, or against it: first the rows in which it is alone the best, those with the widest lead
 * first; then, for who has fewer than two, the rows in which it is furthest behind. Every figure of a sentence stands in a table.
 */
export function reasonsOf(names: readonly string[], rows: readonly Row[]): string[][] {
  const judged = rows.filter(({ better }) => better !== null);
  return names.map((_, candidate) => {
    const leads = judged.flatMap((row) => leadOf(row, candidate, names) ?? []).sort((a, b) => b.weight - a.weight);
    const chosen = leads.slice(0, REASONS).map(({ text }) => text);
    if (chosen.length >= 2) return chosen;
    const behind = judged
      .flatMap((row) => lagOf(row, candidate, names) ?? [])
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

function leadOf(row: Row, candidate: number, names: readonly string[]): Sentence | null {
  const value = row.values[candidate];
  if (value === null || value === undefined) return null;
  const others = rankedOthers(row, candidate);
  const next = others[0];
  if (next === undefined || !isBetter(row, value, next.value)) return null;
  const gap = relative(value, next.value);
  return {
    text: `${sentence(row.label)}: ${figure(value, row.unit)}, the ${row.better === 'higher' ? 'most' : 'least'} of all; ${names[next.index]} follows with ${figure(next.value, row.unit)}.`,
    weight: gap,
  };
}

function lagOf(row: Row, candidate: number, names: readonly string[]): Sentence | null {
  const value = row.values[candidate];
  if (value === null || value === undefined) return null;
  const best = rankedOthers(row, candidate)[0];
  if (best === undefined || !isBetter(row, best.value, value)) return null;
  return {
    text: `${sentence(row.label)}: ${figure(value, row.unit)}, against ${figure(best.value, row.unit)} at ${names[best.index]}.`,
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

const WORDS: Readonly<Record<string, string>> = {
  persons: 'residents',
  families: 'families',
  stores: 'stores',
  percent: '%',
  years: 'years',
  currency_per_year: 'a year',
  currency_per_year_and_person: 'a year and person',
  currency_per_square_meter: 'a year and m²',
  stores_per_10000: 'per 10,000 residents',
  persons_per_square_km: 'residents per km²',
};

/** "84,120 residents", "23.4 %": whole numbers where that is exact enough. */
function figure(value: number, unit: string): string {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  const text = value.toLocaleString('en', { maximumFractionDigits: digits });
  return `${text} ${WORDS[unit] ?? unit.replaceAll('_', ' ')}`;
}
