import { LANGUAGES } from '@hinterland/answers';
import {
  analysis,
  analysisList,
  deleted,
  LIMITS,
  newAnalysis,
  newAnalysisName,
  newSales,
  newShares,
  salesThatCame,
  shares,
  version,
  versionList,
  versionStoreChanges,
} from '@hinterland/contract';
import { z } from 'zod';
import { jsonText } from '../../kit/http/answer.ts';
import type { Exchange } from '../../kit/http/exchange.ts';
import { count, field, flag, pathText } from '../../kit/http/parameters.ts';
import { type Operation, route } from '../../kit/http/route.ts';
import { API, MEMBER, type SharedRoute, sharedRoute } from '../../kit/http/sharedRoute.ts';
import {
  ANALYSIS,
  LISTED_ANALYSIS,
  LISTED_VERSION,
  NEW_ANALYSIS,
  SALES,
  SHARES,
  STORE_CHANGES,
  VERSION,
} from './examples.ts';
import { LISTS } from './list.ts';
import type { Analyses } from './service.ts';

const ANALYSES = '/analyses';
const ONE = `${ANALYSES}/:code`;

export const analysisCode = pathText('Code of the analysis', {
  type: 'string',
  pattern: '^[0-9A-Za-z]{12}$',
  examples: ['4kTq0ZpX9aLw'],
});
const code = analysisCode;
const no = pathText('Number of the version', { type: 'integer', minimum: 1 });

const language = field(z.enum(LANGUAGES).default('en'), 'Language of the answers');

const answerHeaders = { Location: { description: 'Path of the new analysis', schema: { type: 'string' } } };

const LIST: Operation = {
  id: 'listAnalyses',
  tag: 'analyses',
  summary: 'Your analyses and those shared with you, most recently updated first',
  example: { answer: { data: [LISTED_ANALYSIS] } },
};

/** Results of analyses are large: they are answered as the JSON text that is stored. */
export const analysisRoutes = (analyses: Analyses): readonly SharedRoute[] => [
  {
    byKey: route({
      method: 'GET',
      path: API + ANALYSES,
      access: 'key',
      scope: 'read',
      query: { language },
      returns: analysisList,
      operation: LIST,
      handle: async ({ caller, query }) => ({ data: await analyses.list(caller, query) }),
    }),
    byMember: route({
      method: 'GET',
      path: MEMBER + ANALYSES,
      access: 'member',
      query: {
        of: field(z.enum(LISTS).default('readable'), 'Owners of the organization may list all'),
        offset: count({ min: 0, max: 1_000_000, default: 0 }),
        limit: count({ min: 1, max: LIMITS.analysesListed, default: LIMITS.analysesListed }),
        language,
      },
      returns: analysisList,
      problems: ['insufficient_role'],
      operation: LIST,
      handle: async ({ caller, query }) => ({ data: await analyses.list(caller, query) }),
    }),
  },
  sharedRoute({
    method: 'POST',
    path: ANALYSES,
    scope: 'manage',
    body: newAnalysis,
    bodyBytes: LIMITS.analysisBodyBytes,
    status: 201,
    returns: analysis,
    problems: ['organization_limit_reached'],
    operation: {
      id: 'createAnalysis',
      tag: 'analyses',
      summary: 'Create an analysis',
      answerHeaders,
      example: { body: { name: 'Sites in the north', state: {} }, answer: NEW_ANALYSIS },
    },
    respond: async ({ caller, body, exchange }) => {
      const made = await analyses.create(caller, body);
      locate(exchange, made);
      return jsonText(await analyses.read(caller, made));
    },
  }),
  sharedRoute({
    method: 'GET',
    path: ONE,
    scope: 'read',
    parameters: { code },
    returns: analysis,
    operation: {
      id: 'getAnalysis',
      tag: 'analyses',
      summary: 'An analysis with its latest results',
      example: { answer: ANALYSIS },
    },
    respond: async ({ caller, parameters }) => jsonText(await analyses.read(caller, parameters.code)),
  }),
  sharedRoute({
    method: 'DELETE',
    path: ONE,
    scope: 'manage',
    parameters: { code },
    returns: deleted,
    problems: ['not_owner'],
    operation: {
      id: 'deleteAnalysis',
      tag: 'analyses',
      summary: 'Delete one of your analyses with its versions',
      example: { answer: { id: ANALYSIS.id, deleted: true } },
    },
    handle: async ({ caller, parameters }) => {
      await analyses.remove(caller, parameters.code);
      return { id: parameters.code, deleted: true as const };
    },
  }),
  sharedRoute({
    method: 'PUT',
    path: `${ONE}/name`,
    scope: 'manage',
    parameters: { code },
    body: newAnalysisName,
    returns: analysis,
    problems: ['not_owner'],
    operation: {
      id: 'renameAnalysis',
      tag: 'analyses',
      summary: 'Rename one of your analyses',
      example: { body: { name: 'Sites in the north' }, answer: ANALYSIS },
    },
    respond: async ({ caller, parameters, body }) => {
      await analyses.rename(caller, parameters.code, body.name);
      return jsonText(await analyses.read(caller, parameters.code));
    },
  }),
  sharedRoute({
    method: 'POST',
    path: `${ONE}/duplicate`,
    scope: 'manage',
    heavy: true,
    parameters: { code },
    query: {
      withResults: flag({
        default: false,
        description: 'Whether to copy the latest results, too; 1 and 0 are accepted as well',
      }),
    },
    body: 'unused',
    status: 201,
    returns: analysis,
    problems: ['organization_limit_reached'],
    operation: {
      id: 'duplicateAnalysis',
      tag: 'analyses',
      summary: 'Copy an analysis that you can read into a new one of yours',
      description: 'The copy has no permissions and no versions.',
      answerHeaders,
      example: { answer: NEW_ANALYSIS },
    },
    respond: async ({ caller, parameters, query, exchange }) => {
      const copy = await analyses.duplicate(caller, parameters.code, query.withResults, exchange.signal);
      locate(exchange, copy);
      return jsonText(await analyses.read(caller, copy));
    },
  }),
  sharedRoute({
    method: 'GET',
    path: `${ONE}/versions`,
    scope: 'read',
    parameters: { code },
    returns: versionList,
    operation: {
      id: 'listVersions',
      tag: 'analyses',
      summary: 'The stored runs of an analysis, newest first',
      example: { answer: { data: [LISTED_VERSION] } },
    },
    handle: async ({ caller, parameters }) => ({ data: await analyses.versions(caller, parameters.code) }),
  }),
  sharedRoute({
    method: 'GET',
    path: `${ONE}/versions/:no`,
    scope: 'read',
    parameters: { code, no },
    returns: version,
    operation: { id: 'getVersion', tag: 'analyses', summary: 'One stored run in full', example: { answer: VERSION } },
    respond: async ({ caller, parameters }) => jsonText(await analyses.version(caller, parameters.code, parameters.no)),
  }),
  sharedRoute({
    method: 'GET',
    path: `${ONE}/versions/:no/store-changes`,
    scope: 'read',
    heavy: true,
    parameters: { code, no },
    returns: versionStoreChanges,
    operation: {
      id: 'getStoreChanges',
      tag: 'analyses',
      summary: 'How many stores opened, closed, moved and were renamed since a version counted them',
      description: 'Without charge. markets.changes lists them, at its price.',
      example: { answer: STORE_CHANGES },
    },
    handle: ({ caller, parameters, exchange }) =>
      analyses.storeChanges(caller, parameters.code, parameters.no, exchange.signal),
  }),
  sharedRoute({
    method: 'GET',
    path: `${ONE}/versions/:no/sales`,
    scope: 'read',
    parameters: { code, no },
    returns: salesThatCame,
    operation: {
      id: 'getSales',
      tag: 'analyses',
      summary: 'What a version forecasts, beside the sales that came',
      example: { answer: SALES },
    },
    handle: ({ caller, parameters }) => analyses.sales(caller, parameters.code, parameters.no),
  }),
  sharedRoute({
    method: 'PUT',
    path: `${ONE}/versions/:no/sales`,
    scope: 'manage',
    heavy: true,
    parameters: { code, no },
    body: newSales,
    returns: salesThatCame,
    problems: ['not_owner'],
    operation: {
      id: 'putSales',
      tag: 'analyses',
      summary: 'Say which sales came at places that a version of yours forecasts',
      description: 'The version itself does not change. The model counts how many of its forecasts came true.',
      example: { body: { sales: [{ id: 'quay', sold: 1_230_000 }] }, answer: SALES },
    },
    handle: ({ caller, parameters, body }) => analyses.saveSales(caller, parameters.code, parameters.no, body),
  }),
  sharedRoute({
    method: 'GET',
    path: `${ONE}/shares`,
    scope: 'manage',
    parameters: { code },
    returns: shares,
    problems: ['not_owner'],
    operation: {
      id: 'getShares',
      tag: 'analyses',
      summary: 'Who may read one of your analyses',
      example: { answer: SHARES },
    },
    handle: ({ caller, parameters }) => analyses.shares(caller, parameters.code),
  }),
  sharedRoute({
    method: 'PUT',
    path: `${ONE}/shares`,
    scope: 'manage',
    heavy: true,
    parameters: { code },
    body: newShares,
    returns: shares,
    problems: ['not_owner', 'rate_limited'],
    operation: {
      id: 'putShares',
      tag: 'analyses',
      summary: 'Replace all permissions',
      description:
        'A member that the body leaves out is revoked. People are notified by e-mail, each once per analysis.',
      example: {
        body: { team: true, anyone: true, anyoneExpiresDays: 7, people: ['bob@example.com'] },
        answer: SHARES,
      },
    },
    handle: ({ caller, parameters, body }) => analyses.share(caller, parameters.code, body),
  }),
];

/** Sets Location to the new analysis, on the surface that the request came to. */
const locate = (exchange: Exchange, code: string): void =>
  exchange.setLocation(exchange.path.replace(/\/analyses(\/.*)?$/, `${ANALYSES}/${code}`));
