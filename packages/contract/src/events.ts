import { z } from 'zod';
import { versionSummary } from './analyses.ts';
import { instant } from './instant.ts';
import { job } from './jobs.ts';
import { supplyChanged } from './supply.ts';

/** Events that webhooks report, each with a sentence. */
export const EVENTS = {
  'job.completed': 'A background job finished, or was stopped by its owner.',
  'job.failed': 'A background job failed.',
  'analysis.version.created': 'A charged run bound to an analysis was stored as a version.',
  'supply.changed':
    'A newer list of stores is in force, and stores of a subscription opened, closed, moved or were renamed.',
  ping: 'Sent on request, to try an endpoint.',
} as const;

export type EventType = keyof typeof EVENTS;
export const EVENT_TYPES = Object.keys(EVENTS) as [EventType, ...EventType[]];

const jobEvent = z.object({ job });

/** The `data` of each type. */
export const eventData = {
  'job.completed': jobEvent,
  'job.failed': jobEvent,
  'analysis.version.created': z.object({ analysisCode: z.string(), version: versionSummary }),
  'supply.changed': supplyChanged,
  ping: z.object({ message: z.string() }),
} as const satisfies Record<EventType, z.ZodType>;

export type EventData<T extends EventType> = z.infer<(typeof eventData)[T]>;

/** Body of every delivery of a type. */
export const eventEnvelope = <T extends EventType>(type: T) =>
  z
    .object({
      id: z
        .string()
        .regex(/^evt_/)
        .describe('The same for every endpoint and every attempt: use it to recognize duplicates'),
      type: z.literal(type),
      createdAt: instant,
      data: eventData[type],
    })
    .describe(EVENTS[type]);

/** Body of a delivery: JSON with these members, in this order. */
export interface EventEnvelope<T extends EventType = EventType> {
  readonly id: string;
  readonly type: T;
  readonly createdAt: string;
  readonly data: EventData<T>;
}
