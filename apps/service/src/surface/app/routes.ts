import { pathText } from '../../kit/http/parameters.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { type AppSettings, appDocument, appFile } from './files.ts';

/** A page of the app, which decides itself what it shows at the address. */
type PageRoute = (path: string, parameters?: readonly string[]) => Route;

/** Forms of the pages may lead to the checkout of a payment provider, the one foreign origin. */
export function appRoutes(settings: AppSettings): readonly Route[] {
  return routesOf((path, parameters = []) =>
    route({
      method: 'GET',
      path,
      access: 'site',
      parameters: Object.fromEntries(parameters.map((name) => [name, pathText()])),
      respond: () => appDocument(settings),
    }),
  );
}

/** The web app: its pages, and the files that they load. */
const routesOf = (page: PageRoute): readonly Route[] => [
  page('/'),
  page('/sign-in'),
  page('/sign-up'),
  // The addresses that mails name.
  page('/verify-email'),
  page('/reset-password'),
  page('/forgot-password'),
  page('/invitation'),
  page('/studio'),
  page('/analyses'),
  page('/analyses/:code', ['code']),
  page('/subjects'),
  page('/projects/:id', ['id']),
  page('/datasets'),
  page('/datasets/:id', ['id']),
  page('/places'),
  page('/stores'),
  page('/changes'),
  page('/dashboards'),
  page('/dashboards/:area', ['area']),
  page('/account/:page', ['page']),
  page('/account/:page/:item', ['page', 'item']),
  route({
    method: 'GET',
    path: '/app/:name',
    access: 'site',
    parameters: { name: pathText() },
    respond: ({ parameters, exchange }) => appFile(parameters.name, exchange.header('accept-encoding')),
  }),
];
