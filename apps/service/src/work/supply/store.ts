import type { SupplySubscription } from '@hinterland/contract';
import { sql } from 'kysely';
import { type Clock, type Db, now } from '../../kit/db/database.ts';

type Language = SupplySubscription['language'];

export interface SubscriptionRow {
  readonly id: number;
  readonly organization_id: number;
  readonly user_id: number;
  readonly user_name: string;
  readonly territory_id: string;
  readonly name: string;
  readonly question: Readonly<Record<string, unknown>>;
  readonly mail: boolean;
  readonly language: Language;
  readonly seen: string;
  readonly last: SupplySubscription['last'];
  readonly untold: SupplySubscription['untold'];
  readonly created_at: Date;
}

const columns = sql`
  s.id, s.organization_id, s.user_id, u.name as user_name, s.territory_id, s.name, s.question, s.mail, s.language, s.seen, s.last,
  s.untold, s.created_at`;

/** Time for which a claimed subscription is one process's own. Must exceed the longest comparison. */
const CLAIM_SECONDS = 300;

interface NewRow {
  readonly organizationId: number;
  readonly userId: number;
  readonly territoryId: string;
  readonly name: string;
  readonly question: object;
  readonly mail: boolean;
  readonly language: Language;
  readonly seen: string;
}

/** Stores a subscription; null where the organization has `max` already, counted under a lock of its row. */
export async function storeSubscription(trx: Db, clock: Clock, row: NewRow, max: number): Promise<number | null> {
  await sql`select 1 from organization where id = ${row.organizationId} for update`.execute(trx);
  const { rows } = await sql<{ id: number }>`
    insert into supply_subscription (organization_id, user_id, territory_id, name, question, mail, language, seen, created_at)
    select ${row.organizationId}::bigint, ${row.userId}::bigint, ${row.territoryId}::text, ${row.name}::text,
      ${JSON.stringify(row.question)}::json, ${row.mail}::boolean, ${row.language}::text, ${row.seen}::text, ${now(clock)}
    where (select count(*) from supply_subscription where organization_id = ${row.organizationId}) < ${max}
    returning id`.execute(trx);
  return rows[0]?.id ?? null;
}

export async function listSubscriptions(db: Db, organizationId: number): Promise<SubscriptionRow[]> {
  const { rows } = await sql<SubscriptionRow>`
    select ${columns} from supply_subscription s join app_user u on u.id = s.user_id
    where s.organization_id = ${organizationId} order by s.id desc`.execute(db);
  return rows;
}

export async function findSubscription(db: Db, organizationId: number, id: number): Promise<SubscriptionRow | null> {
  const { rows } = await sql<SubscriptionRow>`
    select ${columns} from supply_subscription s join app_user u on u.id = s.user_id
    where s.organization_id = ${organizationId} and s.id = ${id}`.execute(db);
  return rows[0] ?? null;
}

export async function deleteSubscription(trx: Db, organizationId: number, id: number): Promise<void> {
  await sql`delete from supply_subscription where organization_id = ${organizationId} and id = ${id}`.execute(trx);
}

/** Claims a subscription that was told of a version of the stores before this one; null where there is none. */
export async function claimBehind(
  db: Db,
  clock: Clock,
  territoryId: string,
  version: string,
): Promise<SubscriptionRow | null> {
  const { rows } = await sql<SubscriptionRow>`
    with behind as (
      update supply_subscription set claimed_until = ${now(clock)} + make_interval(secs => ${CLAIM_SECONDS})
      where id = (
        select b.id from supply_subscription b join organization o on o.id = b.organization_id
        where b.territory_id = ${territoryId} and b.seen collate "C" < ${version} and o.deleted_at is null
          and (b.claimed_until is null or b.claimed_until <= ${now(clock)})
        order by b.claimed_until nulls first, b.id limit 1 for update of b skip locked
      )
      returning *
    )
    select ${columns} from behind s join app_user u on u.id = s.user_id`.execute(db);
  return rows[0] ?? null;
}

/** A subscription was told up to `seen`. False where another process has done so since it was read, or it is gone. */
export async function moveOn(
  trx: Db,
  { id, seen }: SubscriptionRow,
  next: Pick<SubscriptionRow, 'seen' | 'last' | 'untold'>,
): Promise<boolean> {
  const { rows } = await sql`
    update supply_subscription set seen = ${next.seen}, claimed_until = null, last = ${JSON.stringify(next.last)}::json,
      untold = ${JSON.stringify(next.untold)}::json
    where id = ${id} and seen = ${seen} returning id`.execute(trx);
  return rows.length > 0;
}

/** The present. */
export async function present(trx: Db, clock: Clock): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`select ${now(clock)} as at`.execute(trx);
  return rows[0]!.at;
}

/** Address of the maker of a subscription; null once they have left the organization. */
export async function makerOf(trx: Db, { organization_id, user_id }: SubscriptionRow): Promise<string | null> {
  const { rows } = await sql<{ email: string }>`
    select u.email from membership m join app_user u on u.id = m.user_id
    where m.organization_id = ${organization_id} and m.user_id = ${user_id}`.execute(trx);
  return rows[0]?.email ?? null;
}
