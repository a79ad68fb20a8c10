/** Answers of the session surface, as the pages read them. */

export type Role = 'owner' | 'admin' | 'member';
export type Scope = 'read' | 'run' | 'manage';

export interface Place {
  readonly organization: { readonly id: number; readonly name: string };
  readonly role: Role;
  readonly billing: boolean;
  readonly team: { readonly id: number; readonly name: string } | null;
}

export interface Session {
  readonly user: { readonly id: number; readonly name: string; readonly email: string };
  readonly session: { readonly id: number; readonly expiresAt: string };
  readonly activeOrganization: Place | null;
  readonly organizations: readonly Place[];
}

export interface Limit {
  readonly limit: number | null;
  readonly used: number;
  readonly reserved: number;
  readonly remaining: number | null;
}

export interface Credits {
  readonly balance: number;
  readonly reserved: number;
  readonly available: number;
  readonly month: string;
  readonly resetsAt: string;
  readonly team: Limit | null;
  readonly user: Limit;
}

export interface ApiKey {
  readonly id: number;
  readonly name: string;
  readonly prefix: string;
  readonly scopes: readonly Scope[];
  readonly monthlyCap: number | null;
  readonly monthlyUsage: number;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  readonly revokedAt: string | null;
}

export interface List<T> {
  readonly data: readonly T[];
}
