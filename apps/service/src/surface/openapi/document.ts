import type { Action } from '@hinterland/actions';
import {
  type ActionDescriptor,
  actionList,
  credits,
  data,
  executeAnswer,
  me,
  type ProblemCode,
  problem,
  problems,
  quoteAnswer,
  SCOPE_MEANING,
  SCOPES,
} from '@hinterland/contract';
import type { Route } from '../../http/route.ts';
import { analysisPaths, analysisSchemas } from './analyses.ts';
import { actionDescriptors } from './descriptors.ts';
import { eventRequests, eventSchemas } from './events.ts';
import { jobPaths, jobSchemas } from './jobs.ts';
import { pathsOf } from './operations.ts';
import { failures, type Json, jsonBody, RATE_HEADERS, ref, schemaOf, success, withoutDialect } from './parts.ts';
import { SCHEMAS } from './schemas.ts';
import { workedAnswer } from './workedAnswers.ts';

/**
 * The OpenAPI 3.1 description, derived from the contract and the registry. Each action has paths of its own, with its
 * schemas and tariff; the paths with {actionId} stand for all of them.
 */
export function openApiDocument(routes: readonly Route[], actions: readonly Action[], serverUrl: string): Json {
  const descriptors = actionDescriptors(actions);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Hinterland',
      version: '1.0.0',
      summary: 'Geomarketing analysis: who lives within reach, what they spend, where to open next',
      description:
        'Actions are free or charged in credits. A charged action is quoted first; its execution repeats the quoted ' +
        'number. Times are ISO 8601 in UTC, numbers are JSON numbers, errors are RFC 9457 problems. Everything under ' +
        '/api/v1 is additive: fields, values, actions and routes may be added and are never removed or changed.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: serverUrl }],
    security: [{ apiKey: [] }],
    tags: [
      { name: 'account', description: 'Who calls, what there is to spend, which data are in force' },
      { name: 'actions', description: 'Quote and execute any action' },
      { name: 'analyses', description: 'Documents that keep the results of charged runs as versions' },
      { name: 'jobs', description: 'Background jobs and their results' },
      { name: 'webhooks', description: 'Endpoints that events are delivered to' },
      ...descriptors.map(({ id, title }) => ({ name: id, description: title })),
    ],
    paths: inOrder({
      ...accountPaths(descriptors),
      ...anyActionPaths(descriptors),
      ...analysisPaths(),
      ...jobPaths(),
      ...pathsOf(routes),
      ...actionPaths(actions, descriptors),
    }),
    webhooks: eventRequests(),
    components: {
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'hl_live_…',
          description: `API key. Scopes: ${SCOPES.map((scope) => `${scope}: ${SCOPE_MEANING[scope]}`).join(' ')}`,
        },
      },
      schemas: {
        ...resourceSchemas(),
        ...analysisSchemas(),
        ...jobSchemas(),
        ...Object.fromEntries(Object.entries(SCHEMAS).map(([name, type]) => [name, schemaOf(type)])),
        ...eventSchemas(),
        ...actionSchemas(descriptors),
      },
      parameters: {
        IdempotencyKey: {
          name: 'Idempotency-Key',
          in: 'header',
          required: false,
          description:
            'The same key never charges the organization twice; the run is computed again. At most 80 characters; a longer one is ignored.',
          schema: { type: 'string' },
        },
        AnalysisId: {
          name: 'X-Analysis-Id',
          in: 'header',
          required: false,
          description:
            'Code of one of your analyses: the run is stored as its next version. Any other value has no effect and is no error.',
          schema: { type: 'string' },
        },
        AnalysisCode: {
          name: 'code',
          in: 'path',
          required: true,
          description: 'Code of the analysis',
          schema: { type: 'string', pattern: '^[0-9A-Za-z]{12}$', examples: ['4kTq0ZpX9aLw'] },
        },
        IfNoneMatch: {
          name: 'If-None-Match',
          in: 'header',
          required: false,
          description: 'ETag of the copy that the client has',
          schema: { type: 'string' },
        },
      },
      headers: HEADERS,
      responses: problemResponses(),
    },
  };
}

/** Members of an operation, in the order in which they are read. */
const MEMBERS = [
  'operationId',
  'tags',
  'summary',
  'description',
  'security',
  'x-service-tariff',
  'x-service-pricing',
  'parameters',
  'requestBody',
  'responses',
] as const;

/** Paths whose operations have their members in one order. */
const inOrder = (paths: Json): Json =>
  Object.fromEntries(
    Object.entries(paths).map(([path, operations]) => [
      path,
      Object.fromEntries(
        Object.entries(operations as Record<string, Json>).map(([method, operation]) => [
          method,
          Object.fromEntries(MEMBERS.filter((name) => name in operation).map((name) => [name, operation[name]])),
        ]),
      ),
    ]),
  );

// Resources

const resourceSchemas = (): Json => ({
  Me: schemaOf(me),
  Credits: schemaOf(credits),
  Data: schemaOf(data),
  ActionList: schemaOf(actionList),
  Quote: schemaOf(quoteAnswer),
  Execute: schemaOf(executeAnswer),
  Problem: schemaOf(problem),
});

/** "analysis.people_economy" becomes "AnalysisPeopleEconomy". */
const schemaName = (id: string): string =>
  id
    .split(/[._]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

function actionSchemas(descriptors: readonly ActionDescriptor[]): Json {
  return Object.fromEntries(
    descriptors.flatMap(({ id, inputSchema, outputSchema }) => [
      [`${schemaName(id)}Input`, withoutDialect(inputSchema)],
      [`${schemaName(id)}Result`, withoutDialect(outputSchema)],
    ]),
  );
}

// Answers

const HEADERS: Json = {
  RequestId: { description: 'Names this request in our logs', schema: { type: 'string' } },
  RateLimitPolicy: { description: 'Every window that calls are counted in', schema: { type: 'string' } },
  RateLimit: {
    description: 'Calls left, and seconds until more fit',
    schema: { type: 'string', examples: ['"requests";r=599;t=60'] },
  },
  RetryAfter: { description: 'Seconds to wait', schema: { type: 'integer' } },
  WwwAuthenticate: { description: 'How to authenticate', schema: { type: 'string' } },
  ETag: { description: 'Changes with the content', schema: { type: 'string' } },
  IdempotentReplayed: {
    description: '"true" where the idempotency key had been charged before',
    schema: { type: 'string' },
  },
};

/** One response per status that problems have; a status is all its codes. */
function problemResponses(): Json {
  const byStatus = new Map<number, ProblemCode[]>();
  for (const code of Object.keys(problems) as ProblemCode[]) {
    const { status } = problems[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      `Problem${status}`,
      {
        description: codes.map((code) => `${code}: ${problems[code].title}`).join('. '),
        headers: {
          'X-Request-Id': ref('headers/RequestId'),
          ...(status === 401 || status === 403 ? { 'WWW-Authenticate': ref('headers/WwwAuthenticate') } : {}),
          ...(status === 429 || status === 503 ? { 'Retry-After': ref('headers/RetryAfter') } : {}),
        },
        content: {
          'application/problem+json': {
            schema: ref('schemas/Problem'),
            examples: Object.fromEntries(codes.map((code) => [code, { value: problemExample(code) }])),
          },
        },
      },
    ]),
  );
}

const problemExample = (code: ProblemCode): Json => ({
  type: `/problems/${code}`,
  title: problems[code].title,
  status: problems[code].status,
  detail: 'What happened this time, and what to do.',
  instance: 'urn:request:req_0123456789abcdef01234567',
  error: code,
});

const notModified = (headers: Json): Json => ({
  '304': { description: 'The copy that the client has is still right', headers },
});

// Paths

const ETAG: Json = { ETag: ref('headers/ETag') };

function accountPaths(descriptors: readonly ActionDescriptor[]): Json {
  const account = (operationId: string, summary: string, schema: string, example: unknown) => ({
    operationId,
    tags: ['account'],
    summary,
    responses: { ...success(ref(`schemas/${schema}`), {}, example), ...failures(401, 429, 500, 503) },
  });
  return {
    '/api/v1/me': { get: account('getMe', 'The user, organization, team and key of the call', 'Me', ME_EXAMPLE) },
    '/api/v1/credits': {
      get: account('getCredits', 'Balance, reserved credits and monthly limits', 'Credits', CREDITS_EXAMPLE),
    },
    '/api/v1/data': {
      get: {
        ...account('getData', 'Data versions available now', 'Data', { territory: '2026-10', sociodemo: '2021.3' }),
        parameters: [
          {
            name: 'territory',
            in: 'query',
            required: false,
            description: 'Id of one territory, where several are installed',
            schema: { type: 'string' },
          },
        ],
        responses: {
          ...success(ref('schemas/Data'), {}, { territory: '2026-10', sociodemo: '2021.3' }),
          ...failures(400, 401, 429, 500, 503),
        },
      },
    },
    '/api/v1/actions': {
      get: {
        operationId: 'listActions',
        tags: ['account'],
        summary: 'Every action with its schemas and price',
        parameters: [ref('parameters/IfNoneMatch')],
        responses: {
          ...success(ref('schemas/ActionList'), ETAG, { data: [shortest(descriptors)] }),
          ...notModified({ ...RATE_HEADERS, ...ETAG }),
          ...failures(401, 429, 500, 503),
        },
      },
    },
    '/api/v1/openapi.json': {
      get: {
        operationId: 'getOpenApi',
        tags: ['account'],
        summary: 'This document',
        security: [],
        parameters: [ref('parameters/IfNoneMatch')],
        responses: {
          '200': {
            description: 'Success',
            headers: { 'X-Request-Id': ref('headers/RequestId'), ...ETAG },
            content: { 'application/json': { schema: { type: 'object' }, example: DOCUMENT_EXAMPLE } },
          },
          ...notModified({ 'X-Request-Id': ref('headers/RequestId'), ...ETAG }),
        },
      },
    },
  };
}

const QUOTE_FAILURES = [400, 401, 413, 415, 422, 429, 500, 503, 504] as const;
const FREE_FAILURES = QUOTE_FAILURES;
const CHARGED_FAILURES = [400, 401, 402, 403, 409, 413, 415, 422, 429, 500, 503, 504] as const;

const REPLAYED: Json = { 'Idempotent-Replayed': ref('headers/IdempotentReplayed') };
const STARTED: Json = { Location: { description: 'Path of the job that was started', schema: { type: 'string' } } };

function anyActionPaths(descriptors: readonly ActionDescriptor[]): Json {
  const parameter = {
    name: 'actionId',
    in: 'path',
    required: true,
    description: 'Id of the action',
    schema: { type: 'string', examples: descriptors.map(({ id }) => id) },
  };
  const schema = { type: 'object', description: 'Input of the action, see its inputSchema' };
  const input = { origins: [{ lat: -36.2, lng: -151.7 }], bandSeconds: [300, 600] };
  return {
    '/api/v1/actions/{actionId}/quote': {
      post: {
        operationId: 'quoteAction',
        tags: ['actions'],
        summary: 'The price of a call; charges nothing',
        parameters: [parameter],
        requestBody: jsonBody(schema, input),
        responses: { ...success(ref('schemas/Quote'), {}, QUOTE_EXAMPLE), ...failures(...QUOTE_FAILURES, 404) },
      },
    },
    '/api/v1/actions/{actionId}/execute': {
      post: {
        operationId: 'executeAction',
        tags: ['actions'],
        summary: 'Run an action; a charged one needs quotedCredits',
        parameters: [parameter, ref('parameters/IdempotencyKey'), ref('parameters/AnalysisId')],
        requestBody: jsonBody(schema, { ...input, quotedCredits: 3 }),
        responses: {
          ...success(ref('schemas/Execute'), REPLAYED, EXECUTE_EXAMPLE),
          ...failures(...CHARGED_FAILURES, 404),
        },
      },
    },
  };
}

function actionPaths(actions: readonly Action[], descriptors: readonly ActionDescriptor[]): Json {
  return Object.fromEntries(
    descriptors.flatMap((descriptor, i) => {
      const { id } = descriptor;
      const { example, storesVersion } = actions[i] as Action;
      return [
        [`/api/v1/actions/${id}/quote`, { post: quoteOperation(descriptor, example) }],
        [`/api/v1/actions/${id}/execute`, { post: executeOperation(descriptor, example, storesVersion) }],
      ];
    }),
  );
}

const tariffOf = ({ tariff, pricing }: ActionDescriptor): Json =>
  tariff === null ? {} : { 'x-service-tariff': tariff, 'x-service-pricing': pricing };

const operationName = (verb: string, id: string): string => `${verb}${schemaName(id)}`;

function quoteOperation(descriptor: ActionDescriptor, example: Json): Json {
  const { id, title } = descriptor;
  return {
    operationId: operationName('quote', id),
    tags: [id],
    summary: `Price of: ${title}`,
    ...tariffOf(descriptor),
    requestBody: jsonBody(ref(`schemas/${schemaName(id)}Input`), example),
    responses: { ...success(ref('schemas/Quote'), {}, workedAnswer(id)?.quote), ...failures(...QUOTE_FAILURES) },
  };
}

function executeOperation(descriptor: ActionDescriptor, example: Json, storesVersion: boolean): Json {
  const { id, title, description, charged, background } = descriptor;
  const answer = {
    allOf: [ref('schemas/Execute'), { type: 'object', properties: { result: ref(`schemas/${schemaName(id)}Result`) } }],
  };
  const worked = workedAnswer(id);
  const priced = charged && worked !== undefined ? { ...example, quotedCredits: worked.quote.quotedCredits } : example;
  return {
    operationId: operationName('execute', id),
    tags: [id],
    summary: title,
    description: charged ? `${description} Needs the scope run and quotedCredits.` : description,
    ...tariffOf(descriptor),
    ...(charged ? { parameters: headersOfRun(storesVersion) } : {}),
    requestBody: jsonBody(ref(`schemas/${schemaName(id)}Input`), priced),
    responses: {
      ...success(answer, { ...(charged ? REPLAYED : {}), ...(background ? STARTED : {}) }, worked?.execute),
      ...failures(...(charged ? CHARGED_FAILURES : FREE_FAILURES)),
    },
  };
}

const headersOfRun = (storesVersion: boolean): Json[] => [
  ref('parameters/IdempotencyKey'),
  ...(storesVersion ? [ref('parameters/AnalysisId')] : []),
];

// Examples

/** One of the list is enough to show what it is like. */
const shortest = (descriptors: readonly ActionDescriptor[]): ActionDescriptor | undefined =>
  descriptors.toSorted((a, b) => JSON.stringify(a).length - JSON.stringify(b).length)[0];

const DOCUMENT_EXAMPLE = { openapi: '3.1.0', info: { title: 'Hinterland', version: '1.0.0' }, paths: {} };

const QUOTE_EXAMPLE = {
  actionId: 'analysis.isochrone',
  quotedCredits: 3,
  quote: {
    totalCredits: 3,
    lines: [{ tariff: 'isochrone.call', label: 'Isochrone', unit: 'call', quantity: 1, unitCredits: 3, credits: 3 }],
  },
  polesInvolved: 32_873,
  warnings: [],
};

const EXECUTE_EXAMPLE = {
  actionId: 'analysis.isochrone',
  result: {
    bands: [
      { limitSeconds: 300, residents: 58_236.101279, cumulativeResidents: 58_236.101279 },
      { limitSeconds: 600, residents: 54_170.734394, cumulativeResidents: 112_406.835672 },
    ],
  },
  quotedCredits: 3,
  warnings: [],
};

const CREDITS_EXAMPLE = {
  balance: 1000,
  reserved: 40,
  available: 960,
  month: '2026-11',
  resetsAt: '2026-12-01T00:00:00.000Z',
  team: { limit: 500, used: 120, reserved: 40, remaining: 340 },
  user: { limit: null, used: 120, reserved: 40, remaining: null },
};

const ME_EXAMPLE = {
  user: { id: 12, name: 'Ann', email: 'ann@example.com' },
  organization: { id: 3, name: 'Acme', role: 'owner' },
  team: { id: 7, name: 'Retail' },
  key: {
    id: 41,
    name: 'CI',
    prefix: 'hl_live_a1b2c3d4',
    scopes: ['read', 'run'],
    monthlyCap: 500,
    monthlyUsage: 120,
    createdAt: '2026-11-01T09:00:00.000Z',
    lastUsedAt: '2026-11-21T10:00:00.000Z',
  },
  credits: CREDITS_EXAMPLE,
};
