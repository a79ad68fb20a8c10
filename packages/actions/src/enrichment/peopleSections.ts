import { TOPIC_CODES, type TopicCode } from '@hinterland/catalogue';
import type { Catchment } from '@hinterland/engine/catchment';
import { TOPICS, topicAvailable } from '@hinterland/engine/tables';
import { oncePer } from '@hinterland/geo';
import type { Territory } from '@hinterland/territory';
import { quoteLine } from '../action/pricing.ts';
import { sectionTables, type Tables } from '../people/tables.ts';
import { tablesOf } from '../people/tablesOf.ts';
import { benchmarksAround, catchmentSubject } from '../subject/subject.ts';
import { tariffs } from '../tariffs.ts';
import type { Section } from './section.ts';

const tariff = tariffs.topic;

/** The five topics of people, and those of the economy, for the bands of a catchment. */
export const peopleSection = section('people', 'The five topics of people (residents to origins)');
export const economySection = section('economy', 'The five topics of the economy (employment to consumption)');

function section(name: 'people' | 'economy', label: string): Section<Tables> {
  const topics = TOPIC_CODES.filter((code) => TOPICS[code].section === name);
  return {
    name,
    families: ['sociodemo'],
    price: { tariff, quantity: topics.length },
    output: sectionTables.describe(`${label}, for every band and the surrounding areas`),
    quote({ territory }) {
      if (availableOf(territory, topics) > 0) return { line: quoteLine(tariff, topics.length, label) };
      const detail = `The census of ${territory.manifest.name} holds none of the topics: ${topics.join(', ')}.`;
      return { skipped: { reason: 'no_data', detail } };
    },
    run({ territory }, catchment) {
      const { subject, benchmarks } = subjectOf(catchment);
      return {
        result: tablesOf(territory, subject, benchmarks, topics),
        creditsDue: availableOf(territory, topics) * tariff.unitCredits,
      };
    },
  };
}

const availableOf = (territory: Territory, topics: readonly TopicCode[]): number =>
  topics.filter((code) => topicAvailable(territory, code)).length;

/** Basis of both sections of a catchment. */
const subjectOf = oncePer((catchment: Catchment) => {
  const subject = catchmentSubject(catchment);
  return { subject, benchmarks: benchmarksAround(catchment.territory, subject) };
});
