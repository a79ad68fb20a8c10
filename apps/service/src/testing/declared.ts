import { isDeepStrictEqual } from 'node:util';
import type { Route } from '../kit/http/route.ts';
import { failuresOf } from '../kit/http/statuses.ts';
import { declaredWeb } from './routes.ts';
import type { Reply } from './service.ts';

const parametersOf = ({ path }: Route): number => path.split(':').length;

/** Routes with their paths as expressions; one without parameters comes before one with them. */
const routes = declaredWeb
  .map((route) => ({ route, path: new RegExp(`^${route.path.replace(/:\w+/g, '[^/]+')}$`) }))
  .toSorted((a, b) => parametersOf(a.route) - parametersOf(b.route));

/**
 * Throws where a successful answer in JSON is not exactly what its route declares, no member more, none less; and where a
 * problem has a status that does not follow from the declaration.
 */
export function requireDeclared(method: string, address: string, { status, body, text }: Reply): void {
  const path = address.replace(/\?.*$/, '');
  const found = routes.find((one) => one.route.method === method && one.path.test(path));
  if (found === undefined || body === null) return;
  if (status >= 400) {
    if (failuresOf(found.route).includes(status)) return;
    throw new Error(`${method} ${found.route.path} does not declare ${status} ${body.error}`);
  }
  if (status >= 300 || found.route.returns === undefined) return;
  const parsed = found.route.returns.safeParse(body);
  if (parsed.success && isDeepStrictEqual(parsed.data, body)) return;
  const fault = parsed.success ? `members are not declared: ${JSON.stringify(parsed.data)}` : parsed.error.message;
  throw new Error(`${method} ${path} answers otherwise than declared: ${fault}\n${text}`);
}
