import { TOPIC_CODES, type TopicCode } from '@hinterland/catalogue';
import {
  type Benchmark,
  type Figures,
  type Part,
  type Topic,
  topicAvailable,
  topicTables,
} from '@hinterland/engine/tables';
import type { Territory } from '@hinterland/territory';
import type { ActionContext, RunOutcome } from '../action.ts';
import { stopIfCancelled } from '../catchment.ts';
import { roundedAll, versionsOf } from '../output.ts';
import {
  benchmarksAround,
  describeBenchmark,
  describePart,
  type Subject,
  subjectOf,
  territoryHeading,
} from '../subject/subject.ts';
import type { Input, Output } from './schema.ts';
import { creditsDue } from './tariff.ts';

/** The topics asked for, each once, in catalogue order. */
export const topicsOf = (input: Input): TopicCode[] => TOPIC_CODES.filter((code) => input.topics.includes(code));

/** Address poles that the territory of the call holds, as the quote reports them. */
export const polesInvolved = (context: ActionContext, input: Input): number => subjectOf(context, input).poles.length;

export function run(context: ActionContext, input: Input): RunOutcome<Output> {
  const { territory } = context;
  const topics = topicsOf(input);
  context.progress(0, 'counting residents');
  const subject = subjectOf(context, input);
  stopIfCancelled(context);
  context.progress(0.5, 'summing tables');
  const benchmarks = benchmarksAround(territory, subject);
  const result: Output = {
    territory: territoryHeading(territory),
    ...tablesOf(territory, subject, benchmarks, topics),
    ...subject.more,
    dataVersion: versionsOf(territory, ['territory', 'sociodemo']),
  };
  return { result, creditsDue: creditsDue(topics.filter((code) => topicAvailable(territory, code)).length) };
}

/** The tables of the topics for the parts of a subject and its benchmarks. */
export function tablesOf(
  territory: Territory,
  subject: Pick<Subject, 'parts'>,
  benchmarks: readonly Benchmark[],
  topics: readonly TopicCode[],
): Pick<Output, 'parts' | 'benchmarks' | 'topics'> {
  const parts: Part[] = subject.parts.map(({ holdings, areaSquareKm }) => ({
    unitShares: holdings.unitShares,
    areaSquareKm,
  }));
  const tables = topicTables(territory, topics, parts, benchmarks);
  const partIds = subject.parts.map(({ heading }) => heading.id);
  return {
    parts: subject.parts.map((part) => describePart(territory, part)),
    benchmarks: benchmarks.map(describeBenchmark),
    topics: tables.map((topic) => describeTopic(topic, partIds)),
  };
}

function describeTopic(topic: Topic, partIds: readonly string[]): Output['topics'][number] {
  if (!topic.available) return topic;
  const { parts, benchmarks, distributions, ...rest } = topic;
  const figures: Record<string, Figures> = {};
  parts.forEach((part, i) => {
    figures[partIds[i]!] = roundedAll(part);
  });
  for (const benchmark of benchmarks) figures[benchmark.level] = roundedAll(benchmark.figures);
  return {
    ...rest,
    lists: [...rest.lists],
    distributions: distributions.map(({ limits, ...named }) => ({ ...named, limits: limits.map((pair) => [...pair]) })),
    figures,
  };
}
