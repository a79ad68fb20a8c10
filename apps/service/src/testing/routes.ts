import type { Action } from '@hinterland/actions';
import type { Route } from '../kit/http/route.ts';
import { appRoutes } from '../surface/app/routes.ts';
import { mcpRoutes } from '../surface/mcp/routes.ts';
import type { ToolServices } from '../surface/mcp/services.ts';
import { type PageSettings, pageRoutes } from '../surface/pages/routes.ts';
import { type Readiness, statusRoutes } from '../surface/status.ts';
import { type V1Services, v1 } from '../surface/v1.ts';
import { type WebServices, web } from '../surface/web.ts';
import { type TileSettings, tileRoutes } from '../work/tiles/routes.ts';

// Routes as they are declared. Their services are absent: they are to be read, not called.

export const declaredV1 = (actions: readonly Action[]): readonly Route[] => v1({ actions } as V1Services);

export const declaredWeb: readonly Route[] = web({ actions: [] as readonly Action[] } as WebServices);

export const declaredApp: readonly Route[] = appRoutes({ checkoutOrigin: null, house: false });

export const declaredRoutes: readonly Route[] = [
  ...declaredV1([]),
  ...mcpRoutes({} as ToolServices),
  ...declaredWeb,
  ...tileRoutes({} as TileSettings),
  ...declaredApp,
  ...pageRoutes({} as PageSettings),
  ...statusRoutes({} as Readiness),
];
