import { LIMITS } from '@hinterland/contract';
import { type Answer, json, jsonBytes } from '../http/answer.ts';
import { readCount } from '../http/count.ts';
import type { Exchange } from '../http/exchange.ts';
import type { HttpParts } from '../http/parts.ts';
import type { Route } from '../surface/v1.ts';

const JOBS = '/api/v1/jobs';

export const jobRoutes: readonly Route[] = [
  { method: 'GET', path: JOBS, access: 'key', answer: getJobs },
  { method: 'GET', path: `${JOBS}/:id`, access: 'key', answer: getJob },
  { method: 'POST', path: `${JOBS}/:id/stop`, access: 'key', answer: postStop },
  { method: 'GET', path: `${JOBS}/:id/results`, access: 'key', answer: getResults },
  { method: 'GET', path: `${JOBS}/:id/results/:index`, access: 'key', answer: getResult },
];

async function getJobs(parts: HttpParts, exchange: Exchange): Promise<Answer> {
  const caller = await exchange.admit('read');
  return json({ data: await parts.jobs.list(caller) });
}

async function getJob(parts: HttpParts, exchange: Exchange): Promise<Answer> {
  const caller = await exchange.admit('read');
  return json(await parts.jobs.read(caller, exchange.parameter('id')));
}

async function postStop(parts: HttpParts, exchange: Exchange): Promise<Answer> {
  const caller = await exchange.admit('run');
  await exchange.readOptionalBody(LIMITS.bodyBytes);
  return json(await parts.jobs.stop(caller, exchange.parameter('id')));
}

async function getResults(parts: HttpParts, exchange: Exchange): Promise<Answer> {
  const caller = await exchange.admit('read');
  const { jobResultsPageDefault, jobResultsPageMax } = LIMITS;
  const offset = readCount(exchange, 'offset', { least: 0, most: 1_000_000, otherwise: 0 });
  const limit = readCount(exchange, 'limit', {
    least: 1,
    most: jobResultsPageMax,
    otherwise: jobResultsPageDefault,
  });
  return json(await parts.jobs.results(caller, exchange.parameter('id'), { offset, limit }));
}

async function getResult(parts: HttpParts, exchange: Exchange): Promise<Answer> {
  const caller = await exchange.admit('read');
  return jsonBytes(await parts.jobs.result(caller, exchange.parameter('id'), exchange.parameter('index')));
}
