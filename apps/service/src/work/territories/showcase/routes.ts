import { pathText, text } from '../../../kit/http/parameters.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import { exampleList, workedExample } from './schemas.ts';
import type { Showcases } from './service.ts';

const query = { territory: text('Id of a territory; the first where absent') };

export const showcaseRoutes = (showcases: Showcases): readonly Route[] => [
  route({
    method: 'GET',
    path: '/web/v1/examples',
    access: 'visitor',
    query,
    returns: exampleList,
    problems: ['not_found', 'run_timeout'],
    handle: async ({ query, exchange }) => ({ data: await showcases.list(query.territory, exchange) }),
  }),
  route({
    method: 'GET',
    path: '/web/v1/examples/:exampleId',
    access: 'visitor',
    parameters: { exampleId: pathText() },
    query,
    returns: workedExample,
    problems: ['run_timeout'],
    handle: ({ parameters, query, exchange }) => showcases.work(parameters.exampleId, query.territory, exchange),
  }),
];
