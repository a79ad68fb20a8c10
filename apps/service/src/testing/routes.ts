import type { Action } from '@hinterland/actions';
import type { Route } from '../http/route.ts';
import { type V1Services, v1 } from '../surface/v1.ts';
import { type WebServices, web } from '../surface/web.ts';

// Routes as they are declared. Their services are absent: they are to be read, not called.

export const declaredV1 = (actions: readonly Action[]): readonly Route[] => v1({ actions } as V1Services);

export const declaredWeb: readonly Route[] = web({} as WebServices);
