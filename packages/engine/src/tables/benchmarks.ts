import { AREA_KINDS, type AreaColumn, NONE, type Territory } from '@hinterland/territory';
import type { Census } from '../census/census.ts';
import { MINIMUM_COVERAGE } from './figures.ts';

/** Levels of areas that a part is compared with, from near to far. */
export const BENCHMARK_LEVELS = ['local_government_area', 'state', 'country'] as const;
export type BenchmarkLevel = (typeof BENCHMARK_LEVELS)[number];

/** One area whose published figures a part is compared with. */
export interface Benchmark {
  readonly level: BenchmarkLevel;
  /** False where the territory has no such area or no census tables of it; `reason` then says which. */
  readonly available: boolean;
  readonly reason: string;
  /** Row of `benchmarkAreas`, -1 when not available. */
  readonly row: number;
  readonly code: string;
  readonly name: string;
  /** OSM admin_level of the area, e.g. 6 for Australian local government areas; null when not available. */
  readonly areaLevel: number | null;
  /** Share, 0..1, of the part's residents who live in it: the area was chosen because most of them do. */
  readonly residentsShare: number;
}

/**
 * Administrative levels that hold local government areas, per country, best first: docs/methods/areas.md. The United
 * States fall back to the county where no municipality is.
 */
const LOCAL_LEVELS: Readonly<Record<string, readonly number[]>> = {
  AU: [6],
  NZ: [6],
  US: [8, 6],
  GB: [8, 6],
};
const OTHER_LOCAL_LEVELS = [8, 6, 7, 9, 5] as const;
const STATE_LEVELS = [4] as const;

/**
 * The local government area, state and country in which most residents of the poles live. `poles` may come in any order;
 * where nobody lives on them each pole counts once. Ties go to the area that stands first in the territory.
 */
export function benchmarksOf(territory: Territory, census: Census, poles: Uint32Array): Benchmark[] {
  const residents = residentsOf(census, poles);
  const levels = levelsAround(territory, poles, residents);
  const rows = benchmarkRows(census);
  return BENCHMARK_LEVELS.map((level) => {
    let nearest: ChosenArea | null = null;
    for (const areaLevel of levels[level]) {
      const area = chosenArea(territory, poles, residents, columnOf(areaLevel));
      if (area === null) continue;
      nearest ??= area;
      const row = rows.get(territory.areas.code.at(area.row));
      if (row !== undefined && covered(census, row)) return benchmark(level, census, row, areaLevel, area.share);
    }
    const only = level === 'country' ? countryWithoutBorder(territory, census, poles, residents) : null;
    if (only !== null && covered(census, only.row)) return benchmark(level, census, only.row, 2, only.share);
    const thin = only?.row ?? (nearest === null ? undefined : rows.get(territory.areas.code.at(nearest.row)));
    return unavailable(
      level,
      nearest && named(territory, nearest),
      reasonOf(territory, census, level, nearest, thin, poles),
    );
  });
}

/** The area of a level that holds most of some poles. */
export interface SurroundingArea {
  readonly level: BenchmarkLevel;
  /** Row of `areas`. */
  readonly row: number;
  /** 2 to 9 as in OSM admin_level. */
  readonly areaLevel: number;
  /** Share of the poles in it, 0..1. */
  readonly share: number;
}

/** The areas around poles, by the levels of benchmarks but without any census; null where there is none. */
export function surroundingAreas(
  territory: Territory,
  poles: Uint32Array,
): Record<BenchmarkLevel, SurroundingArea | null> {
  const people = new Float64Array(poles.length).fill(1);
  const levels = levelsAround(territory, poles, people);
  const nearest = (level: BenchmarkLevel): SurroundingArea | null => {
    for (const areaLevel of levels[level]) {
      const area = chosenArea(territory, poles, people, columnOf(areaLevel));
      if (area !== null) return { level, areaLevel, ...area };
    }
    return null;
  };
  return {
    local_government_area: nearest('local_government_area'),
    state: nearest('state'),
    country: nearest('country'),
  };
}

/** Administrative levels to try, best first. */
function levelsAround(
  territory: Territory,
  poles: Uint32Array,
  people: Float64Array,
): Record<BenchmarkLevel, readonly number[]> {
  const country = chosenArea(territory, poles, people, 'country');
  const code =
    (country === null ? '' : territory.areas.country.at(country.row)) || (territory.manifest.countries[0] ?? '');
  return { local_government_area: LOCAL_LEVELS[code] ?? OTHER_LOCAL_LEVELS, state: STATE_LEVELS, country: [2] };
}

const columnOf = (areaLevel: number): AreaColumn => (areaLevel === 2 ? 'country' : (`level${areaLevel}` as AreaColumn));

interface ChosenArea {
  readonly row: number;
  readonly share: number;
}

function chosenArea(
  territory: Territory,
  poles: Uint32Array,
  residents: Float64Array,
  column: AreaColumn,
): ChosenArea | null {
  const areas = territory.poleAreas[column];
  const people = new Map<number, number>();
  let total = 0;
  for (let i = 0; i < poles.length; i++) {
    total += residents[i]!;
    const area = areas[poles[i]!]!;
    if (area >= 0) people.set(area, (people.get(area) ?? 0) + residents[i]!);
  }
  let best: ChosenArea | null = null;
  for (const [row, sum] of people) {
    const share = total > 0 ? sum / total : 0;
    if (best === null || share > best.share || (share === best.share && row < best.row)) best = { row, share };
  }
  // Where most people live outside every area of the layer, none of its areas speaks for them.
  return best !== null && best.share > 0 ? best : null;
}

function residentsOf(census: Census, poles: Uint32Array): Float64Array {
  const { unit, share } = census.sociodemo.poleUnits;
  const residents = Float64Array.from(poles, (pole) =>
    unit[pole] === NONE ? 0 : share[pole]! * census.weights[unit[pole]!]!,
  );
  return residents.some((value) => value > 0) ? residents : residents.fill(1);
}

function benchmarkRows(census: Census): Map<string, number> {
  const { code, rows } = census.sociodemo.benchmarkAreas;
  const map = new Map<string, number>();
  for (let row = 0; row < rows; row++) map.set(code.at(row), row);
  return map;
}

/**
 * A territory may publish a country's figures without holding its border: of one country that is the country, of several the one whose
 * areas most residents live in.
 */
function countryWithoutBorder(
  territory: Territory,
  census: Census,
  poles: Uint32Array,
  residents: Float64Array,
): ChosenArea | null {
  const { kind, code, rows } = census.sociodemo.benchmarkAreas;
  const countries: number[] = [];
  for (let row = 0; row < rows; row++) if (AREA_KINDS[kind[row]!] === 'country') countries.push(row);
  if (territory.manifest.countries.length === 1) {
    return countries.length === 1 ? { row: countries[0]!, share: 1 } : null;
  }
  for (const level of [...STATE_LEVELS, ...OTHER_LOCAL_LEVELS]) {
    const area = chosenArea(territory, poles, residents, columnOf(level));
    const country = area === null ? '' : territory.areas.country.at(area.row);
    const row = countries.find((one) => code.at(one) === country);
    if (area !== null && row !== undefined) return { row, share: area.share };
  }
  return null;
}

function benchmark(
  level: BenchmarkLevel,
  census: Census,
  row: number,
  areaLevel: number,
  residentsShare: number,
): Benchmark {
  const { code, name } = census.sociodemo.benchmarkAreas;
  return {
    level,
    available: true,
    reason: '',
    row,
    code: code.at(row),
    name: name.at(row),
    areaLevel,
    residentsShare,
  };
}

/** Tables that hold less than half of an area's people do not speak for it. */
function covered(census: Census, row: number): boolean {
  return census.sociodemo.benchmarkAreas.coverage[row]! >= MINIMUM_COVERAGE;
}

function reasonOf(
  territory: Territory,
  { sociodemo }: Census,
  level: BenchmarkLevel,
  area: ChosenArea | null,
  thinRow: number | undefined,
  poles: Uint32Array,
): string {
  const what = level.replaceAll('_', ' ');
  if (poles.length === 0) return 'No address lies in the territory of the call.';
  if (thinRow !== undefined) {
    const percent = Math.floor(100 * sociodemo.benchmarkAreas.coverage[thinRow]!);
    return `The territory's census tables hold only ${percent}% of the residents of ${sociodemo.benchmarkAreas.name.at(thinRow)}.`;
  }
  if (area === null) return `The territory does not say which ${what} its addresses lie in.`;
  return `The territory has no census tables of ${territory.areas.name.at(area.row)}, the ${what} of most residents.`;
}

const named = ({ areas }: Territory, { row, share }: ChosenArea) => ({
  code: areas.code.at(row),
  name: areas.name.at(row),
  share,
});

function unavailable(level: BenchmarkLevel, area: ReturnType<typeof named> | null, reason: string): Benchmark {
  return {
    level,
    available: false,
    reason,
    row: -1,
    code: area?.code ?? '',
    name: area?.name ?? '',
    areaLevel: null,
    residentsShare: area?.share ?? 0,
  };
}
