import { TOPIC_CODES, TOPIC_FIELDS, type TopicField } from '@hinterland/catalogue';
import { type TopicEntry, topicEntry } from './descriptor.ts';

/** All ten entries in the order of the catalogue; topics not named are not available. */
export function completeTopicEntries(
  entries: readonly (Pick<TopicEntry, 'code' | 'available'> & Partial<TopicEntry>)[],
): TopicEntry[] {
  return TOPIC_CODES.map((code) =>
    topicEntry.parse(
      entries.find((entry) => entry.code === code) ?? {
        code,
        available: false,
        note: 'The sources of this territory do not hold this topic.',
      },
    ),
  );
}

/** Names of the Float64 columns that the table of an available topic has, in order. */
export function topicColumns(entry: TopicEntry): string[] {
  const fields: readonly TopicField[] = TOPIC_FIELDS[entry.code];
  return [
    ...fields.map((field) => field.name).filter((name) => !entry.missingFields.includes(name)),
    ...entry.distributions.flatMap(({ name, limits }) => limits.map((_, i) => `${name}_${i}`)),
    ...entry.lists.flatMap(({ name, keys }) => keys.map(({ key }) => `${name}__${key}`)),
  ];
}
