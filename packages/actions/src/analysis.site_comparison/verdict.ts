import { limitOf, placeName, type Said, type TextKey, type Verdict } from '@hinterland/answers/words';
import { besideBest, gainSaid, isSure, sureSaid } from '../markets/bestVerdict.ts';
import { byForecast, forecastVerdict } from '../sales/verdict.ts';
import { amountOf } from '../verdicts/amount.ts';
import { apart, LEAD } from '../verdicts/outcome.ts';
import type { Output } from './schema.ts';

type Row = Output['tables'][number]['rows'][number];

/** Rows named in a reason. */
const ROWS_NAMED = 4;

/**
 * Which place is the best: by what a sales model expects it to add, where one is asked, by what a store would newly take, where a sector is, else by
 * the rows that have a better.
 */
export function verdictOf(output: Output): Verdict {
  const { salesModel, candidates, tables } = output;
  if (salesModel !== undefined) {
    const row = gainRow(tables);
    const lead = row === undefined ? null : leadOf(row);
    const first = lead === null ? undefined : candidates[lead.best];
    const forecast = forecastVerdict(candidates, salesModel, placeName, first ?? byForecast(candidates)[0]?.place);
    if (forecast !== null) return forecast;
  }
  return output.market === null ? byRows(output) : byGain(output, output.market);
}

/** The row of what a store would newly take by the sector's market. */
function gainRow(tables: Output['tables']): Row | undefined {
  const rows = tables.flatMap((table) => table.rows);
  return rows.find(({ id }) => id === 'net_new') ?? rows.find(({ id }) => id === 'captured');
}

/** The best of a row, by how large a share of the larger it differs from the next that is not left out, and that one. */
function leadOf(
  { better, values }: Row,
  isLeftOut = (_: number) => false,
): { best: number; next: number; share: number } | null {
  const known = values.flatMap((value, i) => (value === null || isLeftOut(i) ? [] : [{ value, i }]));
  if (better === null || known.length < 2) return null;
  const [first, second] = known.toSorted((a, b) => (better === 'higher' ? b.value - a.value : a.value - b.value));
  return { best: first!.i, next: second!.i, share: apart(first!.value, second!.value) };
}

/** A place leads where it stands out in more than half of the rows; none does where no row sets two apart. */
function byRows({ candidates, tables, reaches }: Output): Verdict {
  const judged = tables
    .flatMap(({ rows }) => rows)
    .flatMap((row) => {
      const lead = leadOf(row);
      return lead === null ? [] : [{ row, lead }];
    });
  const clear = judged.filter(({ lead }) => lead.share >= LEAD.clear);
  const won = candidates.map((_, i) => clear.filter(({ lead }) => lead.best === i));
  const most = won.findIndex((rows) => rows.length > judged.length / 2);
  const isSame = judged.every(({ lead }) => lead.share <= LEAD.none);
  const first = most >= 0 ? most : won.reduce((best, rows, i) => (rows.length > won[best]!.length ? i : best), 0);
  const values = { name: placeName(candidates[first]!), places: String(candidates.length) };
  const rows = won[first]!;
  const counted: Said = {
    text: 'verdict.best.rows',
    count: rows.length,
    with: {
      name: values.name,
      all: String(judged.length),
      rows: { all: rows.slice(0, ROWS_NAMED).map(({ row }) => rowName(row, reaches)) },
    },
  };
  return {
    outcome: most >= 0 ? 'yes' : isSame ? 'no' : 'not_clear',
    headline: {
      text: most >= 0 ? 'verdict.best.yes' : isSame ? 'verdict.best.alike' : 'verdict.best.notClear',
      with: values,
    },
    because: rows.length === 0 ? [] : [counted],
    sure: { text: 'verdict.best.askSector' },
  };
}

/** A place leads where a store there gains clearly more than at any other that is not nearly at the same spot, and the most in nine of ten draws. */
function byGain({ candidates, tables, territory, reaches }: Output, market: NonNullable<Output['market']>): Verdict {
  const rows = tables.flatMap((table) => table.rows);
  const row = gainRow(tables);
  const twins = new Set(market.certainty?.alike);
  const lead = row === undefined ? null : leadOf(row, (i) => twins.has(candidates[i]!.id));
  const names = candidates.map(placeName);
  const places = String(candidates.length);
  if (row !== undefined && lead === null && twins.size > 0) {
    const headline = { text: 'verdict.best.sameSpot', with: { names: { all: names } } } as const;
    return { outcome: 'not_clear', headline, because: [], sure: { text: 'verdict.decides.way' } };
  }
  if (row === undefined || lead === null) {
    const headline = { text: 'verdict.best.notClear', with: { places } } as const;
    return { outcome: 'not_clear', headline, because: [], sure: { text: 'verdict.best.askSector' } };
  }
  const [best, next] = [row.values[lead.best] ?? 0, row.values[lead.next] ?? 0];
  const [name, other] = [names[lead.best]!, names[lead.next]!];
  const { length: variants } = market.sensitivity;
  const held = market.sensitivity.filter((one) => one.best === candidates[lead.best]!.id).length;
  const captured = rows.find(({ id }) => id === 'captured')?.values[lead.best];
  const gain = (figure: number) => amountOf(figure, market.spendUnit, territory.currency);
  const { certainty } = market;
  const sure: Said =
    certainty === undefined
      ? { text: 'compare.holds', count: held, with: { name, variants: String(variants) } }
      : sureSaid(name, certainty);
  const isFirst = certainty === undefined ? held === variants : isSure(certainty);
  const isBlind = certainty?.knowsNoStore === true;
  if (best <= 0 && !isBlind)
    return { outcome: 'no', headline: { text: 'verdict.best.nothing', with: { places } }, because: [], sure };
  const isAlike = lead.share <= LEAD.none && !isBlind;
  const outcome = isAlike ? 'no' : lead.share >= LEAD.clear && isFirst ? 'yes' : 'not_clear';
  const key: TextKey = { yes: 'verdict.best.yes', no: 'verdict.best.alike', not_clear: 'verdict.best.notClear' }[
    outcome
  ] as TextKey;
  const won = rows.filter((one) => one !== row && leadOf(one)?.best === lead.best && leadOf(one)!.share >= LEAD.clear);
  return {
    outcome,
    headline: { text: key, with: { name, places } },
    because: [
      gainSaid(
        certainty?.usualSales ?? null,
        captured ?? best,
        { name, other, gain: gain(best), next: gain(next), lead: { portion: lead.share } },
        gain,
      ),
      ...(certainty === undefined
        ? []
        : besideBest(certainty, (id) => placeName(candidates.find((one) => one.id === id) ?? { id }))),
      ...(won.length === 0
        ? []
        : [
            {
              text: 'verdict.best.also',
              with: { rows: { all: won.slice(0, ROWS_NAMED).map((one) => rowName(one, reaches)) } },
            } as const,
          ]),
    ],
    sure,
  };
}

/** Name of a row in the language of the reader. */
export function rowName(row: Row, reaches: Output['reaches'] | undefined): Said {
  const band = /^residents_(\d+)$/.exec(row.id)?.[1];
  const within = band === undefined ? null : limitOf(reaches?.[Number(band) - 1] ?? {});
  if (within !== null) return { text: 'row.residents', with: { within: { limit: within } } };
  return ROWS.has(row.id) ? { text: `row.${row.id}` as TextKey } : { english: row.label };
}

const ROWS: ReadonlySet<string> = new Set([
  'aged_0_14',
  'aged_65_plus',
  'average_household_size',
  'captured',
  'competitors',
  'demand',
  'density',
  'families',
  'leakage_surplus_factor',
  'median_age',
  'median_household',
  'net_new',
  'new_to_market',
  'opportunity',
  'sales_potential',
  'stores_per_10000',
  'taken_from_competitors',
  'taken_from_own',
  'total',
  'total_per_resident',
  'unemployment_rate',
]);
