import { TOPIC_CODES, type TopicCode } from '@hinterland/catalogue';
import { multiPolygonAreaSquareKm, SeededRandom } from '@hinterland/geo';
import type { BenchmarkInput, Boundary, CensusInput, TopicInput } from '@hinterland/importers';
import { TOPIC_FLAG } from '@hinterland/territory';
import { COUNTRY, CURRENCY } from '../plan/country.ts';
import { LOCALITIES } from '../plan/localities.ts';
import type { World } from '../world.ts';
import { Columns } from './columns.ts';
import { countPeople } from './people.ts';
import { profiles } from './profile.ts';
import { smallNumbers } from './suppression.ts';
import { ageClasses } from './topics/ageClasses.ts';
import { consumption } from './topics/consumption.ts';
import { education } from './topics/education.ts';
import { employment } from './topics/employment.ts';
import { families } from './topics/families.ts';
import { housing } from './topics/housing.ts';
import { income } from './topics/income.ts';
import { mobility } from './topics/mobility.ts';
import { origins } from './topics/origins.ts';
import { residents } from './topics/residents.ts';
import type { Topic } from './topics/topic.ts';

const VINTAGE = '2021';

/** In the order of counting: each unit draws its random numbers from topic to topic. */
const TOPICS: Readonly<Record<TopicCode, Topic>> = {
  residents,
  age_classes: ageClasses,
  families,
  education,
  origins,
  employment,
  income,
  housing,
  mobility,
  consumption,
};
const CODES = Object.keys(TOPICS) as TopicCode[];

/** The fictional census of 2021: all ten topics for every unit, in whole numbers that fit each other. */
export function census(world: World, areas: readonly Boundary[], seed: number): CensusInput {
  const rows = world.units.length;
  const columns = new Map(TOPIC_CODES.map((code) => [code, new Columns(rows)]));
  const totals = new Float64Array(rows);
  for (const [row, profile] of profiles(world, seed).entries()) {
    // Each unit draws from a sequence of its own, so that a change in one leaves the others as they are.
    const random = new SeededRandom(seed * 7_919 + row * 104_729);
    const people = countPeople(profile, random);
    totals[row] = people.total;
    const of = (code: TopicCode, field: string) => columns.get(code)!.byName.get(field)![row]!;
    for (const code of CODES) TOPICS[code].fill({ columns: columns.get(code)!, row, profile, people, random, of });
  }
  const outlines = world.mesh.outlines((unit) => unit);
  return {
    currency: CURRENCY,
    units: world.units.map(({ code }, unit) => ({ code, polygon: outlines.get(unit)! })),
    topics: TOPIC_CODES.map((code): TopicInput => {
      const { note, distributions = [], lists = [] } = TOPICS[code];
      const { byName } = columns.get(code)!;
      const hidden = smallNumbers(code, byName, totals);
      return {
        code,
        entry: { note, vintage: VINTAGE, comparability: 'full', missingFields: [], distributions, lists },
        columns: byName,
        flags: Uint8Array.from(hidden, (isHidden) => (isHidden ? TOPIC_FLAG.suppressed : 0)),
      };
    }),
    unavailable: [],
    benchmarks: benchmarks(world, areas),
  };
}

/** The country, its states and its local government areas, all wholly inside the map. */
function benchmarks(world: World, areas: readonly Boundary[]): BenchmarkInput[] {
  const rows = world.units.map((_, row) => row);
  return areas
    .filter(({ level }) => level === 2 || level === 4 || level === 6)
    .map(({ code, name, kind, level, polygon }) => {
      const within = (row: number) => {
        const { government } = LOCALITIES[world.units[row]!.locality]!;
        return code === (level === 2 ? COUNTRY.code : level === 4 ? government.state : government.code);
      };
      return {
        code,
        name,
        kind,
        areaSquareKm: multiPolygonAreaSquareKm(polygon),
        coverage: 1,
        unitRows: Uint32Array.from(rows.filter(within)),
      };
    });
}
