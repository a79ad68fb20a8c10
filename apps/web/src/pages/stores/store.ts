import type { OrganizationPath } from '../../api/address.ts';
import type { Schemas } from '../../api/types.ts';

export type StorePath = OrganizationPath;
export type Store = Schemas['StoreList']['data'][number];
export type Correction = Schemas['Correction'];

export interface At {
  readonly lat: number;
  readonly lng: number;
}

/** The part of the map that is seen: its middle, and how far stores are looked for. */
export interface Seen extends At {
  readonly meters: number;
}

/** Addresses that a change of corrections makes stale. */
export const staleAfter = (path: StorePath): readonly string[] => [`${path}/stores`, `${path}/corrections`];

/** Whether answers count a store. */
export const isCounted = ({ state }: Store): boolean => state !== 'closed';
