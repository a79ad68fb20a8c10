import { LIMITS, newAnalysis, newAnalysisName, newShares } from '@hinterland/contract';
import { type Answer, json, jsonText, pathBelow } from '../http/answer.ts';
import type { Exchange } from '../http/exchange.ts';
import type { HttpParts } from '../http/parts.ts';
import { invalid } from '../json.ts';
import { parseBody } from '../schema.ts';
import type { Route } from '../surface/v1.ts';
import * as analyses from './service.ts';

const ANALYSES = '/api/v1/analyses';

/** Each admits its caller first, then reads the body, then looks for the analysis. */
export const analysisRoutes: readonly Route[] = [
  { method: 'GET', path: ANALYSES, access: 'key', answer: getAnalyses },
  { method: 'POST', path: ANALYSES, access: 'key', answer: postAnalysis },
  { method: 'GET', path: `${ANALYSES}/:code`, access: 'key', answer: getAnalysis },
  { method: 'DELETE', path: `${ANALYSES}/:code`, access: 'key', answer: deleteAnalysis },
  { method: 'PUT', path: `${ANALYSES}/:code/name`, access: 'key', answer: putName },
  { method: 'POST', path: `${ANALYSES}/:code/duplicate`, access: 'key', answer: postDuplicate },
  { method: 'GET', path: `${ANALYSES}/:code/versions`, access: 'key', answer: getVersions },
  { method: 'GET', path: `${ANALYSES}/:code/versions/:no`, access: 'key', answer: getVersion },
  { method: 'GET', path: `${ANALYSES}/:code/shares`, access: 'key', answer: getShares },
  { method: 'PUT', path: `${ANALYSES}/:code/shares`, access: 'key', answer: putShares },
];

async function getAnalyses(parts: HttpParts, exchange: Exchange): Promise<Answer> {
  const caller = await exchange.admit('read');
  return json({ data: await analyses.list(parts, caller) });
}

async function postAnalysis(parts: HttpParts, exchange: Exchange): Promise<Answer> {
  const caller = await exchange.admit('manage');
  const wanted = parseBody(newAnalysis, await exchange.readBody(LIMITS.analysisBodyBytes));
  const code = await analyses.create(parts, caller, wanted);
  return created(parts, code, await analyses.read(parts, caller, code));
}

async function getAnalysis(parts: HttpParts, exchange: Exchange): Promise<Answer> {
  const caller = await exchange.admit('read');
  return jsonText(await analyses.read(parts, caller, exchange.parameter('code')));
}

async function deleteAnalysis(parts: HttpParts, exchange: Exchange): Promise<Answer> {
  const caller = await exchange.admit('manage');
  const code = exchange.parameter('code');
  await analyses.remove(parts, caller, code);
  return json({ id: code, deleted: true });
}

async function putName(parts: HttpParts, exchange: Exchange): Promise<Answer> {
  const caller = await exchange.admit('manage');
  const { name } = parseBody(newAnalysisName, await exchange.readBody(LIMITS.bodyBytes));
  const code = exchange.parameter('code');
  await analyses.rename(parts, caller, code, name);
  return jsonText(await analyses.read(parts, caller, code));
}

async function postDuplicate(parts: HttpParts, exchange: Exchange): Promise<Answer> {
  const caller = await exchange.admit('manage');
  await exchange.readOptionalBody(LIMITS.bodyBytes);
  const withResults = readFlag('withResults', exchange.query('withResults'));
  const code = await analyses.duplicate(parts, caller, exchange.parameter('code'), withResults);
  return created(parts, code, await analyses.read(parts, caller, code));
}

async function getVersions(parts: HttpParts, exchange: Exchange): Promise<Answer> {
  const caller = await exchange.admit('read');
  return json({ data: await analyses.versions(parts, caller, exchange.parameter('code')) });
}

async function getVersion(parts: HttpParts, exchange: Exchange): Promise<Answer> {
  const caller = await exchange.admit('read');
  return jsonText(await analyses.version(parts, caller, exchange.parameter('code'), exchange.parameter('no')));
}

async function getShares(parts: HttpParts, exchange: Exchange): Promise<Answer> {
  const caller = await exchange.admit('manage');
  return json(await analyses.shares(parts, caller, exchange.parameter('code')));
}

async function putShares(parts: HttpParts, exchange: Exchange): Promise<Answer> {
  const caller = await exchange.admit('manage');
  const wanted = parseBody(newShares, await exchange.readBody(LIMITS.bodyBytes));
  return json(await analyses.share(parts, caller, exchange.parameter('code'), wanted));
}

/** 201 with the new analysis. Its address is a path, which holds behind whatever name the service is reached by. */
export function created({ baseUrl }: Pick<HttpParts, 'baseUrl'>, code: string, text: string): Answer {
  const { headers, ...answer } = jsonText(text);
  return { ...answer, status: 201, headers: { ...headers, Location: pathBelow(baseUrl(), `${ANALYSES}/${code}`) } };
}

function readFlag(name: string, value: string | undefined): boolean {
  if (value === undefined || value === 'false' || value === '0') return false;
  if (value === 'true' || value === '1') return true;
  throw invalid(`#/${name}`, `${name} must be true, false, 1 or 0.`);
}
