import type { Role, Scope } from '@hinterland/contract';

/** Who a request acts for: a user in an organization, through a key. */
export interface Caller {
  readonly organization: { readonly id: number; readonly name: string };
  readonly user: { readonly id: number; readonly name: string; readonly email: string };
  readonly role: Role;
  readonly team: { readonly id: number; readonly name: string } | null;
  readonly key: {
    readonly id: number;
    readonly name: string;
    readonly prefix: string;
    readonly scopes: readonly Scope[];
    readonly createdAt: Date;
    readonly lastUsedAt: Date | null;
  };
}
