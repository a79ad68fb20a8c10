import { COICOP_DIVISIONS, type TopicCode } from '@hinterland/catalogue';
import { modelledSpendOf } from '@hinterland/engine/market';
import {
  type AvailableTopic,
  type Benchmark,
  type Figures,
  type Part,
  type Topic,
  topicTables,
} from '@hinterland/engine/tables';
import type { Territory } from '@hinterland/territory';
import { roundedAll } from '../output/common.ts';
import { demandErrorIn } from '../output/demandError.ts';
import { describeBenchmark, describePart, type Subject } from '../subject/subject.ts';
import type { Tables } from './tables.ts';

/** The tables of the topics for the parts of a subject and its benchmarks. */
export function tablesOf(
  territory: Territory,
  subject: Pick<Subject, 'parts'>,
  benchmarks: readonly Benchmark[],
  topics: readonly TopicCode[],
): Tables {
  const parts: Part[] = subject.parts.map(({ holdings, areaSquareKm }) => ({
    unitShares: holdings.unitShares,
    areaSquareKm,
  }));
  const tables = topicTables(territory, topics, parts, benchmarks);
  const partIds = subject.parts.map(({ heading }) => heading.id);
  return {
    parts: subject.parts.map((part) => describePart(territory, part)),
    benchmarks: benchmarks.map(describeBenchmark),
    topics: tables.map((topic) => describeTopic(territory, topic, partIds)),
  };
}

function describeTopic(territory: Territory, topic: Topic, partIds: readonly string[]): Tables['topics'][number] {
  if (!topic.available) return topic;
  const { parts, benchmarks, distributions, fields, ...rest } = topic;
  const figures: Record<string, Figures> = {};
  parts.forEach((part, i) => {
    figures[partIds[i]!] = roundedAll(part);
  });
  for (const benchmark of benchmarks) figures[benchmark.level] = roundedAll(benchmark.figures);
  return {
    ...rest,
    fields: topic.code === 'consumption' ? withErrors(territory, fields) : fields,
    lists: [...rest.lists],
    distributions: distributions.map(({ limits, ...named }) => ({ ...named, limits: limits.map((pair) => [...pair]) })),
    figures,
  };
}

/** Fields of spend by division and of all spend, each with how far off it is where it is modelled. */
function withErrors(territory: Territory, fields: AvailableTopic['fields']): AvailableTopic['fields'] {
  if (modelledSpendOf(territory) === null) return fields;
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const division = COICOP_DIVISIONS.find(([code]) => name.startsWith(code));
      const of = division === undefined ? undefined : { coicop: { [division[0]]: 1 } };
      const { demandErrorShare: errorShare } = demandErrorIn(territory, of);
      return [name, errorShare === undefined ? field : { ...field, errorShare }];
    }),
  );
}
