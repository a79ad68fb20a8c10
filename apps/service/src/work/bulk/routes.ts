import { jobParts } from '@hinterland/contract';
import { pathText } from '../../kit/http/parameters.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { type SharedRoute, sharedRoute } from '../../kit/http/sharedRoute.ts';
import { PARTS } from './examples.ts';
import type { JobFiles } from './service.ts';

export const jobFileRoutes = (files: JobFiles): readonly SharedRoute[] => [
  sharedRoute({
    method: 'GET',
    path: '/jobs/:id/parts',
    scope: 'read',
    parameters: { id: pathText('Id of the job', { type: 'string', examples: ['job_01KAJ5M0W3Q8Z6X4T2R9V7C1B5'] }) },
    returns: jobParts,
    problems: ['results_expired'],
    operation: {
      id: 'getJobParts',
      tag: 'jobs',
      summary: 'The files of a job on a dataset, with addresses to read them from',
      description:
        'Finished parts of enrich.dataset, in the order of the rows; more come while the job runs. Each is a GeoParquet file with a row per row of the dataset. Whoever has an address can read the file until it expires, also after the key or member that asked for it was removed; a new list has new addresses. DELETE /api/v1/jobs/{id}/results ends all of them.',
      example: { answer: PARTS },
    },
    handle: ({ caller, parameters }) => files.list(caller, parameters.id),
  }),
];

/** Where the files of a store lie that has no addresses of its own. */
export const fileRoutes = (files: JobFiles): readonly Route[] => [
  route({
    method: 'GET',
    path: '/files/:address',
    access: 'public',
    parameters: { address: pathText() },
    problems: ['not_found', 'link_not_valid', 'results_expired'],
    respond: ({ parameters }) => files.open(parameters.address),
  }),
];
