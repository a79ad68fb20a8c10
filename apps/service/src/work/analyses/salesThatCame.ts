import { type ForecastsOfResult, forecastsIn } from '@hinterland/actions';
import type { NewSales, SalesThatCame } from '@hinterland/contract';
import { sql } from 'kysely';
import { type Clock, type Db, now } from '../../kit/db/database.ts';
import { invalidFields } from '../../kit/json.ts';
import type { Found, Reader } from './access.ts';
import type { FullRun } from './runs.ts';

type Range = { readonly low: number; readonly high: number } | null;

const isWithin = (sold: number | null, range: Range): boolean | null =>
  sold === null || range === null ? null : range.low <= sold && sold <= range.high;

/** A reader elsewhere sees nothing: what stores sell is their organization's own, whomever the analysis is shared with. */
const NOTHING: SalesThatCame = { model: null, places: [], coverage: null };

/** What a version forecasts, beside the sales that came. */
export async function readSales(db: Db, { id, isInside }: Found, run: FullRun, reader: Reader): Promise<SalesThatCame> {
  const { model, places } = forecastsOf(run);
  if (model === null || !isInside) return NOTHING;
  const { rows } = await sql<{ place: string; sold: number }>`
    select place, sold from sales_that_came
    where analysis_id = ${id} and version_no = ${run.summary.versionNo}`.execute(db);
  const soldAt = new Map(rows.map(({ place, sold }) => [place, sold]));
  return {
    model,
    places: places.map(({ id: place, name, forecast: { sales, range80, range95 } }) => {
      const sold = soldAt.get(place) ?? null;
      const isWithin80 = isWithin(sold, range80);
      return {
        id: place,
        name,
        forecast: sales,
        range80,
        range95,
        sold,
        isWithin80,
        isWithin95: isWithin(sold, range95),
      };
    }),
    coverage: await coverageOf(db, model.id, reader),
  };
}

/** How often a model was right, over all analyses of an organization; of a place that was asked again in one the newest version counts. */
async function coverageOf(
  db: Db,
  modelId: string,
  { organization }: Reader,
): Promise<NonNullable<SalesThatCame['coverage']>> {
  const { rows } = await sql<{ of: number; within_80: number; within_95: number }>`
    select count(*)::integer as of, count(*) filter (where is_within_80)::integer as within_80,
      count(*) filter (where is_within_95)::integer as within_95
    from (
      select distinct on (s.analysis_id, s.place) s.is_within_80, s.is_within_95
      from sales_that_came s join analysis a on a.id = s.analysis_id
      where s.model_id = ${modelId} and a.organization_id = ${organization.id} and s.is_within_80 is not null
      order by s.analysis_id, s.place, s.version_no desc) latest`.execute(db);
  const { of, within_80: within80, within_95: within95 } = rows[0]!;
  return { of, within80, within95 };
}

/**
 * Stores sales at places of a version. Throws validation_error with the pointer of each that the version does not forecast or
 * that is named twice, of another currency, and of a version without a forecast; then nothing is stored.
 */
export async function storeSales(
  trx: Db,
  clock: Clock,
  { id }: Found,
  run: FullRun,
  { sales, currency }: NewSales,
): Promise<void> {
  const forecasts = forecastsOf(run);
  requireForecasts(forecasts, sales, currency);
  const versionNo = run.summary.versionNo;
  const forecastOf = new Map(forecasts.places.map(({ id: place, forecast }) => [place, forecast]));
  const gone = sales.flatMap(({ id: place, sold }) => (sold === null ? [place] : []));
  await sql`
    delete from sales_that_came
    where analysis_id = ${id} and version_no = ${versionNo} and place = any(${gone}::text[])`.execute(trx);
  const came = sales.flatMap(({ id: place, sold }) => (sold === null ? [] : [{ place, sold }]));
  const within = (range: 'range80' | 'range95') =>
    came.map(({ place, sold }) => isWithin(sold, forecastOf.get(place)![range]));
  await sql`
    insert into sales_that_came (analysis_id, version_no, place, model_id, sold, is_within_80, is_within_95, entered_at)
    select ${id}::bigint, ${versionNo}::integer, q.place, ${forecasts.model!.id}::text, q.sold, q.is_within_80, q.is_within_95,
      ${now(clock)}
    from unnest(${came.map(({ place }) => place)}::text[], ${came.map(({ sold }) => sold)}::double precision[],
      ${within('range80')}::boolean[], ${within('range95')}::boolean[]) as q (place, sold, is_within_80, is_within_95)
    on conflict (analysis_id, version_no, place) do update set sold = excluded.sold, is_within_80 = excluded.is_within_80,
      is_within_95 = excluded.is_within_95, entered_at = excluded.entered_at`.execute(trx);
}

/** Most places that a refusal names. */
const PLACES_NAMED = 5;

function requireForecasts(
  { model, places }: ForecastsOfResult,
  sales: NewSales['sales'],
  currency: string | undefined,
): void {
  if (model === null || places.length === 0) {
    const detail =
      'This version forecasts no sales: run site.rank, or another action, with `model` in this analysis first.';
    throw invalidFields([{ pointer: '#/sales', detail }]);
  }
  if (currency !== undefined && currency !== model.currency) {
    const detail = `The forecasts are in ${model.currency ?? 'no named currency'}: send sales in it.`;
    throw invalidFields([{ pointer: '#/currency', detail }]);
  }
  const known = places.map(({ id }) => id);
  const named = known.slice(0, PLACES_NAMED).join(', ');
  const more = known.length > PLACES_NAMED ? `, and ${known.length - PLACES_NAMED} more` : '';
  const faults = sales.flatMap(({ id }, i) => {
    const pointer = `#/sales/${i}/id`;
    if (!known.includes(id))
      return [{ pointer, detail: `This version has a forecast of ${named}${more}, and of no other place.` }];
    return sales.findIndex((one) => one.id === id) < i ? [{ pointer, detail: 'The place is named twice.' }] : [];
  });
  if (faults.length > 0) throw invalidFields(faults);
}

const forecastsOf = ({ results }: FullRun): ForecastsOfResult => forecastsIn(JSON.parse(results) as object);
