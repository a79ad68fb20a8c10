import { type Sentence, said } from '@hinterland/answers/said';
import { measurePerPole } from '@hinterland/engine/census';
import { type BenchmarkLevel, MINIMUM_COVERAGE } from '@hinterland/engine/tables';
import { oncePer } from '@hinterland/geo';
import { baseOf, type Territory } from '@hinterland/territory';
import { areaDirectory } from './areaDirectory.ts';

/** An area that stores or listings are counted in. */
interface CountedArea {
  /** Row of `areas`; null for a country whose border the territory does not hold. */
  readonly row: number | null;
  readonly code: string;
  readonly name: string;
}

/**
 * Levels that a map often holds a small part of. A local government area whose people nobody publishes is compared with the part
 * that is there, and says so.
 */
const LARGE: readonly BenchmarkLevel[] = ['state', 'country'];

/**
 * Returns why stores or listings on the map do not speak for an area: the map holds less than half of its people, or nobody
 * knows how many it holds. null where they do.
 */
export function whyNotOnMap(
  territory: Territory,
  level: BenchmarkLevel,
  what: 'stores' | 'listings',
  area: CountedArea,
): Sentence | null {
  const isCut = area.row === null || territory.areas.cut[area.row] === 1;
  if (!isCut) return null;
  const all = publishedPeople(baseOf(territory)).get(area.code);
  const { residents } = areaDirectory(territory);
  if (all === undefined || residents === null) {
    if (!LARGE.includes(level)) return null;
    return said('part_on_map_unknown', { area: area.name });
  }
  const share = (area.row === null ? everyone(baseOf(territory)) : residents[area.row]!) / all;
  if (share >= MINIMUM_COVERAGE) return null;
  const percent = share < 0.01 ? said('below_one_percent') : said('only_percent', { percent: Math.floor(100 * share) });
  return said('part_on_map', { percent, area: area.name, what: said(what === 'stores' ? 'stores' : 'listings_of') });
}

/** People of whole areas by code, from the tables of benchmark areas. */
const publishedPeople = oncePer(({ sociodemo }: Territory): ReadonlyMap<string, number> => {
  const people = new Map<string, number>();
  const totals = sociodemo?.benchmarks.get('residents')?.columns.get('total');
  if (sociodemo === null || totals === undefined) return people;
  const { code, coverage, rows } = sociodemo.benchmarkAreas;
  for (let row = 0; row < rows; row++) {
    const all = totals[row]! / coverage[row]!;
    if (all > 0) people.set(code.at(row), all);
  }
  return people;
});

const everyone = oncePer((territory: Territory): number =>
  (measurePerPole(territory, 'population') ?? new Float64Array(0)).reduce((sum, people) => sum + people, 0),
);
