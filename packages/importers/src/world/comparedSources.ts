import { TOPIC_CODES, type TopicCode } from '@hinterland/catalogue';
import type { RemoteFile } from '../fetch/remoteFile.ts';
import { choosePeople, type PeopleSource, withBeside } from './peopleSources.ts';
import type { Plan } from './plan.ts';
import { incomeFiles, spendOf } from './spendOfPlace.ts';

/** A source of people and of money as a person compares it with another before anything is fetched. */
export interface ComparedSource {
  readonly name: string;
  readonly vintage: string;
  readonly isOfficial: boolean;
  /** Whether it is what the plan takes; else what --raster would take in its place. */
  readonly isChosen: boolean;
  /** Two-letter codes of the countries whose people it counts. */
  readonly countries: readonly string[];
  readonly topics: readonly TopicCode[];
  readonly megabytes: number;
  /** Whose households' spend its people have, and of which year; null where nobody publishes any. */
  readonly spend: { readonly of: string; readonly year: number; readonly publisher: string } | null;
  /** The file of incomes that bends it; null where everybody spends the national mean. */
  readonly incomes: { readonly name: string; readonly vintage: string; readonly megabytes: number } | null;
}

/** The sources of a plan, and the raster that could stand in place of official figures. */
export function comparedSources({ place, people }: Pick<Plan, 'place' | 'people'>): ComparedSource[] {
  if (people === null) return [];
  const chosen = withBeside(people);
  const raster = chosen.some(({ pack }) => pack !== undefined) ? choosePeople(place, { raster: 'worldpop' }) : null;
  return [
    ...chosen.map((source) => compared(source, people, true, place)),
    ...(raster === null || raster.pack !== undefined ? [] : [compared(raster, raster, false, place)]),
  ];
}

function compared(source: PeopleSource, people: PeopleSource, isChosen: boolean, place: Plan['place']): ComparedSource {
  const { name, vintage, pack, files, extra = [], ages = [] } = source;
  const spend = spendOf(place, people).sources.find((one) => one.source === source);
  const named = new Set(withBeside(people).flatMap(({ countries }) => countries ?? []));
  const given = Object.keys(pack?.topics ?? { residents: 1, ...(ages.length > 0 ? { age_classes: 1 } : {}) });
  const income = spend?.income;
  return {
    name,
    vintage,
    isOfficial: pack !== undefined,
    isChosen,
    countries: source.countries ?? place.countries.filter((code) => !named.has(code)),
    topics: TOPIC_CODES.filter((code) => given.includes(code) || (code === 'consumption' && spend !== undefined)),
    megabytes: sizeOf([...files, ...extra, ...ages.map(({ file }) => file)]),
    spend:
      spend === undefined
        ? null
        : { of: spend.level.of, year: spend.level.year, publisher: spend.level.publisher.name },
    incomes:
      income === undefined
        ? null
        : { name: income.name, vintage: income.vintage, megabytes: sizeOf(incomeFiles({ sources: [spend!] })) },
  };
}

const sizeOf = (files: readonly RemoteFile[]): number =>
  files.reduce((sum, { megabytes }) => sum + (megabytes ?? 0), 0);
