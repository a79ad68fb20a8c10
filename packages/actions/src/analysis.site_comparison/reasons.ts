import { englishValue, type Sentence, type Statement, said, type Value } from '@hinterland/answers/said';
import type { Output } from './schema.ts';

type Row = Output['tables'][number]['rows'][number];

/** Sentences per candidate. */
const REASONS = 3;

/**
 * What speaks for each candidate, or against it: first the rows in which it is alone the best, those with the widest lead
 * first; then, for who has fewer than two, the rows in which it is furthest behind. Every figure of a sentence stands in a table.
 */
export function reasonsOf(names: readonly string[], rows: readonly Row[], currency: string | null): Sentence[][] {
  const judged = rows.filter(({ better }) => better !== null);
  return names.map((_, candidate) => {
    const leads = judged
      .flatMap((row) => leadOf(row, candidate, names, currency) ?? [])
      .sort((a, b) => b.weight - a.weight);
    const chosen = leads.slice(0, REASONS).map(({ sentence }) => sentence);
    if (chosen.length >= 2) return chosen;
    const behind = judged
      .flatMap((row) => lagOf(row, candidate, names, currency) ?? [])
      .sort((a, b) => b.weight - a.weight)
      .slice(0, REASONS - chosen.length);
    const all = [...chosen, ...behind.map(({ sentence }) => sentence)];
    return all.length > 0 ? all : [said('site_nothing')];
  });
}

interface Weighed {
  readonly sentence: Sentence;
  /** Relative distance to the one it is compared with, 0 or more. */
  readonly weight: number;
}

function leadOf(row: Row, candidate: number, names: readonly string[], currency: string | null): Weighed | null {
  const value = row.values[candidate];
  if (value === null || value === undefined) return null;
  const others = rankedOthers(row, candidate);
  const next = others[0];
  if (next === undefined || !isBetter(row, value, next.value)) return null;
  const [own, other] = figures(value, next.value, row.unit, currency);
  const values = { row: labelOf(row), own, other, next: names[next.index]! };
  return {
    sentence: row.better === 'higher' ? said('site_highest', values) : said('site_lowest', values),
    weight: relative(value, next.value),
  };
}

function lagOf(row: Row, candidate: number, names: readonly string[], currency: string | null): Weighed | null {
  const value = row.values[candidate];
  if (value === null || value === undefined) return null;
  const best = rankedOthers(row, candidate)[0];
  if (best === undefined || !isBetter(row, best.value, value)) return null;
  const [own, other] = figures(value, best.value, row.unit, currency);
  return {
    sentence: said('site_against', { row: labelOf(row), own, other, best: names[best.index]! }),
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

/** The name of a row at the beginning of a sentence. */
const labelOf = ({ said: { label } = {} }: Row): Value => label as Statement;

/** Counted things, which are whole numbers. */
const WHOLE = new Set(['persons', 'families', 'stores', 'residents']);

const DIGITS = 3;
/** Values are rounded to fewer digits than this. */
const DIGITS_MAX = 17;

/** Returns two values that differ as texts that differ: "114 million XMD a year", "2.41". Others than counts have three digits, or as many as tell them apart. */
function figures(one: number, other: number, unit: string, currency: string | null): [Value, Value] {
  for (let digits = DIGITS; ; digits++) {
    const values = [one, other].map((value) => figure(value, digits, unit, currency)) as [Value, Value];
    const [first, second] = values.map(englishValue);
    if (first !== second || WHOLE.has(unit) || digits === DIGITS_MAX) return values;
  }
}

/** A figure with what stands behind it; labels name the other units. */
function figure(value: number, digits: number, unit: string, currency: string | null): Value {
  if (WHOLE.has(unit)) return { number: Math.round(value) };
  if (unit.startsWith('currency')) {
    const money = inDigits(value, digits, currency);
    if (unit === 'currency_per_year') return said('money_year', { money });
    if (unit === 'currency_per_year_and_person') return said('money_year_person', { money });
    return unit === 'currency_per_square_meter' ? said('money_year_area', { money }) : money;
  }
  const figure = inDigits(value, digits, null);
  if (unit === 'percent') return said('percent', { percent: figure });
  return unit === 'years' ? said('years', { years: figure }) : figure;
}

const LARGE = [
  [1e12, 'trillion'],
  [1e9, 'billion'],
  [1e6, 'million'],
] as const;
const WITH_UNIT = { trillion: 'trillion', billion: 'thousand_million', million: 'million' } as const;

/** "27,500", "114 million", "3.06 billion". */
function inDigits(value: number, digits: number, currency: string | null): Value {
  const shown = Number(value.toPrecision(digits));
  const large = LARGE.find(([from]) => Math.abs(value) >= 1e6 && Math.abs(shown) >= from);
  if (large === undefined)
    return currency === null ? { number: shown } : said('amount', { value: { number: shown }, currency });
  const [from, name] = large;
  const counted = { number: Number((shown / from).toPrecision(digits)) };
  return currency === null
    ? said(`${name}_bare`, { value: counted })
    : said(WITH_UNIT[name], { value: counted, unit: currency });
}
