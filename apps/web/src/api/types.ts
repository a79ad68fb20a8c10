import type { components } from './schema.ts';

// Answers of the session surface by name. They are generated from what the service declares, see README.md.

type Schemas = components['schemas'];

export type Session = Schemas['Session'];
export type Place = Schemas['Place'];
export type Role = Place['role'];
export type ListedSession = Schemas['ListedSession'];
export type Member = Schemas['Member'];
export type Invitation = Schemas['Invitation'];
export type Team = Schemas['Team'];
export type ApiKey = Schemas['ListedKey'];
export type Scope = ApiKey['scopes'][number];
export type Credits = Schemas['Credits'];
export type Limit = Schemas['LimitUse'];

export interface List<T> {
  readonly data: readonly T[];
}
