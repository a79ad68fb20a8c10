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

export interface Member {
  readonly user: { readonly id: number; readonly name: string; readonly email: string };
  readonly role: Role;
  readonly billing: boolean;
  readonly team: { readonly id: number; readonly name: string } | null;
  readonly monthlyLimit: number | null;
  readonly joinedAt: string;
}

export interface Invitation {
  readonly id: number;
  readonly email: string;
  readonly role: Role;
  readonly team: { readonly id: number; readonly name: string } | null;
  readonly invitedBy: { readonly id: number; readonly name: string };
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly expired: boolean;
}

export interface Team {
  readonly id: number;
  readonly name: string;
  readonly members: number;
  readonly monthlyLimit: number | null;
}

export interface ListedSession {
  readonly id: number;
  readonly current: boolean;
  readonly address: string | null;
  readonly userAgent: string | null;
  readonly createdAt: string;
  readonly expiresAt: string;
}
