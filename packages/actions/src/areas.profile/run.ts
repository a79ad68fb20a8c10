import { SECTORS, type TopicCode } from '@hinterland/catalogue';
import type { Benchmark } from '@hinterland/engine/tables';
import type { Territory } from '@hinterland/territory';
import type { ActionContext, RunOutcome } from '../action/action.ts';
import { findArea } from '../areas/areaDirectory.ts';
import { categoriesOf, mixOf } from '../markets/mix.ts';
import { whyNot } from '../markets/sectors.ts';
import { versionsOf } from '../output/common.ts';
import { tablesOf } from '../people/tablesOf.ts';
import { areasSubject, benchmarksAround, type Subject, territoryHeading } from '../subject/subject.ts';
import type { Input, Output } from './schema.ts';

const TOPICS: readonly TopicCode[] = ['residents', 'age_classes', 'families', 'income'];

export function run({ territory }: ActionContext, { area }: Input): RunOutcome<Output> {
  const { code, name, kind, level } = findArea(territory, area, '#/area');
  const subject = areasSubject(territory, [area], () => '#/area');
  const above = benchmarksAround(territory, subject).filter((one) => isAbove(one, level));
  return {
    result: {
      territory: territoryHeading(territory),
      area: { code, name, kind, level },
      ...tablesOf(territory, subject, above, TOPICS),
      market: marketOf(territory, subject, above),
      dataVersion: versionsOf(territory, ['territory', 'sociodemo', 'players']),
    },
  };
}

/** A state is not compared with the municipality that most of its residents live in. Postcodes have no level: all are above. */
const isAbove = ({ areaLevel }: Benchmark, level: number | null): boolean =>
  areaLevel !== null && (level === null || areaLevel < level);

function marketOf(territory: Territory, subject: Subject, above: readonly Benchmark[]): Output['market'] {
  if (territory.players === null) return null;
  const present = SECTORS.filter((sector) => whyNot(territory, sector) === null);
  // The mode counts for catchments alone.
  return mixOf(territory, subject, 'car', above, categoriesOf([], present));
}
