import { instant, LIMITS } from '@hinterland/contract';
import { z } from 'zod';
import { type Route, route } from '../../kit/http/route.ts';
import { MEMBER } from '../../kit/http/sharedRoute.ts';
import { embedding, newEmbedding } from './embedding.ts';
import { analysisCode } from './routes.ts';
import type { Analyses } from './service.ts';

const STATE = `${MEMBER}/analyses/:code/state`;
const EMBEDDING = `${MEMBER}/analyses/:code/embedding`;
const parameters = { code: analysisCode };

const state = z.record(z.string(), z.unknown(), { error: 'state must be a JSON object.' });
const revision = z.int().min(1).max(2_147_483_647);
const saved = z.object({ revision, savedAt: instant }).describe('Number of the stored state, and its time');

/** The state of an analysis alone, which the pages save as it changes, and the sites that may embed it. */
export const analysisWebRoutes = (analyses: Analyses): readonly Route[] => [
  route({
    method: 'GET',
    path: STATE,
    access: 'member',
    parameters,
    returns: saved.extend({ state }).describe('The state of an analysis, with its number').meta({ id: 'SavedState' }),
    handle: ({ caller, parameters }) => analyses.state(caller, parameters.code),
  }),
  route({
    method: 'PUT',
    path: STATE,
    access: 'member',
    parameters,
    body: z.object({ revision: revision.describe('Number of the state that this one is based on'), state }),
    bodyBytes: LIMITS.analysisBodyBytes,
    returns: saved,
    problems: ['not_owner', 'state_changed', 'organization_limit_reached'],
    handle: ({ caller, parameters, body }) => analyses.saveState(caller, parameters.code, body.revision, body.state),
  }),
  route({
    method: 'GET',
    path: EMBEDDING,
    access: 'member',
    parameters,
    returns: embedding,
    problems: ['not_owner'],
    handle: async ({ caller, parameters }) => ({ sites: await analyses.sites(caller, parameters.code) }),
  }),
  route({
    method: 'PUT',
    path: EMBEDDING,
    access: 'member',
    parameters,
    body: newEmbedding,
    returns: embedding,
    problems: ['not_owner'],
    handle: async ({ caller, parameters, body }) => {
      await analyses.embed(caller, parameters.code, body.sites);
      return { sites: body.sites };
    },
  }),
];
