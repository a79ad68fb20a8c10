import { type Sentence, said, spoken } from '@hinterland/answers/said';
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
export const peopleSection = section('people', said('people_topics'));
export const economySection = section('economy', said('economy_topics'));

function section(name: 'people' | 'economy', label: Sentence): Section<Tables> {
  const topics = TOPIC_CODES.filter((code) => TOPICS[code].section === name);
  return {
    name,
    families: ['sociodemo'],
    price: { tariff, quantity: topics.length },
    output: sectionTables.describe(`${label}, for every band and the surrounding areas`),
    quote({ territory }) {
      if (availableOf(territory, topics) > 0) return { line: quoteLine(tariff, topics.length, label) };
      const detail = said('census_no_topics', {
        territory: territory.manifest.name,
        topics: topics.map((word) => ({ word })),
      });
      return { skipped: { reason: 'no_data', ...spoken({ detail }) } };
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
