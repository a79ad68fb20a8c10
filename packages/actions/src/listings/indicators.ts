import { type Sentence, said, spoken } from '@hinterland/answers/said';
import {
  eachListingAt,
  type Listings,
  listingsOf,
  listingTest,
  MINIMUM_LISTINGS,
  MINIMUM_TREND_PERIODS,
  monthName,
  monthOfName,
  type PeriodList,
  periodsBetween,
  realestateFigures,
} from '@hinterland/engine/realestate';
import { BENCHMARK_LEVELS, polesOfArea, type SurroundingArea, surroundingAreas } from '@hinterland/engine/tables';
import { rounded } from '@hinterland/geo';
import { LISTING_KINDS, LISTING_STATES, PROPERTY_TYPES, type Territory } from '@hinterland/territory';
import { ActionProblem } from '../action/action.ts';
import { whyNotOnMap } from '../areas/heldOnMap.ts';
import { roundedAll } from '../output/common.ts';
import type { Subject } from '../subject/subject.ts';
import type { Indicators } from './indicatorFields.ts';
import { DEFAULT_MONTHS, type ListingOptions, MONTHS_MAX } from './options.ts';
import { type PolesOfPart, polesOfParts } from './polesOfParts.ts';

type Figures = Pick<Indicators['parts'][number], 'listings' | 'markets' | 'grossYields'>;

/** Whether the territory holds any listing with a day. */
export const hasListings = (territory: Territory): boolean => (listingsOf(territory)?.months ?? null) !== null;

export const whyNone = (territory: Territory): Sentence => said('no_listings', { territory: territory.manifest.name });

/** Returns all indicators of a subject's listings. */
export function indicatorsOf(territory: Territory, subject: Subject, options: ListingOptions): Indicators {
  const listings = listingsOf(territory);
  const computed = {
    minimumListings: MINIMUM_LISTINGS,
    minimumTrendPeriods: MINIMUM_TREND_PERIODS,
    quantiles: 'hyndman_fan_type_7',
    daysOnMarket: 'kaplan_meier_median',
    trend: 'theil_sen_of_logarithms',
    kinds: options.kinds,
    states: options.states,
    types: options.types,
  } as const;
  const sources = sourcesOf(territory);
  if (listings === null || listings.months === null) {
    const reason = whyNone(territory);
    return { available: false, ...spoken({ reason }), period: null, parts: [], benchmarks: [], sources, computed };
  }
  const months = monthsOf(options, listings.months);
  const periods = periodsBetween(months.from, months.to, options.period);
  const passes = listingTest(listings, { ...options, fromMonth: months.from, toMonth: months.to });
  const rowsAt = (poles: Uint32Array) => {
    const rows: number[] = [];
    for (const pole of poles) eachListingAt(listings, pole, (row) => void (passes(row) && rows.push(row)));
    return rows;
  };
  /** The first band and what lies within it are the same poles. */
  const known = new Map<Uint32Array, Figures>();
  const parts = polesOfParts(territory, subject).map((part) => ({ ...part, rows: rowsAt(part.poles) }));
  return {
    available: true,
    reason: '',
    period: {
      fromMonth: monthName(months.from),
      toMonth: monthName(months.to),
      period: options.period,
      names: [...periods.names],
    },
    parts: parts.map(({ heading, poles, rows }) => ({
      ...heading,
      poles: poles.length,
      ...(known.get(poles) ?? known.set(poles, figuresOf(listings, rows, periods)).get(poles)!),
    })),
    benchmarks: benchmarksOf(territory, subject.poles, (rows) => figuresOf(listings, rows, periods), rowsAt),
    ...(options.detail === 'full' ? { rows: pageOf(territory, listings, parts, options) } : {}),
    sources,
    computed,
  };
}

function monthsOf({ fromMonth, toMonth }: ListingOptions, held: { first: number; last: number }) {
  const to = toMonth === undefined ? held.last : monthOfName(toMonth);
  // Without a first month: the usual span, but not before the data begin.
  const from =
    fromMonth === undefined ? Math.min(to, Math.max(held.first, to - DEFAULT_MONTHS + 1)) : monthOfName(fromMonth);
  const refuse = (pointer: string, detail: Sentence) => {
    throw new ActionProblem('validation_error', detail, { errors: [{ pointer, detail }] });
  };
  if (from > to) refuse('#/fromMonth', said('month_after', { from: monthName(from), last: monthName(to) }));
  if (to - from >= MONTHS_MAX)
    refuse('#/fromMonth', said('too_many_months', { months: to - from + 1, most: MONTHS_MAX }));
  return { from, to };
}

function figuresOf(listings: Listings, rows: readonly number[], periods: PeriodList): Figures {
  const { markets, grossYields } = realestateFigures(listings, rows, periods);
  const told = {
    listings: rows.length,
    markets: markets.map(({ kind, ...market }) => ({
      kind,
      unit: kind === 'rent' ? 'currency_per_month' : 'currency',
      ...market,
    })),
    grossYields,
  };
  return roundedAll(told) as Figures;
}

function benchmarksOf(
  territory: Territory,
  poles: Uint32Array,
  figures: (rows: readonly number[]) => Figures,
  rowsAt: (poles: Uint32Array) => number[],
): Indicators['benchmarks'] {
  const around = surroundingAreas(territory, poles);
  return BENCHMARK_LEVELS.map((level) => {
    const area: SurroundingArea | null = around[level];
    const own = area === null ? null : polesOfArea(territory, area.row);
    const code = area === null ? '' : territory.areas.code.at(area.row);
    const name = area === null ? '' : territory.areas.name.at(area.row);
    const why = area === null ? null : whyNotOnMap(territory, level, 'listings', { row: area.row, code, name });
    if (area === null || own === null || why !== null) {
      const reason =
        why ?? (poles.length === 0 ? said('no_address_in_area') : said('level_unknown', { level: said(level) }));
      const none = { code, name, areaLevel: null, cut: false, listings: 0, markets: [], grossYields: [] };
      return { level, available: false, ...spoken({ reason }), ...none };
    }
    return {
      level,
      available: true,
      reason: '',
      code,
      name,
      areaLevel: area.areaLevel,
      cut: territory.areas.cut[area.row] === 1,
      ...figures(rowsAt(own)),
    };
  });
}

function pageOf(
  territory: Territory,
  { table }: Listings,
  parts: readonly (PolesOfPart & { readonly rows: readonly number[] })[],
  { rowsOffset, rowsLimit }: ListingOptions,
): NonNullable<Indicators['rows']> {
  const sources = territory.realestate!.sources;
  const partOf = new Map<number, string>();
  for (const { heading, rows, isSum } of parts) {
    // A listing in several areas is named with the first.
    if (!isSum) for (const row of rows) if (!partOf.has(row)) partOf.set(row, heading.id);
  }
  const shown = [...partOf.keys()].filter((row) => sources[table.source[row]!]?.showsRows === true);
  shown.sort((a, b) => table.day[b]! - table.day[a]! || a - b);
  const { poles } = territory;
  const known = (value: number) => (Number.isNaN(value) ? null : rounded(value));
  return {
    total: shown.length,
    withheld: partOf.size - shown.length,
    offset: rowsOffset,
    items: shown.slice(rowsOffset, rowsOffset + rowsLimit).map((row) => ({
      id: table.id.at(row),
      source: table.source[row]!,
      kind: LISTING_KINDS[table.kind[row]!]!,
      state: LISTING_STATES[table.state[row]!]!,
      type: PROPERTY_TYPES[table.type[row]!]!,
      price: known(table.price[row]!),
      pricePerSquareMeter: known(table.price[row]! / table.floorAreaSquareMeters[row]!),
      floorAreaSquareMeters: known(table.floorAreaSquareMeters[row]!),
      rooms: known(table.rooms[row]!),
      day: new Date(table.day[row]! * 86_400_000).toISOString().slice(0, 10),
      daysOnMarket: table.daysOnMarket[row]! < 0 ? null : table.daysOnMarket[row]!,
      open: table.open[row] === 1,
      lat: poles.latMicrodegrees[table.pole[row]!]! / 1e6,
      lng: poles.lngMicrodegrees[table.pole[row]!]! / 1e6,
      part: partOf.get(row)!,
    })),
  };
}

function sourcesOf({ realestate, descriptors }: Territory): Indicators['sources'] {
  return (realestate?.sources ?? []).map(({ name, firstDay, lastDay, rows, matched }) => {
    const source = descriptors.realestate?.sources.find((each) => each.name === name);
    return {
      name,
      licence: source?.licence ?? '',
      attribution: source?.attribution ?? '',
      firstDay,
      lastDay,
      rows,
      matchedShare: rows === 0 ? null : rounded(matched / rows),
    };
  });
}
