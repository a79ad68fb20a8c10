/** Events that webhooks report, with the sentence shown beside each. */
export const EVENTS = {
  'job.completed': 'A background job finished, or was stopped by its owner.',
  'job.failed': 'A background job failed.',
  'analysis.version.created': 'A charged run bound to an analysis was stored as a version.',
  ping: 'Sent on request, to try an endpoint.',
} as const;

export type EventType = keyof typeof EVENTS;
