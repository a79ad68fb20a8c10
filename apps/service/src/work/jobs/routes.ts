import { job, jobList, jobResults, LIMITS } from '@hinterland/contract';
import { jsonBytes } from '../../kit/http/answer.ts';
import { ACCEPT, asAccepted, FILE_TYPES } from '../../kit/http/answerFile.ts';
import { count, pathText } from '../../kit/http/parameters.ts';
import { type SharedRoute, sharedRoute } from '../../kit/http/sharedRoute.ts';
import { workedAnswer } from '../../kit/http/workedAnswers.ts';
import type { Offload } from '../../kit/offload/offload.ts';
import { ERASED_JOB, JOB, ROWS, STOPPED_JOB } from './examples.ts';
import type { Jobs } from './service.ts';

const JOBS = '/jobs';
const ONE = `${JOBS}/:id`;

const id = pathText('Id of the job', { type: 'string', examples: [JOB.id] });
const index = pathText('Position of the point in the input, from 0', { type: 'integer', minimum: 0 });

interface JobRouteSettings {
  readonly jobs: Jobs;
  /** The thread that writes files. */
  readonly offload: Pick<Offload, 'perform'>;
}

export const jobRoutes = ({ jobs, offload }: JobRouteSettings): readonly SharedRoute[] => [
  sharedRoute({
    method: 'GET',
    path: JOBS,
    scope: 'read',
    returns: jobList,
    operation: {
      id: 'listJobs',
      tag: 'jobs',
      summary: 'Your newest background jobs',
      example: { answer: { data: [JOB] } },
    },
    handle: async ({ caller }) => ({ data: await jobs.list(caller) }),
  }),
  sharedRoute({
    method: 'GET',
    path: ONE,
    scope: 'read',
    parameters: { id },
    returns: job,
    operation: { id: 'getJob', tag: 'jobs', summary: 'A background job', example: { answer: JOB } },
    handle: ({ caller, parameters }) => jobs.read(caller, parameters.id),
  }),
  sharedRoute({
    method: 'POST',
    path: `${ONE}/stop`,
    scope: 'run',
    parameters: { id },
    body: 'unused',
    returns: job,
    problems: ['not_owner', 'job_not_running'],
    operation: {
      id: 'stopJob',
      tag: 'jobs',
      summary: 'Stop one of your jobs',
      description: 'Finished points stay charged, the rest is skipped. Stopping a stopped job again has no effect.',
      example: { answer: STOPPED_JOB },
    },
    handle: ({ caller, parameters }) => jobs.stop(caller, parameters.id),
  }),
  sharedRoute({
    method: 'GET',
    path: `${ONE}/results`,
    scope: 'read',
    parameters: { id },
    query: {
      offset: count({ min: 0, max: 1_000_000, maxIsPublished: false, default: 0, description: 'Rows to skip' }),
      limit: count({
        min: 1,
        max: LIMITS.jobResultsPageMax,
        default: LIMITS.jobResultsPageDefault,
        description: 'Rows to return',
      }),
    },
    returns: jobResults,
    problems: ['results_expired'],
    operation: {
      id: 'getJobResults',
      tag: 'jobs',
      summary: 'One row per point, in the order of the input',
      example: { answer: ROWS },
    },
    handle: ({ caller, parameters, query }) => jobs.results(caller, parameters.id, query),
  }),
  sharedRoute({
    method: 'DELETE',
    path: `${ONE}/results`,
    scope: 'run',
    parameters: { id },
    returns: job,
    problems: ['job_running'],
    operation: {
      id: 'deleteJobResults',
      tag: 'jobs',
      summary: 'Delete the results of a job before their time',
      description:
        'The rows of a finished job, the points that it was asked for, and its files, whose addresses then lead nowhere. The job, its summary and its charge stay. Versions of analyses stay with their analyses. Deleting a second time has no effect.',
      example: { answer: ERASED_JOB },
    },
    handle: ({ caller, parameters }) => jobs.erase(caller, parameters.id),
  }),
  sharedRoute({
    method: 'GET',
    path: `${ONE}/results/:index`,
    scope: 'read',
    parameters: { id, index },
    problems: ['result_not_available', 'results_expired'],
    operation: {
      id: 'getJobResult',
      tag: 'jobs',
      summary: 'The full result of one point, as enrich.point answers it',
      headers: { Accept: ACCEPT },
      formats: FILE_TYPES,
      schemas: { answer: { type: 'object', description: 'Result of the action of the point' } },
      example: { answer: () => workedAnswer('enrich.point')?.execute.result },
    },
    respond: async ({ caller, parameters, exchange }) => {
      const { result, origin } = await jobs.result(caller, parameters.id, parameters.index);
      return asAccepted(offload, exchange.header('accept'), { result, origin, json: () => jsonBytes(result) });
    },
  }),
];
