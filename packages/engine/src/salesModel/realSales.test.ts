import { existsSync, readFileSync } from 'node:fs';
import { haversineMeters } from '@hinterland/geo';
import { describe, expect, it } from 'vitest';
import { decayAt, STEPS_PER_SECOND, TOO_FAR } from '../market/decay.ts';
import { evenFolds } from './folds.ts';
import { forecastSales } from './forecast.ts';
import { modelledSales } from './modelledSales.ts';
import { pairsOf, type SalesMarket, startOf } from './salesMarket.ts';
import { fitSalesModel, type ObservedStore } from './salesModel.ts';

/** Real sales that lie beside the project; docs/benchmarks.md has the figures. */
const FOLDER = '../shared/data/world/sales/';

function rowsOf(file: string): Record<string, string>[] {
  const [header, ...lines] = readFileSync(FOLDER + file, 'utf8')
    .trim()
    .split(/\r?\n/)
    .map(cellsOf);
  return lines.map((cells) => Object.fromEntries(header!.map((name, i) => [name, cells[i] ?? ''])));
}
const cellsOf = (line: string): string[] =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, inQuotes, plain]) => inQuotes ?? plain ?? '');

interface RealStore {
  readonly lat: number;
  readonly lng: number;
  readonly sales: number;
  readonly attraction: number;
  readonly format: string | null;
}
interface People {
  readonly lat: number;
  readonly lng: number;
  readonly demand: number;
}

const LIMIT_SECONDS = 3600;
const stepOfMinutes = (minutes: number): number =>
  minutes * 60 > LIMIT_SECONDS ? TOO_FAR : Math.round(minutes * 60 * STEPS_PER_SECOND);

/** A market of the stores alone, at 40 km/h in straight line and two minutes for the start. */
function realMarket(people: readonly People[], stores: readonly RealStore[]) {
  const market: SalesMarket = {
    demand: Float64Array.from(people, ({ demand }) => demand),
    stores: stores.map(({ lat, lng, attraction }) => ({
      attraction,
      steps: Uint16Array.from(people, (one) =>
        stepOfMinutes(2 + haversineMeters(lng, lat, one.lng, one.lat) / (40_000 / 60)),
      ),
      values: [],
    })),
    storeTerms: [],
    parameters: {
      attractionExponent: 1,
      decay: { kind: 'power', exponent: 2 },
      floorSeconds: 60,
      limitSeconds: LIMIT_SECONDS,
    },
    outside: { attraction: 1000, seconds: LIMIT_SECONDS },
  };
  const observed = stores.map((store, position): ObservedStore => ({ ...store, position }));
  return { market, observed };
}

/** Typical misses on stores left out with their neighbors, of the model and the rivals, and the terms that stayed. */
function judged(
  { market, observed }: { market: SalesMarket; observed: readonly ObservedStore[] },
  candidates?: string[],
) {
  const { error, rivals, terms, stores } = fitSalesModel(
    market,
    observed,
    candidates === undefined ? {} : { candidates },
  );
  const factor = (value: number) => Math.round(10 * (Math.exp(value) - 1)) / 10;
  return {
    stores: stores.length,
    model: factor(error),
    meanOfStores: factor(rivals.meanOfStores),
    meanPerSquareMeter: factor(rivals.meanPerSquareMeter),
    nearestSimilar: factor(rivals.nearestSimilar),
    terms: terms.map(({ term }) => term).join(', '),
  };
}

/** Forecasts of stores that no model saw, a fifth at a time: their sums beside what came, and how many lie in their ranges. */
function unseen(people: readonly People[], stores: readonly RealStore[], candidates: string[]) {
  const folds = evenFolds(stores.length, 5);
  const asked = [...new Set(folds)].flatMap((fold) => {
    const known = stores.filter((_, i) => folds[i] !== fold);
    const next = stores.filter((_, i) => folds[i] === fold);
    const { market, observed } = realMarket(people, known);
    const model = fitSalesModel(market, observed, { candidates });
    const places = realMarket(people, next).market.stores.map((store, i) => ({ ...next[i]!, ...store }));
    return forecastSales(model, market, observed, places).map((forecast, i) => ({ forecast, came: next[i]!.sales }));
  });
  const sum = (of: (one: (typeof asked)[number]) => number) => asked.reduce((total, one) => total + of(one), 0);
  const holds = (range: 'range80' | 'range95') =>
    sum(({ forecast, came }) => {
      const { low, high } = forecast[range]!;
      return low <= came && came <= high ? 1 : 0;
    }) / asked.length;
  const came = sum((one) => one.came);
  return {
    middle: sum(({ forecast }) => forecast.sales) / came,
    mean: sum(({ forecast }) => forecast.mean) / came,
    in80: holds('range80'),
    in95: holds('range95'),
    taken: Math.max(...asked.map(({ forecast }) => forecast.takenFromOwn / forecast.mean)),
  };
}

function libraries() {
  const visits = new Map(
    rowsOf('toronto-libraries/visits-2012-2022.csv')
      .filter(({ Year }) => Year === '2019')
      .map(({ BranchCode, Visits }) => [BranchCode, Number(Visits)]),
  );
  const stores = rowsOf('toronto-libraries/branches-repaired-by-postcode.csv').flatMap((row): RealStore[] => {
    const sales = visits.get(row.BranchCode!) ?? 0;
    const attraction = Number(row.SquareFootage) * 0.0929;
    if (!(sales > 0) || !(attraction > 0)) return [];
    return [{ lat: Number(row.Lat), lng: Number(row.Long), sales, attraction, format: row.Tier! }];
  });
  const people: People[] = [];
  for (let lat = 43.58; lat < 43.86; lat += 0.009) {
    for (let lng = -79.64; lng < -79.11; lng += 0.0125) {
      const isNear = stores.some((store) => haversineMeters(lng, lat, store.lng, store.lat) < 3000);
      if (isNear) people.push({ lat, lng, demand: 1 });
    }
  }
  return { people, stores };
}

function liquorStores() {
  const stores = rowsOf('iowa-liquor/stores-east.csv').flatMap((row): RealStore[] => {
    const [lat, lng, sales] = [Number(row.latitude), Number(row.longitude), Number(row.sales_usd)];
    return row.latitude !== '' && sales > 0 ? [{ lat, lng, sales, attraction: 1000, format: null }] : [];
  });
  const people = rowsOf('iowa-liquor/towns-2015.csv').map((row) => ({
    lat: Number(row.lat),
    lng: Number(row.lon),
    demand: Number(row.population_2015),
  }));
  return { people, stores };
}

describe.skipIf(!existsSync(`${FOLDER}toronto-libraries`))('real sales (skipped where the samples are absent)', () => {
  it('visits of 2019 to the libraries of Toronto, by floor area, every square kilometer alike', () => {
    const { people, stores } = libraries();
    expect(judged(realMarket(people, stores))).toEqual({
      stores: 96,
      model: 0.7,
      meanOfStores: 1.3,
      meanPerSquareMeter: 0.8,
      nearestSimilar: 1,
      terms: 'scale, elasticity, distance',
    });
  });

  it('sales of liquor stores in the east of Iowa, by the people of its towns', () => {
    const { people, stores } = liquorStores();
    expect(judged(realMarket(people, stores), ['distance', 'elasticity', 'outside'])).toEqual({
      stores: 430,
      model: 3,
      meanOfStores: 3,
      meanPerSquareMeter: 3,
      nearestSimilar: 4,
      terms: 'scale, distance',
    });
  });

  it('sums of means of stores that no model saw are what came, within a twentieth, and their ranges hold', () => {
    for (const [name, { people, stores }, candidates] of [
      ['libraries', libraries(), ['distance', 'floorArea', 'elasticity']],
      ['liquor', liquorStores(), ['distance', 'elasticity']],
    ] as const) {
      const found = unseen(people, stores, [...candidates]);
      expect(Math.abs(found.mean - 1), name).toBeLessThan(0.05);
      expect(found.middle, name).toBeLessThan(found.mean);
      expect(found.in80, name).toBeGreaterThan(0.74);
      expect(found.in95, name).toBeGreaterThan(0.91);
      expect(found.taken, name).toBeLessThanOrEqual(1);
    }
  });

  it('published of Freiburg: pseudo-R² and mean absolute percentage error of Huff with γ 1 and λ −2', () => {
    const shares = rowsOf('freiburg/Freiburg1.csv');
    const districts = rowsOf('freiburg/Freiburg2.csv');
    const sales = rowsOf('freiburg/Freiburg3.csv');
    const position = new Map(districts.map(({ district }, p) => [district, p]));
    // Five minutes stand for a kilometer: without an outside option only the proportions of distances count.
    const market: SalesMarket = {
      demand: Float64Array.from(districts, ({ ppower }) => Number(ppower)),
      stores: sales.map(({ store }) => {
        const of = shares.filter((row) => row.store === store);
        const steps = new Uint16Array(districts.length).fill(TOO_FAR);
        for (const { district, distance } of of) {
          steps[position.get(district)!] = Math.round(Number(distance) * 300 * STEPS_PER_SECOND);
        }
        return { attraction: Number(of[0]!.salesarea), steps, values: [] };
      }),
      storeTerms: [],
      parameters: {
        attractionExponent: 1,
        decay: { kind: 'power', exponent: 2 },
        floorSeconds: 0.001,
        limitSeconds: 6000,
      },
      outside: { attraction: 1, seconds: 6000 },
    };
    const all = sales.map((_, i) => i);
    const { logs } = modelledSales(market, pairsOf(market), { ...startOf(market), outside: -50 }, all);
    const observed = sales.map(({ annualsales }) => Number(annualsales));
    const modelled = Array.from(logs, Math.exp);
    const mean = observed.reduce((a, b) => a + b, 0) / observed.length;
    const left = observed.reduce((sum, value, i) => sum + (value - modelled[i]!) ** 2, 0);
    const whole = observed.reduce((sum, value) => sum + (value - mean) ** 2, 0);
    const missed = observed.reduce((sum, value, i) => sum + Math.abs(value - modelled[i]!) / value, 0);
    expect(1 - left / whole).toBeCloseTo(0.5128422, 3);
    expect(missed / observed.length).toBeCloseTo(0.6383766, 3);
  });

  it.each([
    { field: 'trips', attraction: 0.9413, distance: 1.2443, explained: 0.4603 },
    { field: 'spend_eur', attraction: 2.0409, distance: 2.3788, explained: 0.4954 },
  ] as const)('published of Karlsruhe: exponents of MCI from shares of $field, and what they explain', (published) => {
    const minutes = new Map(
      rowsOf('karlsruhe/routes-district-store.csv').map((row) => [`${row.from} ${row.to}`, Number(row.d_time)]),
    );
    const stores = rowsOf('karlsruhe/stores.csv');
    const east = rowsOf('karlsruhe/districts.csv').filter((row) => row.KA_east === '1');
    const counted = rowsOf('karlsruhe/trips-by-district-store.csv');
    const countOf = (district: string, store: string) =>
      counted
        .filter((row) => row.resid_code === district && row.store === store)
        .reduce((sum, row) => sum + Number(row[published.field]), 0);
    const centred = (values: readonly number[]) => {
      const logs = values.map(Math.log);
      const mean = logs.reduce((a, b) => a + b, 0) / logs.length;
      return logs.map((log) => log - mean);
    };
    // Log-centred shares, floor areas and times of each district (M. Nakanishi and L. G. Cooper, 1974); nobody counts as a tenth.
    const of = (value: (district: string, store: Record<string, string>) => number) =>
      east.flatMap(({ resid_code: district }) => centred(stores.map((store) => value(district!, store))));
    const shares = of((district, store) => countOf(district, store.location_code!) + 0.1);
    const areas = of((_, store) => Number(store.salesarea_qm));
    const times = of((district, store) => minutes.get(`${district} ${store.location_code}`)!);
    const dot = (a: readonly number[], b: readonly number[]) => a.reduce((sum, value, i) => sum + value * b[i]!, 0);
    const [aa, at, tt, as, ts] = [
      dot(areas, areas),
      dot(areas, times),
      dot(times, times),
      dot(areas, shares),
      dot(times, shares),
    ] as [number, number, number, number, number];
    const determinant = aa * tt - at * at;
    expect((as * tt - ts * at) / determinant).toBeCloseTo(published.attraction, 4);
    expect((aa * ts - at * as) / determinant).toBeCloseTo(-published.distance, 4);

    // The same by the utilities of the engine.
    const decay = { decay: { kind: 'power', exponent: published.distance }, floorSeconds: 0.001 } as const;
    const utilities = of(
      (district, store) =>
        Number(store.salesarea_qm) ** published.attraction *
        decayAt(decay, 60 * minutes.get(`${district} ${store.location_code}`)!),
    );
    const missed = shares.map((share, i) => share - utilities[i]!);
    expect(1 - dot(missed, missed) / dot(shares, shares)).toBeCloseTo(published.explained, 4);
  });
});
