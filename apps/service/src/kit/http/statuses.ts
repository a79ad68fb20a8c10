import { problems } from '@hinterland/contract';
import type { Declared } from './route.ts';

/** Statuses of problems that any call with a key may be answered with. */
const WITH_KEY = [401, 429, 500, 503];
/** The same of a session; changes are taken from pages of the service only. */
const WITH_SESSION = [401, 429, 500, 503];
const WITH_BODY = [400, 413, 415];

/** Returns the statuses of the problems that follow from a declaration, in ascending order. */
export function failuresOf(declared: Pick<Declared, 'access'> & Partial<Declared>): readonly number[] {
  const { access, method, scope, roles, parameters = {}, query = {}, body, file, problems: codes = [] } = declared;
  const statuses = [
    ...(access === 'key' || access === 'run' ? WITH_KEY : []),
    ...(access === 'visitor' || access === 'member' ? WITH_SESSION : []),
    ...(isOfPages(access) && method !== 'GET' ? [403] : []),
    ...(access === 'member' ? [404] : []),
    ...(roles === undefined ? [] : [403]),
    // Every key has the scope read.
    ...(scope === undefined || scope === 'read' ? [] : [403]),
    ...(Object.keys(parameters).length > 0 ? [404] : []),
    ...(body === undefined && file === undefined ? [] : WITH_BODY),
    ...(Object.keys(query).length > 0 ? [400] : []),
    ...codes.map((code) => problems[code].status),
  ];
  return [...new Set(statuses)].sort((a, b) => a - b);
}

const isOfPages = (access: Declared['access']): boolean =>
  access === 'site' || access === 'visitor' || access === 'member';
