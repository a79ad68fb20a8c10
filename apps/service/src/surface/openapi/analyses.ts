import {
  analysis,
  analysisList,
  deleted,
  newAnalysis,
  newAnalysisName,
  newShares,
  shares,
  version,
  versionList,
} from '@hinterland/contract';
import { failures, type Json, jsonBody, ref, schemaOf, success } from './parts.ts';

export const analysisSchemas = (): Json => ({
  Analysis: schemaOf(analysis),
  AnalysisList: schemaOf(analysisList),
  NewAnalysis: schemaOf(newAnalysis),
  NewAnalysisName: schemaOf(newAnalysisName),
  Version: schemaOf(version),
  VersionList: schemaOf(versionList),
  Shares: schemaOf(shares),
  NewShares: schemaOf(newShares),
  Deleted: schemaOf(deleted),
});

const CODE = ref('parameters/AnalysisCode');
const LOCATION: Json = { Location: { description: 'Path of the new analysis', schema: { type: 'string' } } };

/** What can go wrong: with any call, with an analysis that is named, with a call that writes, with a body. */
const ALWAYS = [401, 429, 500, 503] as const;
const WITH_BODY = [400, 413, 415] as const;

export function analysisPaths(): Json {
  const read = (operationId: string, summary: string, schema: string, example: Json, codes: number[] = [404]) => ({
    operationId,
    tags: ['analyses'],
    summary,
    responses: { ...success(ref(`schemas/${schema}`), {}, example), ...failures(...ALWAYS, ...codes) },
  });
  const created = { ...success(ref('schemas/Analysis'), LOCATION, NEW_EXAMPLE, 201) };
  return {
    '/api/v1/analyses': {
      get: read(
        'listAnalyses',
        'Your analyses and those shared with you, most recently updated first',
        'AnalysisList',
        {
          data: [LIST_EXAMPLE],
        },
        [],
      ),
      post: {
        operationId: 'createAnalysis',
        tags: ['analyses'],
        summary: 'Make an analysis; needs the scope manage',
        requestBody: jsonBody(ref('schemas/NewAnalysis'), { name: 'Sites in the north', state: {} }),
        responses: { ...created, ...failures(...ALWAYS, ...WITH_BODY, 403) },
      },
    },
    '/api/v1/analyses/{code}': {
      get: { ...read('getAnalysis', 'An analysis with its latest results', 'Analysis', EXAMPLE), parameters: [CODE] },
      delete: {
        ...read(
          'deleteAnalysis',
          'Delete one of your analyses with its versions; needs the scope manage',
          'Deleted',
          {
            id: EXAMPLE.id,
            deleted: true,
          },
          [403, 404],
        ),
        parameters: [CODE],
      },
    },
    '/api/v1/analyses/{code}/name': {
      put: {
        ...read('renameAnalysis', 'Rename one of your analyses; needs the scope manage', 'Analysis', EXAMPLE, [
          ...WITH_BODY,
          403,
          404,
        ]),
        parameters: [CODE],
        requestBody: jsonBody(ref('schemas/NewAnalysisName'), { name: 'Sites in the north' }),
      },
    },
    '/api/v1/analyses/{code}/duplicate': {
      post: {
        operationId: 'duplicateAnalysis',
        tags: ['analyses'],
        summary: 'Copy an analysis that you can read into a new one of yours; needs the scope manage',
        description: 'The copy has no permissions and no versions.',
        parameters: [
          CODE,
          {
            name: 'withResults',
            in: 'query',
            required: false,
            description: 'Whether the latest results are copied, too; 1 and 0 are taken as well',
            schema: { type: 'boolean', default: false },
          },
        ],
        responses: { ...created, ...failures(...ALWAYS, ...WITH_BODY, 403, 404) },
      },
    },
    '/api/v1/analyses/{code}/versions': {
      get: {
        ...read('listVersions', 'The stored runs of an analysis, newest first', 'VersionList', {
          data: [{ ...SUMMARY_EXAMPLE, author: OWNER_EXAMPLE }],
        }),
        parameters: [CODE],
      },
    },
    '/api/v1/analyses/{code}/versions/{no}': {
      get: {
        ...read('getVersion', 'One stored run in full', 'Version', {
          ...RUN_EXAMPLE,
          state: {},
        }),
        parameters: [
          CODE,
          {
            name: 'no',
            in: 'path',
            required: true,
            description: 'Number of the version',
            schema: { type: 'integer', minimum: 1 },
          },
        ],
      },
    },
    '/api/v1/analyses/{code}/shares': {
      get: {
        ...read(
          'getShares',
          'Who may read one of your analyses; needs the scope manage',
          'Shares',
          SHARES_EXAMPLE,
          [403, 404],
        ),
        parameters: [CODE],
      },
      put: {
        ...read('putShares', 'Replace all permissions; needs the scope manage', 'Shares', SHARES_EXAMPLE, [
          ...WITH_BODY,
          403,
          404,
        ]),
        description: 'What the body leaves out is taken back. People are notified by e-mail, each once per analysis.',
        parameters: [CODE],
        requestBody: jsonBody(ref('schemas/NewShares'), {
          team: true,
          anyone: true,
          anyoneExpiresDays: 7,
          people: ['bob@example.com'],
        }),
      },
    },
  };
}

const OWNER_EXAMPLE = { id: 12, name: 'Ann' };

export const SUMMARY_EXAMPLE = {
  versionNo: 3,
  actionId: 'analysis.people_economy',
  creditsCharged: 4,
  dataVersion: { territory: '2026-10', sociodemo: '2021.3' },
  createdAt: '2026-11-20T10:00:00.000Z',
};

const RUN_EXAMPLE = {
  ...SUMMARY_EXAMPLE,
  author: OWNER_EXAMPLE,
  input: { origins: [{ lat: -33.8688, lng: 151.2093 }], bandSeconds: [600], mode: 'car', topics: ['residents'] },
  results: { charged: true, creditsCharged: 4, topics: [] },
};

const HEAD_EXAMPLE = {
  id: '4kTq0ZpX9aLw',
  code: '4kTq0ZpX9aLw',
  name: 'Sites in the north',
  url: 'https://geo.example.com/a/4kTq0ZpX9aLw',
  owner: OWNER_EXAMPLE,
  access: 'owner',
  createdAt: '2026-11-01T09:00:00.000Z',
  updatedAt: '2026-11-20T10:00:00.000Z',
};

const LIST_EXAMPLE = { ...HEAD_EXAMPLE, latestRun: SUMMARY_EXAMPLE };
const CURRENT_DATA = { territory: '2026-10', sociodemo: '2021.3' };
const EXAMPLE = { ...HEAD_EXAMPLE, state: {}, latestRun: RUN_EXAMPLE, currentData: CURRENT_DATA };
const NEW_EXAMPLE = { ...HEAD_EXAMPLE, state: {}, latestRun: null, currentData: CURRENT_DATA };

const SHARES_EXAMPLE = {
  team: true,
  organization: false,
  anyone: true,
  anyoneExpiresDays: 7,
  people: ['bob@example.com'],
  anyoneExpiresAt: '2026-11-27T10:00:00.000Z',
  url: HEAD_EXAMPLE.url,
};
