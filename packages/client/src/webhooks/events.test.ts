import { EVENT_TYPES, type EventEnvelope, type EventType } from '@hinterland/contract';
import { describe, expect, expectTypeOf, it } from 'vitest';
import type { WebhookEvent, WebhookEventOf, WebhookEventType } from './index.ts';

/** The compiler refuses this table where the client and the contract name other events. */
const OF_CLIENT: Record<WebhookEventType & EventType, true> = {
  'job.completed': true,
  'job.failed': true,
  'analysis.version.created': true,
  'supply.changed': true,
  ping: true,
};

describe('types of events', () => {
  it('are those that the contract names', () => {
    expectTypeOf<WebhookEventType>().toEqualTypeOf<EventType>();
    expect(Object.keys(OF_CLIENT).sort()).toEqual([...EVENT_TYPES].sort());
  });

  it('hold what the contract delivers', () => {
    // What the service sends is an event of the client, member by member; the compiler says which one where it is not.
    expectTypeOf<EventEnvelope<'job.completed'>>().toExtend<WebhookEventOf<'job.completed'>>();
    expectTypeOf<EventEnvelope<'job.failed'>>().toExtend<WebhookEventOf<'job.failed'>>();
    expectTypeOf<EventEnvelope<'analysis.version.created'>>().toExtend<WebhookEventOf<'analysis.version.created'>>();
    expectTypeOf<EventEnvelope<'ping'>>().toExtend<WebhookEventOf<'ping'>>();
    expectTypeOf<Extract<WebhookEvent, { type: 'ping' }>['data']>().toEqualTypeOf<{ message: string }>();
  });
});
