import type { Territories } from '../../../engine/territoriesInForce.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import { describeTerritory } from './describe.ts';
import { territoryList } from './schemas.ts';

/** The data in force, for everybody who is signed in. */
export const dataRoutes = (territories: Pick<Territories, 'current' | 'readBefore'>): readonly Route[] => [
  route({
    method: 'GET',
    path: '/web/v1/data',
    access: 'visitor',
    returns: territoryList,
    handle: async () => ({
      data: await Promise.all(territories.current.map((generation) => describeTerritory(territories, generation))),
    }),
  }),
];
