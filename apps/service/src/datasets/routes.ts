import { type Answer, json } from '../http/answer.ts';
import { readCount } from '../http/count.ts';
import type { Exchange } from '../http/exchange.ts';
import type { HttpParts } from '../http/parts.ts';
import { invalid } from '../json.ts';
import { parseBody } from '../schema.ts';
import { takeAttempt, UPLOADS_PER_USER } from '../signIn/attempts.ts';
import { emptyBody, nameBody } from '../signIn/bodies.ts';
import { bodyOf, change } from '../signIn/routes.ts';
import { enterOrganization } from '../signIn/visitor.ts';
import type { Route } from '../surface/v1.ts';
import * as bodies from './bodies.ts';
import { DATASET_LIMITS } from './limits.ts';

const DATASETS = '/web/v1/organizations/:organizationId/datasets';
const ONE = `${DATASETS}/:datasetId`;

/** Datasets of an organization, for its members. They stay in the web app: /api/v1 has no route for them. */
export const datasetRoutes: readonly Route[] = [
  read(DATASETS, getDatasets),
  change('POST', DATASETS, postDataset),
  read(ONE, getDataset),
  change('PUT', ONE, putDataset),
  change('DELETE', ONE, deleteDataset),
  change('PUT', `${ONE}/mapping`, putMapping),
  read(`${ONE}/rows`, getRows),
  read(`${ONE}/csv`, getCsv),
  change('POST', `${ONE}/geocode`, postGeocode),
  change('POST', `${ONE}/snap`, postSnap),
  read(`${ONE}/jobs`, getJobs),
  change('POST', `${ONE}/jobs/:jobId/stop`, postStop),
];

function read(path: string, answer: Route['answer']): Route {
  return { method: 'GET', path, access: 'session', answer };
}

const accepted = (value: unknown): Answer => ({ ...json(value), status: 202 });
const idOf = (exchange: Exchange): string => exchange.parameter('datasetId');

async function getDatasets(parts: HttpParts, exchange: Exchange): Promise<Answer> {
  const member = await enterOrganization(parts, exchange);
  return json({ data: await parts.datasets.list(member) });
}

/** The body is the file itself; its import is a job, which the answer names. */
async function postDataset(parts: HttpParts, exchange: Exchange): Promise<Answer> {
  const member = await enterOrganization(parts, exchange);
  const { name, territory, encoding } = parseBody(bodies.uploadQuery, {
    name: exchange.query('name') ?? '',
    territory: exchange.query('territory') ?? null,
    encoding: exchange.query('encoding') ?? null,
  });
  const skipLines = readCount(exchange, 'skipLines', { least: 0, most: DATASET_LIMITS.skippedLines, otherwise: 0 });
  const { fileBytes, uploadSeconds, uploadIdleSeconds } = DATASET_LIMITS;
  const content = exchange.readFile({
    types: ['text/csv', 'text/tab-separated-values'],
    maxBytes: fileBytes,
    seconds: uploadSeconds,
    idleSeconds: uploadIdleSeconds,
  });
  await takeAttempt(parts.db, parts.clock, UPLOADS_PER_USER, member.user.id);
  return accepted(await parts.datasets.upload(member, { name, territory, encoding, skipLines, content }));
}

async function getDataset(parts: HttpParts, exchange: Exchange): Promise<Answer> {
  const member = await enterOrganization(parts, exchange);
  return json(await parts.datasets.read(member, idOf(exchange)));
}

async function putDataset(parts: HttpParts, exchange: Exchange): Promise<Answer> {
  const member = await enterOrganization(parts, exchange);
  const { name } = await bodyOf(exchange, nameBody);
  return json(await parts.datasets.rename(member, idOf(exchange), name));
}

async function deleteDataset(parts: HttpParts, exchange: Exchange): Promise<Answer> {
  const member = await enterOrganization(parts, exchange);
  await parts.datasets.remove(member, idOf(exchange));
  return json({ id: idOf(exchange), deleted: true });
}

async function putMapping(parts: HttpParts, exchange: Exchange): Promise<Answer> {
  const member = await enterOrganization(parts, exchange);
  const { mapping } = await bodyOf(exchange, bodies.mappingBody);
  return json(await parts.datasets.map(member, idOf(exchange), mapping));
}

async function getRows(parts: HttpParts, exchange: Exchange): Promise<Answer> {
  const member = await enterOrganization(parts, exchange);
  const { rowsListedDefault, rowsListedMax, rows } = DATASET_LIMITS;
  const from = readCount(exchange, 'from', { least: 0, most: rows, otherwise: 0 });
  const limit = readCount(exchange, 'limit', { least: 1, most: rowsListedMax, otherwise: rowsListedDefault });
  const unmatched = exchange.query('unmatched') ?? 'false';
  if (unmatched !== 'true' && unmatched !== 'false') throw invalid('#/unmatched', 'unmatched must be true or false.');
  const asked = { from, limit, unmatched: unmatched === 'true' };
  return json(await parts.datasets.rows(member, idOf(exchange), asked));
}

async function getCsv(parts: HttpParts, exchange: Exchange): Promise<Answer> {
  const member = await enterOrganization(parts, exchange);
  const file = await parts.datasets.csv(member, idOf(exchange));
  const name = encodeURIComponent(file.name.replace(/\.csv$/i, '')).replace(/['()*]/g, '_');
  return {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${file.id}.csv"; filename*=UTF-8''${name}.csv`,
    },
    body: ReadableStream.from(file.content),
  };
}

async function postGeocode(parts: HttpParts, exchange: Exchange): Promise<Answer> {
  const member = await enterOrganization(parts, exchange);
  await bodyOf(exchange, emptyBody);
  return accepted(await parts.datasets.geocode(member, idOf(exchange)));
}

async function postSnap(parts: HttpParts, exchange: Exchange): Promise<Answer> {
  const member = await enterOrganization(parts, exchange);
  const wanted = await bodyOf(exchange, bodies.snapBody);
  return accepted(await parts.datasets.snap(member, idOf(exchange), wanted));
}

async function getJobs(parts: HttpParts, exchange: Exchange): Promise<Answer> {
  const member = await enterOrganization(parts, exchange);
  return json({ data: await parts.datasets.jobs(member, idOf(exchange)) });
}

async function postStop(parts: HttpParts, exchange: Exchange): Promise<Answer> {
  const member = await enterOrganization(parts, exchange);
  await bodyOf(exchange, emptyBody);
  return json(await parts.datasets.stop(member, idOf(exchange), exchange.parameter('jobId')));
}
