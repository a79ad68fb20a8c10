import { LANGUAGES } from '@hinterland/answers';
import { deletedSubject, LIMITS, newSubject, subject, subjectKind, subjectList } from '@hinterland/contract';
import { z } from 'zod';
import { count, field, pathText, text } from '../../kit/http/parameters.ts';
import { type SharedRoute, sharedRoute } from '../../kit/http/sharedRoute.ts';
import { NEW_SUBJECT, SUBJECT } from './examples.ts';
import type { SubjectService } from './service.ts';

const id = pathText('Id of the subject');
const language = { language: field(z.enum(LANGUAGES).default('en'), 'Language of what the answers say') };

/** Saved subjects, for keys and members alike. */
export const subjectRoutes = (subjects: SubjectService): readonly SharedRoute[] => [
  sharedRoute({
    method: 'GET',
    path: '/subjects',
    scope: 'read',
    query: {
      kind: field(subjectKind.optional(), 'Only those of a kind'),
      territory: text('Only those of this territory'),
      text: text('Part of the name'),
      offset: count({ min: 0, max: 1_000_000, default: 0 }),
      limit: count({ min: 1, max: LIMITS.subjectsListed, default: 100 }),
      ...language,
    },
    returns: subjectList,
    operation: {
      id: 'listSubjects',
      tag: 'subjects',
      summary: 'Saved places, sets of places, networks and areas of your organization, those that changed last first',
      example: { answer: { data: [SUBJECT], total: 1 } },
    },
    handle: ({ caller, query }) => subjects.list(caller, query),
  }),
  sharedRoute({
    method: 'POST',
    path: '/subjects',
    scope: 'manage',
    body: newSubject,
    status: 201,
    returns: subject,
    problems: ['organization_limit_reached', 'outside_coverage'],
    operation: {
      id: 'createSubject',
      tag: 'subjects',
      summary: 'Save a place, a set of places, a network or an area; actions take it by its id',
      example: { body: NEW_SUBJECT, answer: { ...SUBJECT, answers: [] } },
    },
    handle: ({ caller, body }) => subjects.save(caller, body),
  }),
  sharedRoute({
    method: 'GET',
    path: '/subjects/csv',
    scope: 'read',
    operation: {
      id: 'exportSubjects',
      tag: 'subjects',
      summary: 'All saved subjects as a table with a row per place',
      files: ['text/csv'],
    },
    respond: async ({ caller }) => ({
      headers: {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': 'attachment; filename="subjects.csv"',
      },
      body: await subjects.csv(caller),
    }),
  }),
  sharedRoute({
    method: 'GET',
    path: '/subjects/:id',
    scope: 'read',
    parameters: { id },
    query: language,
    returns: subject,
    operation: {
      id: 'getSubject',
      tag: 'subjects',
      summary: 'Read a saved subject with its latest answers',
      example: { answer: SUBJECT },
    },
    handle: ({ caller, parameters, query }) => subjects.read(caller, parameters.id, query.language),
  }),
  sharedRoute({
    method: 'PUT',
    path: '/subjects/:id',
    scope: 'manage',
    parameters: { id },
    body: newSubject,
    returns: subject,
    problems: ['insufficient_role', 'outside_coverage'],
    operation: {
      id: 'replaceSubject',
      tag: 'subjects',
      summary: 'Put another content in place of that of a saved subject; answers that were given stay as they are',
      example: { body: NEW_SUBJECT, answer: SUBJECT },
    },
    handle: ({ caller, parameters, body }) => subjects.change(caller, parameters.id, body),
  }),
  sharedRoute({
    method: 'DELETE',
    path: '/subjects/:id',
    scope: 'manage',
    parameters: { id },
    returns: deletedSubject,
    problems: ['insufficient_role'],
    operation: {
      id: 'deleteSubject',
      tag: 'subjects',
      summary: 'Delete a saved subject; answers about it and its dataset stay',
      example: { answer: { id: SUBJECT.id, deleted: true } },
    },
    handle: async ({ caller, parameters }) => {
      await subjects.remove(caller, parameters.id);
      return { id: parameters.id, deleted: true as const };
    },
  }),
];
