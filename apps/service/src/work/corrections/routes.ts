import {
  correction,
  correctionList,
  correctionsStored,
  correctionTable,
  LIMITS,
  newCorrection,
  storeList,
} from '@hinterland/contract';
import { count, decimal, flag, pathText, text } from '../../kit/http/parameters.ts';
import { type SharedRoute, sharedRoute } from '../../kit/http/sharedRoute.ts';
import { CORRECTION, NEW_CORRECTION, STORE, TABLE, UNDONE } from './examples.ts';
import type { CorrectionService } from './service.ts';

const territory = text('Id of the territory; may be left out where the service has only one');

/** Corrections of stores, for keys and members alike. */
export const correctionRoutes = (corrections: CorrectionService): readonly SharedRoute[] => [
  sharedRoute({
    method: 'GET',
    path: '/stores',
    scope: 'read',
    query: {
      territory,
      id: text('Id of a store'),
      lat: decimal({ min: -90, max: 90, description: 'Stores around a place' }),
      lng: decimal({ min: -180, max: 180 }),
      meters: decimal({ min: 1, max: 5000, default: 250, description: 'Straight distance from the place' }),
      text: text('Part of the name or of the brand'),
      limit: count({ min: 1, max: LIMITS.storesFound, default: 50 }),
    },
    returns: storeList,
    problems: ['outside_coverage'],
    operation: {
      id: 'listStores',
      tag: 'corrections',
      summary: 'Stores by id, place or text as your organization sees them, closed ones too',
      example: { answer: { data: [STORE], total: 1 } },
    },
    handle: ({ caller, query: { territory: chosen, ...asked }, exchange }) =>
      corrections.stores(caller, chosen, asked, exchange.signal),
  }),
  sharedRoute({
    method: 'GET',
    path: '/corrections',
    scope: 'read',
    query: {
      territory: text('Only those of this territory'),
      all: flag({ default: false, description: 'Also undone ones, and those that later ones replace' }),
      revision: text('Those that an answer with this revision under corrections was computed with'),
      offset: count({ min: 0, max: 1_000_000, default: 0 }),
      limit: count({ min: 1, max: LIMITS.correctionsListed, default: 100 }),
    },
    returns: correctionList,
    problems: ['outside_coverage'],
    operation: {
      id: 'listCorrections',
      tag: 'corrections',
      summary: 'What your organization says of stores in place of the lists, the latest first',
      example: { answer: { data: [CORRECTION], total: 1, revision: '0.1' } },
    },
    handle: ({ caller, query }) => corrections.list(caller, query),
  }),
  sharedRoute({
    method: 'POST',
    path: '/corrections',
    scope: 'manage',
    body: newCorrection,
    status: 201,
    returns: correction,
    problems: ['organization_limit_reached', 'outside_coverage'],
    operation: {
      id: 'createCorrection',
      tag: 'corrections',
      summary:
        'Correct a store for your organization: closed, opened, brand, sector, floor area, moved, no competitor, added',
      example: { body: NEW_CORRECTION, answer: CORRECTION },
    },
    handle: ({ caller, body, exchange }) => corrections.make(caller, body, exchange.signal),
  }),
  sharedRoute({
    method: 'GET',
    path: '/corrections/csv',
    scope: 'read',
    query: { territory },
    problems: ['outside_coverage'],
    operation: {
      id: 'exportCorrections',
      tag: 'corrections',
      summary: 'The corrections in force as a table',
      files: ['text/csv'],
    },
    respond: async ({ caller, query }) => ({
      headers: {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': 'attachment; filename="corrections.csv"',
      },
      body: await corrections.csv(caller, query.territory),
    }),
  }),
  sharedRoute({
    method: 'POST',
    path: '/corrections/csv',
    scope: 'manage',
    body: correctionTable,
    bodyBytes: LIMITS.largeBodyBytes,
    returns: correctionsStored,
    problems: ['organization_limit_reached', 'outside_coverage'],
    operation: {
      id: 'importCorrections',
      tag: 'corrections',
      summary: 'Store every row of a table of corrections, or none',
      example: { body: TABLE, answer: { stored: 1, unchanged: 0 } },
    },
    handle: ({ caller, body, exchange }) => corrections.importCsv(caller, body, exchange.signal),
  }),
  sharedRoute({
    method: 'POST',
    path: '/corrections/:id/undo',
    scope: 'manage',
    parameters: { id: pathText('Number of the correction') },
    body: 'unused',
    returns: correction,
    problems: ['insufficient_role'],
    operation: {
      id: 'undoCorrection',
      tag: 'corrections',
      summary: 'Take a correction back; what was said of the store before is in force again',
      example: { answer: UNDONE },
    },
    handle: ({ caller, parameters }) => corrections.undo(caller, parameters.id),
  }),
];
