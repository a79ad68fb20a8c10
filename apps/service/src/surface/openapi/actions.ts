import type { Action } from '@hinterland/actions';
import type { ActionDescriptor, ProblemCode } from '@hinterland/contract';
import { failuresOf } from '../../kit/http/statuses.ts';
import { workedAnswer } from '../../kit/http/workedAnswers.ts';
import {
  ANALYSIS_ID,
  CHARGED_PROBLEMS,
  IDEMPOTENCY_KEY,
  IDEMPOTENT_REPLAYED,
  JOB_LOCATION,
  QUOTE_PROBLEMS,
} from '../../work/runs/routes.ts';
import { headerOrRef, parameterOrRef } from './components.ts';
import { failures, type Json, jsonBody, RATE_HEADERS, ref, success, withoutDialect } from './parts.ts';

/** Paths of each action, with its own schemas, tariff and worked answer. */
export function actionPaths(actions: readonly Action[], descriptors: readonly ActionDescriptor[]): Json {
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

export const actionSchemas = (descriptors: readonly ActionDescriptor[]): Json =>
  Object.fromEntries(
    descriptors.flatMap(({ id, inputSchema, outputSchema }) => [
      [`${schemaName(id)}Input`, withoutDialect(inputSchema)],
      [`${schemaName(id)}Result`, withoutDialect(outputSchema)],
    ]),
  );

/** "analysis.people_economy" becomes "AnalysisPeopleEconomy". */
const schemaName = (id: string): string =>
  id
    .split(/[._]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

const tariffOf = ({ tariff, pricing }: ActionDescriptor): Json =>
  tariff === null ? {} : { 'x-service-tariff': tariff, 'x-service-pricing': pricing };

function quoteOperation(descriptor: ActionDescriptor, example: Json): Json {
  const { id, title } = descriptor;
  return {
    operationId: `quote${schemaName(id)}`,
    tags: [id],
    summary: `Price of: ${title}`,
    ...tariffOf(descriptor),
    requestBody: jsonBody(ref(`schemas/${schemaName(id)}Input`), example),
    responses: {
      ...success(ref('schemas/Quote'), RATE_HEADERS, workedAnswer(id)?.quote),
      ...failuresWithKey(QUOTE_PROBLEMS),
    },
  };
}

function executeOperation(descriptor: ActionDescriptor, example: Json, storesVersion: boolean): Json {
  const { id, title, description, charged, background } = descriptor;
  const answer = {
    allOf: [ref('schemas/Execute'), { type: 'object', properties: { result: ref(`schemas/${schemaName(id)}Result`) } }],
  };
  const headers = {
    ...RATE_HEADERS,
    ...(charged ? { 'Idempotent-Replayed': headerOrRef(IDEMPOTENT_REPLAYED) } : {}),
    ...(background ? { Location: JOB_LOCATION } : {}),
  };
  const worked = workedAnswer(id);
  const priced = charged && worked !== undefined ? { ...example, quotedCredits: worked.quote.quotedCredits } : example;
  return {
    operationId: `execute${schemaName(id)}`,
    tags: [id],
    summary: title,
    description: charged ? `${description} Needs the scope run and quotedCredits.` : description,
    ...tariffOf(descriptor),
    ...(charged ? { parameters: headersOfRun(storesVersion) } : {}),
    requestBody: jsonBody(ref(`schemas/${schemaName(id)}Input`), priced),
    responses: {
      ...success(answer, headers, worked?.execute),
      ...failuresWithKey(charged ? CHARGED_PROBLEMS : QUOTE_PROBLEMS),
    },
  };
}

const headersOfRun = (storesVersion: boolean): Json[] => [
  parameterOrRef('header', 'Idempotency-Key', IDEMPOTENCY_KEY),
  ...(storesVersion ? [parameterOrRef('header', 'X-Analysis-Id', ANALYSIS_ID)] : []),
];

const failuresWithKey = (codes: readonly ProblemCode[]): Json =>
  failures(failuresOf({ access: 'run', problems: codes }));
