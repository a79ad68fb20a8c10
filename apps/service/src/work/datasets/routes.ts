import { job } from '@hinterland/contract';
import { z } from 'zod';
import { emptyBody, nameBody } from '../../kit/http/fields.ts';
import { count, field, pathText } from '../../kit/http/parameters.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { type Attempts, UPLOADS_PER_USER } from '../../kit/rates/attempts.ts';
import { mappingBody, placeBody, readingBody, snapBody, unplacedBody, uploadFields } from './bodies.ts';
import { DATASET_LIMITS } from './limits.ts';
import { ROW_STATES } from './reasons.ts';
import { copies, dataset, exchanged, points, reading, row, rowPage } from './schemas.ts';
import type { Datasets } from './service.ts';

const DATASETS = '/web/v1/organizations/:organizationId/datasets';
const ONE = `${DATASETS}/:datasetId`;

const datasetId = pathText();
const jobId = pathText();

const { fileBytes, uploadSeconds, uploadIdleSeconds, skippedLines, rowsListedDefault, rowsListedMax, rows } =
  DATASET_LIMITS;

/** Datasets of an organization, for its members. They stay in the web app: /api/v1 has no route for them. */
export const datasetRoutes = (datasets: Datasets, attempts: Attempts): readonly Route[] => [
  route({
    method: 'GET',
    path: DATASETS,
    access: 'member',
    returns: z.object({ data: z.array(dataset) }),
    handle: async ({ caller }) => ({ data: await datasets.list(caller) }),
  }),
  // The body is the file itself; its import is a job, which the answer names.
  route({
    method: 'POST',
    path: DATASETS,
    access: 'member',
    heavy: true,
    query: {
      name: field(uploadFields.name),
      territory: field(uploadFields.territory),
      encoding: field(uploadFields.encoding),
      roles: field(uploadFields.roles),
      skipLines: count({ min: 0, max: skippedLines, default: 0 }),
    },
    file: {
      types: ['text/csv', 'text/tab-separated-values'],
      maxBytes: fileBytes,
      seconds: uploadSeconds,
      idleSeconds: uploadIdleSeconds,
    },
    status: 202,
    returns: dataset,
    problems: ['rate_limited', 'organization_limit_reached', 'insufficient_credits'],
    handle: async ({ caller, query, file }) => {
      await attempts.take(UPLOADS_PER_USER, caller.user.id);
      return datasets.upload(caller, { ...query, content: file });
    },
  }),
  route({
    method: 'GET',
    path: ONE,
    access: 'member',
    parameters: { datasetId },
    returns: dataset,
    handle: ({ caller, parameters }) => datasets.read(caller, parameters.datasetId),
  }),
  route({
    method: 'PUT',
    path: ONE,
    access: 'member',
    parameters: { datasetId },
    body: nameBody,
    returns: dataset,
    problems: ['insufficient_role'],
    handle: ({ caller, parameters, body }) => datasets.rename(caller, parameters.datasetId, body.name),
  }),
  route({
    method: 'DELETE',
    path: ONE,
    access: 'member',
    parameters: { datasetId },
    query: {
      copies: field(
        z.enum(['keep', 'delete']).default('keep'),
        'Whether results of jobs and versions of analyses that hold its rows are deleted with it',
      ),
    },
    returns: z.object({ id: z.string(), deleted: z.literal(true), copies }),
    problems: ['insufficient_role'],
    handle: async ({ caller, parameters, query }) => ({
      id: parameters.datasetId,
      deleted: true as const,
      copies: await datasets.remove(caller, parameters.datasetId, query.copies === 'delete'),
    }),
  }),
  route({
    method: 'GET',
    path: `${ONE}/copies`,
    access: 'member',
    parameters: { datasetId },
    returns: copies,
    handle: ({ caller, parameters }) => datasets.copies(caller, parameters.datasetId),
  }),
  route({
    method: 'PUT',
    path: `${ONE}/mapping`,
    access: 'member',
    parameters: { datasetId },
    body: mappingBody,
    returns: dataset,
    problems: ['insufficient_role', 'dataset_not_ready'],
    handle: ({ caller, parameters, body }) => datasets.map(caller, parameters.datasetId, body.mapping),
  }),
  route({
    method: 'GET',
    path: `${ONE}/rows`,
    access: 'member',
    parameters: { datasetId },
    query: {
      from: count({ min: 0, max: rows, default: 0 }),
      limit: count({ min: 1, max: rowsListedMax, default: rowsListedDefault }),
      state: field(z.enum(ROW_STATES).optional(), 'Only rows of this state'),
    },
    returns: rowPage,
    handle: ({ caller, parameters, query }) => datasets.rows(caller, parameters.datasetId, query),
  }),
  route({
    method: 'GET',
    path: `${ONE}/points`,
    access: 'member',
    parameters: { datasetId },
    returns: points,
    handle: ({ caller, parameters }) => datasets.points(caller, parameters.datasetId),
  }),
  // Reads: what is said of rows is longer than an address may be.
  route({
    method: 'POST',
    path: `${ONE}/reading`,
    access: 'member',
    parameters: { datasetId },
    body: readingBody,
    returns: reading,
    problems: ['dataset_not_ready'],
    handle: ({ caller, parameters, body }) => datasets.reading(caller, parameters.datasetId, body),
  }),
  route({
    method: 'PUT',
    path: `${ONE}/rows/:index/place`,
    access: 'member',
    parameters: { datasetId, index: pathText() },
    body: placeBody,
    returns: row,
    problems: ['insufficient_role', 'dataset_not_ready'],
    handle: ({ caller, parameters, body }) =>
      datasets.place(caller, parameters.datasetId, parameters.index, body.place),
  }),
  route({
    method: 'GET',
    path: `${ONE}/exchanged`,
    access: 'member',
    parameters: { datasetId },
    returns: exchanged,
    handle: ({ caller, parameters }) => datasets.exchanged(caller, parameters.datasetId),
  }),
  route({
    method: 'POST',
    path: `${ONE}/exchanged`,
    access: 'member',
    parameters: { datasetId },
    body: emptyBody,
    returns: dataset,
    problems: ['insufficient_role', 'dataset_not_ready'],
    handle: ({ caller, parameters }) => datasets.acceptExchanged(caller, parameters.datasetId),
  }),
  route({
    method: 'PUT',
    path: `${ONE}/unplaced`,
    access: 'member',
    parameters: { datasetId },
    body: unplacedBody,
    returns: dataset,
    problems: ['insufficient_role'],
    handle: ({ caller, parameters, body }) => datasets.leaveOut(caller, parameters.datasetId, body.leftOut),
  }),
  route({
    method: 'GET',
    path: `${ONE}/csv`,
    access: 'member',
    parameters: { datasetId },
    respond: async ({ caller, parameters }) => {
      const { id, name, content } = await datasets.csv(caller, parameters.datasetId);
      const encoded = encodeURIComponent(name.replace(/\.csv$/i, '')).replace(/['()*]/g, '_');
      return {
        headers: {
          'Content-Type': 'text/csv; charset=utf-8',
          'Content-Disposition': `attachment; filename="${id}.csv"; filename*=UTF-8''${encoded}.csv`,
        },
        body: ReadableStream.from(content),
      };
    },
  }),
  route({
    method: 'POST',
    path: `${ONE}/geocode`,
    access: 'member',
    parameters: { datasetId },
    body: emptyBody,
    status: 202,
    returns: job,
    problems: ['insufficient_role', 'dataset_not_ready', 'organization_limit_reached'],
    handle: ({ caller, parameters }) => datasets.geocode(caller, parameters.datasetId),
  }),
  route({
    method: 'POST',
    path: `${ONE}/snap`,
    access: 'member',
    parameters: { datasetId },
    body: snapBody,
    status: 202,
    returns: job,
    problems: ['insufficient_role', 'dataset_not_ready', 'organization_limit_reached'],
    handle: ({ caller, parameters, body }) => datasets.snap(caller, parameters.datasetId, body),
  }),
  route({
    method: 'GET',
    path: `${ONE}/jobs`,
    access: 'member',
    parameters: { datasetId },
    returns: z.object({ data: z.array(job) }),
    handle: async ({ caller, parameters }) => ({ data: await datasets.jobs(caller, parameters.datasetId) }),
  }),
  route({
    method: 'POST',
    path: `${ONE}/jobs/:jobId/stop`,
    access: 'member',
    parameters: { datasetId, jobId },
    body: emptyBody,
    returns: job,
    problems: ['insufficient_role', 'job_not_running'],
    handle: ({ caller, parameters }) => datasets.stop(caller, parameters.datasetId, parameters.jobId),
  }),
];
