import { type Job, job, jobList, jobResults, LIMITS } from '@hinterland/contract';
import { failures, type Json, ref, schemaOf, success } from './parts.ts';
import { workedAnswer } from './workedAnswers.ts';

export const jobSchemas = (): Json => ({
  Job: schemaOf(job),
  JobList: schemaOf(jobList),
  JobResults: schemaOf(jobResults),
});

const ALWAYS = [401, 429, 500, 503] as const;

const ID: Json = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'Id of the job',
  schema: { type: 'string', examples: ['job_01KAJ5M0W3Q8Z6X4T2R9V7C1B5'] },
};

const count = (name: string, description: string, schema: Json): Json => ({
  name,
  in: 'query',
  required: false,
  description,
  schema: { type: 'integer', ...schema },
});

export function jobPaths(): Json {
  const read = (operationId: string, summary: string, schema: Json, example: Json, codes: number[]) => ({
    operationId,
    tags: ['jobs'],
    summary,
    responses: { ...success(schema, {}, example), ...failures(...ALWAYS, ...codes) },
  });
  return {
    '/api/v1/jobs': {
      get: read('listJobs', 'Your newest background jobs', ref('schemas/JobList'), { data: [JOB_EXAMPLE] }, []),
    },
    '/api/v1/jobs/{id}': {
      get: { ...read('getJob', 'A background job', ref('schemas/Job'), JOB_EXAMPLE, [404]), parameters: [ID] },
    },
    '/api/v1/jobs/{id}/stop': {
      post: {
        ...read(
          'stopJob',
          'Stop one of your jobs; needs the scope run',
          ref('schemas/Job'),
          {
            ...JOB_EXAMPLE,
            status: 'stopped',
            result: { ...JOB_EXAMPLE.result, stopReason: 'stopped_by_owner' },
          },
          [400, 403, 404, 409, 413, 415],
        ),
        description: 'What is done stays charged, the rest is skipped. Stopping a stopped job again changes nothing.',
        parameters: [ID],
      },
    },
    '/api/v1/jobs/{id}/results': {
      get: {
        ...read(
          'getJobResults',
          'One row per point, in the order of the input',
          ref('schemas/JobResults'),
          ROWS_EXAMPLE,
          [400, 404, 410],
        ),
        parameters: [
          ID,
          count('offset', 'Rows to leave out', { minimum: 0, default: 0 }),
          count('limit', 'Rows to answer', {
            minimum: 1,
            maximum: LIMITS.jobResultsPageMax,
            default: LIMITS.jobResultsPageDefault,
          }),
        ],
      },
    },
    '/api/v1/jobs/{id}/results/{index}': {
      get: {
        operationId: 'getJobResult',
        tags: ['jobs'],
        summary: 'The full result of one point, as enrich.point answers it',
        parameters: [
          ID,
          {
            name: 'index',
            in: 'path',
            required: true,
            description: 'Position of the point in the input, from 0',
            schema: { type: 'integer', minimum: 0 },
          },
        ],
        responses: {
          ...success(
            { type: 'object', description: 'Result of the action of the point' },
            {},
            workedAnswer('enrich.point')?.execute.result,
          ),
          ...failures(...ALWAYS, 404, 410),
        },
      },
    },
  };
}

export const JOB_EXAMPLE: Job = {
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

const ROWS_EXAMPLE = {
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
