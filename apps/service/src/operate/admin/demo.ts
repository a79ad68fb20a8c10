import { randomBytes } from 'node:crypto';
import { type Database, databaseClock } from '../../kit/db/database.ts';
import { thousandthsOf } from '../../organizations/credits/amounts.ts';
import { grantCredits } from '../../organizations/credits/grant.ts';
import { createKey, findKeyByName } from '../../organizations/keys/store.ts';
import { ensurePassword } from '../../organizations/signIn/credentials.ts';
import { DEMO_OWNER } from './demoOwner.ts';
import { ensureMembership, ensureOrganization, ensureTeam, ensureUser } from './ensure.ts';

const DEMO = {
  organization: 'Demo',
  team: 'Research',
  owner: DEMO_OWNER,
  key: 'demo',
  credits: 10_000,
} as const;

export interface Demo {
  readonly organizationId: number;
  /** The key, at the first start only: it cannot be shown again. */
  readonly key: string | null;
  /** Signs in to the web app. The password stands here at the first start only. */
  readonly signIn: { readonly email: string; readonly password: string | null };
  /** A place for a first call. */
  readonly center: { readonly lat: number; readonly lng: number };
}

/** The parts of a running service that the demo needs. */
interface DemoService {
  readonly database: Pick<Database, 'db'>;
  /** A good point to start from; null without a territory. */
  readonly center: { readonly lat: number; readonly lng: number } | null;
}

/** The organization that the demo runs on, with an owner, credits and a key for everything; made where missing. */
export async function ensureDemo(service: DemoService): Promise<Demo> {
  if (service.center === null) throw new Error('The demo needs a territory; none is installed.');
  const { db } = service.database;
  const organization = await ensureOrganization(db, DEMO.organization);
  const organizationId = organization.id;
  if (organization.created) await grantCredits(db, databaseClock, organizationId, thousandthsOf(DEMO.credits));
  const teamId = (await ensureTeam(db, organizationId, DEMO.team)).id;
  const userId = (await ensureUser(db, DEMO.owner.email, DEMO.owner.name)).id;
  await ensureMembership(db, { organizationId, userId, role: 'owner', billing: true, teamId });
  const password = randomBytes(9).toString('base64url');
  const isNew = await ensurePassword(db, userId, password);
  const existing = await findKeyByName(db, organizationId, userId, DEMO.key);
  const request = { organizationId, userId, name: DEMO.key, kind: 'test', scopes: ['read', 'run', 'manage'] } as const;
  const key = existing === undefined ? (await createKey(db, request)).secret : null;
  const signIn = { email: DEMO.owner.email, password: isNew ? password : null };
  return { organizationId, key, signIn, center: service.center };
}
