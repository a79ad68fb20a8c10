import { type Box, clipToBox, interiorPoint, multiPolygonAreaSquareKm, PolygonIndex } from '@hinterland/geo';
import { ImportError } from '../errors/importError.ts';
import { didYouMean } from '../errors/nearestName.ts';
import type { Boundary } from '../inputs/boundaries.ts';
import type { BenchmarkInput, CensusUnit } from '../inputs/census.ts';
import type { Report } from '../report/report.ts';
import type { KeyedTable } from '../tables/keyedTable.ts';
import type { BenchmarkRecipe, NamedBenchmark, UnitRowsRecipe } from './benchmarkSchema.ts';
import type { Published } from './figuresOfRow.ts';

/** Parts of the census that a benchmark is made from. */
interface UnitsContext {
  readonly units: readonly CensusUnit[];
  readonly tables: ReadonlyMap<string, KeyedTable>;
  readonly boundaries: readonly Boundary[];
  /** Two-letter codes. */
  readonly countries: readonly string[];
  readonly residents: Float64Array;
  /** Where the map is complete; undefined where it holds every census unit in full. */
  readonly mapBox: Box | undefined;
  /** Whether units away from the map are not read, so that an area that reaches beyond it has only some of its own. */
  readonly isNear: boolean;
  /** Figures of a row of the tables that is about a larger area; null where they have none. */
  readonly ofRow: (row: string) => Published | null;
  readonly report: Report;
}

/** The areas to compare with, each with its units. A benchmark without units is left out and reported. */
export function makeBenchmarks(wantedAreas: readonly BenchmarkRecipe[], context: UnitsContext): BenchmarkInput[] {
  const counter = context.report.subject('benchmarks');
  const places = new Map<number, readonly [number, number]>();
  context.units.forEach(({ polygon }, row) => {
    const point = interiorPoint(polygon);
    if (point !== null) places.set(row, point);
  });
  const benchmarks: BenchmarkInput[] = [];
  const add = (benchmark: Omit<BenchmarkInput, 'coverage' | 'areaSquareKm'>, area?: number, population?: number) => {
    if (benchmark.unitRows.length === 0 && benchmark.published === undefined) {
      counter.dropped('no census unit belongs to it', `${benchmark.code} (${benchmark.name})`);
      return;
    }
    const residents = benchmark.unitRows.reduce((sum, unit) => sum + (context.residents[unit]! || 0), 0);
    benchmarks.push({
      ...benchmark,
      ...sharesOf(benchmark, context),
      areaSquareKm: area ?? areaOf(benchmark, context),
      coverage: population === undefined ? 1 : Math.min(1, residents / population),
    });
    counter.kept();
  };
  for (const wanted of wantedAreas) {
    if ('eachLevel' in wanted) {
      for (const boundary of context.boundaries.filter(
        ({ level, kind }) => level === wanted.eachLevel && kind !== 'postcode',
      )) {
        const { code, name, kind } = boundary;
        if (context.isNear && !isWhole(boundary, context.mapBox)) {
          counter.dropped('the map holds only a part of it', `${code} (${name})`);
          continue;
        }
        add({ code, name, kind, unitRows: rowsInside([boundary], places) });
      }
    } else {
      const { code, name, kind, units, row, topics, areaSquareKm, population } = wanted;
      const unitRows = units === undefined ? new Uint32Array(0) : rowsOf(units, code, context, places);
      add({ code, name, kind, unitRows, ...publishedOf(topics, row, context) }, areaSquareKm, population);
      warnOfCode(wanted, context);
    }
  }
  return benchmarks;
}

/** Figures that somebody published of the area: those of its row, and those that the recipe gives. */
function publishedOf(
  topics: NamedBenchmark['topics'],
  row: string | undefined,
  { ofRow }: UnitsContext,
): Pick<BenchmarkInput, 'published'> {
  const found = row === undefined ? null : ofRow(row);
  if (topics === undefined) return found === null ? {} : { published: found };
  const given = Object.fromEntries(Object.entries(topics).map(([code, { fields }]) => [code, fields]));
  return { published: { ...found, ...given } };
}

/** Less of a cell is lost in computing areas. */
const LEAST_CUT = 1e-6;

/** Less of an area than this outside the map is a matter of how its outline is drawn. */
const LEAST_HELD = 0.98;

/** Whether the map holds an area, and not only some of its people. */
function isWhole({ polygon, cut }: Boundary, mapBox: Box | undefined): boolean {
  if (cut) return false;
  if (mapBox === undefined || polygon.length === 0) return true;
  return multiPolygonAreaSquareKm(clipToBox(polygon, mapBox)) >= LEAST_HELD * multiPolygonAreaSquareKm(polygon);
}

/** Warns of a benchmark that no call is compared with, since no area has its code. */
function warnOfCode({ code, name, kind }: NamedBenchmark, { boundaries, countries, report }: UnitsContext): void {
  // A territory of one country has that country, with or without its border.
  const isOnlyCountry = kind === 'country' && countries.length === 1;
  const codes = boundaries.filter((boundary) => boundary.kind !== 'postcode').map((boundary) => boundary.code);
  if (isOnlyCountry || codes.includes(code)) return;
  const guess = didYouMean(code, codes) || '.';
  report.warn(
    `Benchmark ${code} (${name}): no area has this code, so nothing is compared with it${guess} hinterland territory areas lists the codes.`,
  );
}

function rowsOf(
  wanted: UnitRowsRecipe,
  benchmark: string,
  { units, tables, boundaries }: UnitsContext,
  places: ReadonlyMap<number, readonly [number, number]>,
): Uint32Array {
  const rows = units.map((_, row) => row);
  if (wanted === 'all') return Uint32Array.from(rows);
  if ('prefix' in wanted) {
    return Uint32Array.from(rows.filter((row) => wanted.prefix.some((prefix) => units[row]!.code.startsWith(prefix))));
  }
  if ('table' in wanted) {
    const table = tables.get(wanted.table);
    if (table === undefined) {
      throw new ImportError(
        `Benchmark ${benchmark}: there is no table "${wanted.table}". Tables are ${[...tables.keys()].join(', ')}.`,
      );
    }
    const column = table.column(wanted.column);
    return Uint32Array.from(rows.filter((row) => table.text(units[row]!.code, column) === wanted.equals));
  }
  const holding = boundaries.filter(({ code }) => code === wanted.inside);
  if (holding.length === 0) {
    throw new ImportError(
      `Benchmark ${benchmark}: there is no boundary with the code "${wanted.inside}". Boundaries are ${boundaries
        .slice(0, 20)
        .map(({ code }) => code)
        .join(', ')}${boundaries.length > 20 ? ', …' : ''}.`,
    );
  }
  return rowsInside(holding, places);
}

/** Units whose inner point one of the boundaries holds; a boundary without an outline holds everything. */
function rowsInside(holding: readonly Boundary[], places: ReadonlyMap<number, readonly [number, number]>): Uint32Array {
  const holdsAll = holding.some(({ polygon }) => polygon.length === 0);
  const index = new PolygonIndex(holding.map(({ polygon }) => polygon));
  const inside: number[] = [];
  for (const [row, [lng, lat]] of places) if (holdsAll || index.first(lng, lat) >= 0) inside.push(row);
  return Uint32Array.from(inside);
}

/** Cells that an outline cuts count by the part of them that is left: the others of their people live beyond the border. */
function sharesOf(
  { unitRows }: Pick<BenchmarkInput, 'unitRows'>,
  { units }: UnitsContext,
): Pick<BenchmarkInput, 'unitShares'> {
  const shares = Float64Array.from(unitRows, (row) => {
    const { polygon, areaSquareKm, nearestMeters } = units[row]!;
    // One unit for a whole map has an area of its own, too, and stands for all of it.
    if (areaSquareKm === undefined || nearestMeters === undefined || polygon.length === 0) return 1;
    const share = multiPolygonAreaSquareKm(polygon) / areaSquareKm;
    return share > 1 - LEAST_CUT ? 1 : share;
  });
  return shares.every((share) => share === 1) ? {} : { unitShares: shares };
}

/** Area of the boundary with the same code, else of the units; 0 where neither is known. */
function areaOf(
  { code, unitRows }: Pick<BenchmarkInput, 'code' | 'unitRows'>,
  { boundaries, units }: UnitsContext,
): number {
  const boundary = boundaries.find(
    (candidate) => candidate.code === code && candidate.polygon.length > 0 && !candidate.cut,
  );
  if (boundary !== undefined) return multiPolygonAreaSquareKm(boundary.polygon);
  let sum = 0;
  for (const row of unitRows) {
    const { polygon, areaSquareKm } = units[row]!;
    const area = areaSquareKm ?? multiPolygonAreaSquareKm(polygon);
    if (area === 0) return 0;
    sum += area;
  }
  return sum;
}
