import { TOPIC_CODES, type TopicCode } from '@hinterland/catalogue';
import { topicAvailable } from '@hinterland/engine/tables';
import type { ActionContext, RunOutcome } from '../action/action.ts';
import { stopIfCancelled } from '../catchments/catchment.ts';
import { transitFamily } from '../catchments/timeOfDay.ts';
import { versionsOf } from '../output/common.ts';
import { ownMember } from '../own/figures.ts';
import { tablesOf } from '../people/tablesOf.ts';
import { benchmarksAround, subjectOf, territoryHeading } from '../subject/subject.ts';
import { tariffs } from '../tariffs.ts';
import type { Input, Output } from './schema.ts';

/** The topics asked for, each once, in catalogue order. */
export const topicsOf = (input: Input): TopicCode[] => TOPIC_CODES.filter((code) => input.topics.includes(code));

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
    ...ownMember(context, subject, input.ownData),
    ...subject.more,
    dataVersion: versionsOf(territory, ['territory', 'sociodemo', ...transitFamily(subject.more.method)]),
  };
  // Topics that the territory does not hold are no work, and not charged.
  const held = topics.filter((code) => topicAvailable(territory, code)).length;
  return { result, creditsDue: held * tariffs.topic.unitCredits };
}
