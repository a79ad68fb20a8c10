import { multiPolygonAreaSquareKm, SeededRandom } from '@hinterland/geo';
import type { BenchmarkInput, Boundary, CensusInput, TopicInput } from '@hinterland/importers';
import { AGE_CLASSES, type Distribution, TOPIC_CODES, TOPIC_FLAG, type TopicCode } from '@hinterland/territory';
import { COUNTRY, CURRENCY } from '../plan/country.ts';
import { LOCALITIES } from '../plan/localities.ts';
import type { World } from '../world.ts';
import { Columns } from './columns.ts';
import { countPeople } from './people.ts';
import { profiles } from './profile.ts';
import { smallNumbers } from './suppression.ts';
import * as economy from './topicsEconomy.ts';
import * as society from './topicsPeople.ts';

const VINTAGE = '2021';

/** The fictional census of 2021: all ten topics for every unit, in whole numbers that fit each other. */
export function census(world: World, areas: readonly Boundary[], seed: number): CensusInput {
  const rows = world.units.length;
  const columns = new Map(TOPIC_CODES.map((code) => [code, new Columns(rows)]));
  const of = (code: TopicCode) => columns.get(code)!;
  const totals = new Float64Array(rows);
  for (const [row, profile] of profiles(world, seed).entries()) {
    // Each unit draws from a sequence of its own, so that a change in one leaves the others as they are.
    const random = new SeededRandom(seed * 7_919 + row * 104_729);
    const people = countPeople(profile, random);
    totals[row] = people.total;
    society.residents(of('residents'), row, people);
    society.ageClasses(of('age_classes'), row, people);
    society.families(of('families'), row, people);
    society.education(of('education'), row, profile, people, random);
    society.origins(of('origins'), row, profile, people, random);
    economy.employment(of('employment'), row, profile, people, random);
    economy.income(of('income'), row, profile, people, random);
    economy.housing(of('housing'), row, profile, people, random);
    economy.mobility(of('mobility'), row, profile, people, of('employment').byName.get('employed')![row]!, random);
    economy.consumption(of('consumption'), row, profile, people);
  }
  const outlines = world.mesh.outlines((unit) => unit);
  return {
    currency: CURRENCY,
    units: world.units.map(({ code }, unit) => ({ code, polygon: outlines.get(unit)! })),
    topics: TOPIC_CODES.map((code): TopicInput => {
      const byName = of(code).byName;
      const hidden = smallNumbers(code, byName, totals);
      const flags = Uint8Array.from(hidden, (isHidden) => (isHidden ? TOPIC_FLAG.suppressed : 0));
      return { code, entry: entry(code), columns: byName, flags };
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

const titled = (list: readonly (readonly [string, string])[]) => list.map(([key, title]) => ({ key, title }));

const classes = (name: string, unit: string, meaning: string, lower: readonly number[]): Distribution => ({
  name,
  unit,
  meaning,
  limits: lower.map((limit, i) => [limit, lower[i + 1] ?? null]),
});

function entry(code: TopicCode): TopicInput['entry'] {
  return {
    note: NOTES[code],
    vintage: VINTAGE,
    comparability: 'full',
    missingFields: [],
    distributions: DISTRIBUTIONS[code] ?? [],
    lists: LISTS[code] ?? [],
  };
}

const NOTES: Readonly<Record<TopicCode, string>> = {
  residents: 'Invented figures of a fictional country. The previous census is that of 2016, on the boundaries of 2021.',
  age_classes: `Invented figures of a fictional country, in ${AGE_CLASSES.length} classes of age in completed years.`,
  families: 'Invented figures of a fictional country.',
  education: 'Invented figures of a fictional country; persons aged 15 and over.',
  origins: 'Invented figures of a fictional country. English, French and Maravean are its national languages.',
  employment: 'Invented figures of a fictional country; persons aged 15 and over.',
  income: 'Invented figures of a fictional country. Low income is below half of the median household income.',
  housing: 'Invented figures of a fictional country. Rooms are all rooms but kitchens and bathrooms.',
  mobility: 'Invented figures of a fictional country.',
  consumption: 'Invented figures of a fictional country, modelled from income.',
};

const DISTRIBUTIONS: Partial<Record<TopicCode, Distribution[]>> = {
  income: [
    classes('household_income', 'currency_per_year', 'Households by yearly income', economy.HOUSEHOLD_INCOME),
    classes('personal_income', 'currency_per_year', 'Persons by yearly income', economy.PERSONAL_INCOME),
  ],
  housing: [
    classes('rent', 'currency_per_month', 'Rented dwellings by monthly rent', economy.RENT),
    classes('repayment', 'currency_per_month', 'Mortgaged dwellings by monthly repayment', economy.REPAYMENT),
  ],
  mobility: [classes('commute_time', 'minutes', 'Persons who travel to work by minutes one way', economy.COMMUTE)],
};

const LISTS: Partial<Record<TopicCode, TopicInput['entry']['lists']>> = {
  origins: [
    {
      name: 'birth_country',
      unit: 'persons',
      meaning: 'Residents born abroad by country of birth',
      keys: titled(society.BIRTH_COUNTRIES),
    },
    {
      name: 'language',
      unit: 'persons',
      meaning: 'Residents by language spoken at home',
      keys: titled(society.LANGUAGES),
    },
  ],
  employment: [
    {
      name: 'industry',
      unit: 'persons',
      meaning: 'Employed persons by industry (sections of ISIC revision 4)',
      keys: titled(economy.INDUSTRIES),
    },
  ],
  housing: [
    {
      name: 'building_period',
      unit: 'dwellings',
      meaning: 'Dwellings by period of construction',
      keys: titled(economy.BUILDING_PERIODS),
    },
  ],
};
