import { ETAG } from '../../kit/http/answer.ts';
import { type Header, IF_NONE_MATCH, type PathParameter } from '../../kit/http/parameters.ts';
import { analysisCode } from '../../work/analyses/routes.ts';
import { ANALYSIS_ID, IDEMPOTENCY_KEY, IDEMPOTENT_REPLAYED } from '../../work/runs/routes.ts';
import { type Json, ref } from './parts.ts';

// Parameters and headers that the document names; schemas have their names in the contract and in the actions. Anything else
// that a route declares stands where it is used.

interface NamedParameter {
  readonly in: 'path' | 'header';
  readonly name: string;
  readonly of: PathParameter | Header;
}

const PARAMETERS: Readonly<Record<string, NamedParameter>> = {
  IdempotencyKey: { in: 'header', name: 'Idempotency-Key', of: IDEMPOTENCY_KEY },
  AnalysisId: { in: 'header', name: 'X-Analysis-Id', of: ANALYSIS_ID },
  AnalysisCode: { in: 'path', name: 'code', of: analysisCode },
  IfNoneMatch: { in: 'header', name: 'If-None-Match', of: IF_NONE_MATCH },
};

const HEADERS: Readonly<Record<string, Header>> = {
  RequestId: { description: 'Names this request in our logs', schema: { type: 'string' } },
  RateLimitPolicy: { description: 'Every window that calls are counted in', schema: { type: 'string' } },
  RateLimit: {
    description: 'Calls left, and seconds until more fit',
    schema: { type: 'string', examples: ['"requests";r=599;t=60'] },
  },
  RetryAfter: { description: 'Seconds to wait', schema: { type: 'integer' } },
  WwwAuthenticate: { description: 'How to authenticate', schema: { type: 'string' } },
  ETag: ETAG,
  IdempotentReplayed: IDEMPOTENT_REPLAYED,
};

export const namedParameters = (): Json =>
  Object.fromEntries(
    Object.entries(PARAMETERS).map(([key, { in: place, name, of }]) => [key, parameter(place, name, of)]),
  );

export const namedHeaders = (): Json => ({ ...HEADERS });

/** A reference to a named parameter, or the parameter itself. */
export function parameterOrRef(place: 'path' | 'query' | 'header', name: string, of: Partial<Header>): Json {
  const named = Object.entries(PARAMETERS).find(([, one]) => one.of === of);
  return named === undefined ? parameter(place, name, of) : ref(`parameters/${named[0]}`);
}

/** A reference to a named header, or the header itself. */
export function headerOrRef(header: Header): Json {
  const named = Object.entries(HEADERS).find(([, one]) => one === header);
  return named === undefined ? { ...header } : ref(`headers/${named[0]}`);
}

const parameter = (place: string, name: string, { description, schema }: Partial<Header>): Json => ({
  name,
  in: place,
  required: place === 'path',
  ...(description === undefined ? {} : { description }),
  schema,
});
