import type { TopicCode } from './topics.ts';

/** Residents-like measures that network planning and site ranking count; each is a sum of topic columns. */
export const MEASURES = {
  population: { topic: 'residents', columns: ['total'] },
  families: { topic: 'families', columns: ['families'] },
  under_5: { topic: 'age_classes', columns: ['total_0_4'] },
  aged_65_plus: {
    topic: 'age_classes',
    columns: ['total_65_69', 'total_70_74', 'total_75_79', 'total_80_84', 'total_85_plus'],
  },
  aged_70_plus: { topic: 'age_classes', columns: ['total_70_74', 'total_75_79', 'total_80_84', 'total_85_plus'] },
} as const satisfies Record<string, { topic: TopicCode; columns: readonly string[] }>;
export type Measure = keyof typeof MEASURES;
