import { ROLES, type Role } from '@hinterland/contract';

/** An identity provider of OpenID Connect whose people are members of one organization. */
export interface OidcConfig {
  /** Address of the provider, under which it publishes `/.well-known/openid-configuration`. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** What the button of the sign-in page calls the provider. */
  readonly name: string;
  /** Number of the organization. */
  readonly organizationId: number;
  /** Mail domains of the addresses that the provider may speak for, in small letters. */
  readonly domains: readonly string[];
  /** Role of the members of a group, in the order of the setting. */
  readonly roles: readonly { readonly group: string; readonly role: Role }[];
  /** Claim that lists the groups. */
  readonly groupsClaim: string;
  readonly scope: string;
}

/** Reads `admin=geo-admins; member=geo`; a name of a group may contain = and commas. Throws with what is wrong. */
export function readRoles(text: string): OidcConfig['roles'] {
  return text
    .split(';')
    .filter((pair) => pair.trim() !== '')
    .map((pair) => {
      const [role = '', ...rest] = pair.split('=');
      const group = rest.join('=').trim();
      const known = ROLES.find((one) => one === role.trim());
      if (known === undefined || group === '') {
        throw new Error(`must be pairs such as admin=geo-admins; member=geo, with the roles ${ROLES.join(', ')}`);
      }
      return { group, role: known };
    });
}

/** The highest role that the groups give; null where they give none. */
export function roleOf(roles: OidcConfig['roles'], groups: readonly string[]): Role | null {
  const given = roles.filter(({ group }) => groups.includes(group)).map(({ role }) => role);
  return BY_RANK.find((role) => given.includes(role)) ?? null;
}

const BY_RANK: readonly Role[] = ['owner', 'admin', 'member'];
