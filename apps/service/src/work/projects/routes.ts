import { LANGUAGES } from '@hinterland/answers';
import { deletedSubject, newProject, project, projectAnswer, projectList } from '@hinterland/contract';
import { z } from 'zod';
import { field, pathText } from '../../kit/http/parameters.ts';
import { type SharedRoute, sharedRoute } from '../../kit/http/sharedRoute.ts';
import { NEW_PROJECT, PROJECT } from './examples.ts';
import type { ProjectService } from './service.ts';

export const projectId = pathText('Id of the project');
const language = field(z.enum(LANGUAGES).default('en'), 'Language of what the answers say');

/** Projects, for keys and members alike. */
export const projectRoutes = (projects: ProjectService): readonly SharedRoute[] => [
  sharedRoute({
    method: 'GET',
    path: '/projects',
    scope: 'read',
    query: { language },
    returns: projectList,
    operation: {
      id: 'listProjects',
      tag: 'projects',
      summary: 'Projects of your organization with their subjects and answers, those that changed last first',
      example: { answer: { data: [PROJECT] } },
    },
    handle: ({ caller, query }) => projects.list(caller, query.language),
  }),
  sharedRoute({
    method: 'POST',
    path: '/projects',
    scope: 'manage',
    body: newProject,
    status: 201,
    returns: project,
    problems: ['organization_limit_reached'],
    operation: {
      id: 'createProject',
      tag: 'projects',
      summary: 'Make a project of a decision: its subjects, and the analyses that answer its questions',
      example: { body: NEW_PROJECT, answer: PROJECT },
    },
    handle: ({ caller, body }) => projects.make(caller, body),
  }),
  sharedRoute({
    method: 'GET',
    path: '/projects/:id',
    scope: 'read',
    parameters: { id: projectId },
    query: { language },
    returns: project,
    operation: {
      id: 'getProject',
      tag: 'projects',
      summary: 'Read a project with what each of its answers says first',
      example: { answer: PROJECT },
    },
    handle: ({ caller, parameters, query }) => projects.read(caller, parameters.id, query.language),
  }),
  sharedRoute({
    method: 'PUT',
    path: '/projects/:id',
    scope: 'manage',
    parameters: { id: projectId },
    body: newProject,
    returns: project,
    problems: ['insufficient_role'],
    operation: {
      id: 'changeProject',
      tag: 'projects',
      summary: 'Change the name of a project, its note, and the lists that are given, in their order',
      example: { body: NEW_PROJECT, answer: PROJECT },
    },
    handle: ({ caller, parameters, body }) => projects.change(caller, parameters.id, body),
  }),
  sharedRoute({
    method: 'POST',
    path: '/projects/:id/answers',
    scope: 'manage',
    parameters: { id: projectId },
    body: projectAnswer,
    returns: project,
    operation: {
      id: 'addToProject',
      tag: 'projects',
      summary:
        'Add an analysis behind the others of a project, as every member may; one that is there stays where it is',
      example: { body: { code: 'k3J9sQ2xTbLm' }, answer: PROJECT },
    },
    handle: ({ caller, parameters, body }) => projects.add(caller, parameters.id, body.code),
  }),
  sharedRoute({
    method: 'DELETE',
    path: '/projects/:id',
    scope: 'manage',
    parameters: { id: projectId },
    returns: deletedSubject,
    problems: ['insufficient_role'],
    operation: {
      id: 'deleteProject',
      tag: 'projects',
      summary: 'Delete a project; its subjects and analyses stay',
      example: { answer: { id: PROJECT.id, deleted: true } },
    },
    handle: async ({ caller, parameters }) => {
      await projects.remove(caller, parameters.id);
      return { id: parameters.id, deleted: true as const };
    },
  }),
];
