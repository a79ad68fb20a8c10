import { problems } from '@hinterland/contract';
import type { Declared } from './route.ts';

/** Statuses of problems that any call with a key may be answered with. */
const WITH_KEY = [401, 429, 500, 503];
const WITH_BODY = [400, 413, 415];

/** Returns the statuses of the problems that follow from a declaration, in ascending order. */
export function failuresOf(declared: Pick<Declared, 'access'> & Partial<Declared>): readonly number[] {
  const { access, scope, parameters = {}, query = {}, body, file, problems: codes = [] } = declared;
  const statuses = [
    ...(access === 'key' || access === 'run' ? WITH_KEY : []),
    // Every key has the scope read.
    ...(scope === undefined || scope === 'read' ? [] : [403]),
    ...(Object.keys(parameters).length > 0 ? [404] : []),
    ...(body === undefined && file === undefined ? [] : WITH_BODY),
    ...(Object.keys(query).length > 0 ? [400] : []),
    ...codes.map((code) => problems[code].status),
  ];
  return [...new Set(statuses)].sort((a, b) => a - b);
}
