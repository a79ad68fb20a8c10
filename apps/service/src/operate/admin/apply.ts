import { ROLES, type Role, SCOPES, type Scope } from '@hinterland/contract';
import { sql } from 'kysely';
import { z } from 'zod';
import { noteForOperator } from '../../kit/audit/note.ts';
import { type Clock, type Db, databaseClock } from '../../kit/db/database.ts';
import { creditsOf, thousandthsOf } from '../../organizations/credits/amounts.ts';
import { grantCredits } from '../../organizations/credits/grant.ts';
import { type LimitRequest, setMonthlyLimit } from '../../organizations/credits/setMonthlyLimit.ts';
import { createKey, findKeyByName } from '../../organizations/keys/store.ts';
import { ensurePassword } from '../../organizations/signIn/credentials.ts';
import { isGuessed } from '../../organizations/signIn/newPassword.ts';
import { ensureMembership, ensureOrganization, ensureTeam, ensureUser } from './ensure.ts';

const name = z.string().trim().min(1).max(255);
const email = z.email().max(254);
const credits = z
  .number()
  .min(0)
  .max(1e9)
  .refine((value) => Math.abs(Math.round(value * 1000) - value * 1000) < 1e-3, 'at most three decimals');
const limit = credits.nullable().optional();

/** What `hinterland admin apply` takes. Unknown members are refused: a misspelt limit would otherwise mean no limit. */
const adminFile = z.strictObject({
  organizations: z.array(
    z.strictObject({
      name,
      /** Granted when the organization is made. */
      credits: credits.default(0),
      teams: z.array(z.strictObject({ name, monthlyLimit: limit })).default([]),
      users: z
        .array(
          z.strictObject({
            email,
            /** The part before the @ where absent. */
            name: name.optional(),
            /** For the web app. A user who has a password keeps it. */
            password: z.string().min(8).max(256).optional(),
            role: z.enum(ROLES).default('member'),
            team: name.nullable().optional(),
            monthlyLimit: limit,
            billing: z.boolean().optional(),
          }),
        )
        .default([]),
      keys: z
        .array(
          z.strictObject({
            name,
            /** E-mail address of the user that the key acts as. */
            user: email,
            scopes: z.array(z.enum(SCOPES)).default(['read']),
            monthlyCap: limit,
          }),
        )
        .default([]),
    }),
  ),
});
export type AdminFile = z.input<typeof adminFile>;
type Organization = z.output<typeof adminFile>['organizations'][number];

/** What is there after the file was applied, whether it was made now or before. */
export interface Applied {
  readonly organizations: readonly AppliedOrganization[];
  /** Further notes for the operator. */
  readonly notes: readonly string[];
}

export interface AppliedOrganization {
  readonly id: number;
  readonly name: string;
  readonly created: boolean;
  readonly balance: number;
  readonly teams: readonly { readonly id: number; readonly name: string; readonly created: boolean }[];
  readonly users: readonly {
    readonly id: number;
    readonly email: string;
    readonly role: Role;
    readonly created: boolean;
  }[];
  readonly keys: readonly {
    readonly id: number;
    readonly name: string;
    readonly user: string;
    readonly scopes: readonly Scope[];
    /** The key itself, of a new one only: it cannot be shown again. */
    readonly secret: string | null;
  }[];
}

/** The file cannot be applied; nothing was changed. */
export class AdminFileError extends Error {
  constructor(problems: readonly string[]) {
    super(`The file cannot be applied:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.name = 'AdminFileError';
  }
}

/**
 * Makes the organizations, teams, users, keys, credits and limits that a file describes and that do not exist yet;
 * what exists by name stays as it is. Applying a file twice changes nothing the second time. All of it is one transaction.
 */
export async function applyAdminFile(db: Db, file: unknown, clock: Clock = databaseClock): Promise<Applied> {
  const parsed = adminFile.safeParse(file);
  if (!parsed.success) {
    throw new AdminFileError(parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'file'}: ${message}`));
  }
  const problems = parsed.data.organizations.flatMap(brokenReferences);
  if (problems.length > 0) throw new AdminFileError(problems);
  await requireUnknownPasswords(parsed.data.organizations);
  // The secrets of new keys are shown once: all of the file is there, or nothing of it.
  return db.transaction().execute(async (trx) => {
    const organizations: AppliedOrganization[] = [];
    const notes: string[] = [];
    for (const organization of parsed.data.organizations) {
      organizations.push(await applyOrganization(trx, clock, organization, notes));
    }
    return { organizations, notes };
  });
}

/** Throws where a password is among those that are guessed first. Its length is the operator's matter. */
async function requireUnknownPasswords(organizations: readonly Organization[]): Promise<void> {
  const problems: string[] = [];
  for (const { name, users } of organizations) {
    for (const { email, name: userName = '', password } of users) {
      if (password === undefined || !(await isGuessed(password, [email, userName, name]))) continue;
      problems.push(`${name}: the password of ${email} is among the first that are guessed`);
    }
  }
  if (problems.length > 0) throw new AdminFileError(problems);
}

/** Teams and users that are named but not described. */
function brokenReferences({ name, teams, users, keys }: Organization): string[] {
  const known = (list: readonly string[], one: string) => list.includes(one);
  const teamNames = teams.map((team) => team.name);
  const emails = users.map((user) => user.email.toLowerCase());
  return [
    ...users
      .filter(({ team }) => team != null && !known(teamNames, team))
      .map(({ email, team }) => `${name}: ${email} is in the team "${team}", which "teams" does not list`),
    ...keys
      .filter(({ user }) => !known(emails, user.toLowerCase()))
      .map((key) => `${name}: the key "${key.name}" acts as ${key.user}, whom "users" does not list`),
  ];
}

async function applyOrganization(
  db: Db,
  clock: Clock,
  wanted: Organization,
  notes: string[],
): Promise<AppliedOrganization> {
  const { id, created } = await ensureOrganization(db, wanted.name);
  if (created) await noteForOperator(db, clock, id, 'organization.made', { id, name: wanted.name });
  if (created && wanted.credits > 0) {
    await grantCredits(db, clock, id, thousandthsOf(wanted.credits));
    await noteForOperator(db, clock, id, 'organization.credited', { details: { credits: wanted.credits } });
  }
  const limitOnce = (scope: LimitRequest['scope'], scopeId: number, credits: number | null | undefined) =>
    ensureLimit(db, clock, { organizationId: id, scope, scopeId }, credits);

  const teams: AppliedOrganization['teams'][number][] = [];
  for (const team of wanted.teams) {
    const found = await ensureTeam(db, id, team.name);
    await limitOnce('team', found.id, team.monthlyLimit);
    teams.push({ ...found, name: team.name });
  }

  const users: AppliedOrganization['users'][number][] = [];
  for (const user of wanted.users) {
    const found = await ensureUser(db, user.email, user.name ?? (user.email.split('@')[0] as string));
    if (user.password !== undefined && !(await ensurePassword(db, found.id, user.password))) {
      notes.push(`${user.email} has a password already and keeps it.`);
    }
    const membership = await ensureMembership(db, {
      organizationId: id,
      userId: found.id,
      role: user.role,
      billing: user.billing ?? user.role === 'owner',
      teamId: teams.find((team) => team.name === user.team)?.id ?? null,
    });
    if (membership.created) {
      await noteForOperator(db, clock, id, 'member.joined', { id: found.id, details: { role: membership.role } });
    }
    await limitOnce('user', found.id, user.monthlyLimit);
    users.push({ id: found.id, email: user.email.toLowerCase(), ...membership });
  }

  const keys: AppliedOrganization['keys'][number][] = [];
  for (const key of wanted.keys) {
    const user = users.find((one) => one.email === key.user.toLowerCase()) as AppliedOrganization['users'][number];
    const existing = await findKeyByName(db, id, user.id, key.name);
    const scopes = [...new Set<Scope>(['read', ...key.scopes])];
    const request = { organizationId: id, userId: user.id, name: key.name, kind: 'live', scopes } as const;
    const made = existing === undefined ? await createKey(db, request) : null;
    const keyId = made?.id ?? (existing?.id as number);
    if (made !== null) {
      const details = { prefix: made.prefix, scopes };
      await noteForOperator(db, clock, id, 'key.made', { id: keyId, name: key.name, details });
    }
    await limitOnce('api_key', keyId, key.monthlyCap);
    keys.push({
      id: keyId,
      name: key.name,
      user: user.email,
      scopes: existing?.scopes ?? scopes,
      secret: made?.secret ?? null,
    });
  }
  return { id, name: wanted.name, created, balance: await balanceOf(db, id), teams, users, keys };
}

/** Sets a limit where none has ever been set. */
async function ensureLimit(
  db: Db,
  clock: Clock,
  target: Omit<LimitRequest, 'monthlyLimit'>,
  credits: number | null | undefined,
): Promise<void> {
  if (credits === undefined) return;
  const { organizationId, scope, scopeId } = target;
  const { rows } = await sql`
    select 1 from spend_limit
    where organization_id = ${organizationId} and scope = ${scope} and scope_id = ${scopeId}`.execute(db);
  if (rows.length > 0) return;
  await setMonthlyLimit(db, clock, { ...target, monthlyLimit: credits });
}

async function balanceOf(db: Db, organizationId: number): Promise<number> {
  const { rows } = await sql<{ balance: number }>`
    select balance from credit_account where organization_id = ${organizationId}`.execute(db);
  return creditsOf(rows[0]?.balance as number);
}
