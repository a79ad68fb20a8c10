import type { Job, JobResults } from '@hinterland/contract';

// Examples of the OpenAPI document.

export const JOB: Job = {
  id: 'job_01KAJ5M0W3Q8Z6X4T2R9V7C1B5',
  type: 'enrich.points',
  status: 'succeeded',
  createdAt: '2026-11-21T10:00:00.000Z',
  startedAt: '2026-11-21T10:00:00.100Z',
  finishedAt: '2026-11-21T10:00:20.000Z',
  progress: { total: 500, done: 480, skipped: 19, failed: 1 },
  maxCredits: 9600,
  analysisCode: null,
  result: { done: 480, skipped: 19, failed: 1, creditsCharged: 9600, stopReason: 'batch_cap' },
  error: null,
  resultsExpireAt: '2026-12-21T10:00:20.000Z',
};

export const STOPPED_JOB = {
  ...JOB,
  status: 'stopped',
  result: { ...JOB.result, stopReason: 'stopped_by_owner' },
};

export const ERASED_JOB: Job = { ...JOB, resultsDeletedAt: '2026-11-22T09:30:00.000Z' };

export const ROWS: JobResults = {
  data: [
    {
      index: 0,
      id: 'store 1',
      lat: -33.8688,
      lng: 151.2093,
      status: 'done',
      reason: null,
      creditsCharged: 20,
      summary: { residents: 18234, poles: 7012, cumulativeResidents: [5120, 18234], skipped: [] },
    },
  ],
  offset: 0,
  limit: 1,
  total: 500,
  hasMore: true,
};
