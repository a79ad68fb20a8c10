import { sql } from 'kysely';
import { readAudit } from '../../kit/audit/entries.ts';
import type { AuditEntry } from '../../kit/audit/schemas.ts';
import type { Db } from '../../kit/db/database.ts';
import type { Visitor } from '../../kit/who.ts';

const ROWS_AT_ONCE = 1000;
/** Each of these may have a megabyte. */
const ANALYSES_AT_ONCE = 20;

/** Rows of a section behind the one that `at` names, in its order. */
type Section = (after: number) => Promise<readonly Row[]>;
type Row = { readonly at: number } & Readonly<Record<string, unknown>>;

/** Everything that is stored about a user, by section. */
function sectionsOf(db: Db, { user: { id, email } }: Visitor): Readonly<Record<string, Section>> {
  const page = (limit = ROWS_AT_ONCE) => sql`order by at limit ${limit}`;
  const rows = async (statement: Promise<{ rows: unknown[] }>) => (await statement).rows as Row[];
  return {
    account: (after) =>
      rows(
        sql`
          select id as at, name, email, created_at, email_verified_at, second_factor from app_user
          where id = ${id} and id > ${after} ${page()}`.execute(db),
      ),
    memberships: (after) =>
      rows(
        sql`
          select m.organization_id as at, o.name as organization, m.role, m.billing, t.name as team, m.created_at
          from membership m join organization o on o.id = m.organization_id left join team t on t.id = m.team_id
          where m.user_id = ${id} and m.organization_id > ${after} ${page()}`.execute(db),
      ),
    keys: (after) =>
      rows(
        sql`
          select id as at, organization_id, name, prefix, scopes, created_at, last_used_at, expires_at, revoked_at,
            networks::text[] as networks
          from api_key where user_id = ${id} and id > ${after} ${page()}`.execute(db),
      ),
    sessions: (after) =>
      rows(
        sql`
          select id as at, ip_address as address, user_agent as browser, created_at, expires_at
          from web_session where user_id = ${id} and id > ${after} ${page()}`.execute(db),
      ),
    invitations: (after) =>
      rows(
        sql`
          select i.id as at, o.name as organization, i.email, i.role, i.created_at, i.expires_at
          from invitation i join organization o on o.id = i.organization_id
          where (i.invited_by = ${id} or i.email = ${email}) and i.id > ${after} ${page()}`.execute(db),
      ),
    analyses: (after) =>
      rows(
        sql`
          select id as at, organization_id, code, name, state, created_at, updated_at from analysis
          where user_id = ${id} and id > ${after} ${page(ANALYSES_AT_ONCE)}`.execute(db),
      ),
    sharedWithYou: (after) =>
      rows(
        sql`
          select a.id as at, a.code, a.name from analysis_person p join analysis a on a.id = p.analysis_id
          where p.email = ${email} and a.id > ${after} ${page()}`.execute(db),
      ),
    conversations: (after) =>
      rows(
        sql`
          select * from (
            select row_number() over (order by t.started_at, t.id) as at, c.organization_id, c.title, c.analysis_code as analysis,
              t.question, t.messages, t.started_at
            from conversation_turn t join conversation c on c.id = t.conversation_id where c.user_id = ${id}) q
          where at > ${after} ${page(ANALYSES_AT_ONCE)}`.execute(db),
      ),
    datasets: (after) =>
      rows(
        sql`
          select * from (
            select row_number() over (order by created_at, id) as at, organization_id, id, name, status, created_at
            from dataset where user_id = ${id}) d
          where at > ${after} ${page()}`.execute(db),
      ),
    jobs: (after) =>
      rows(
        sql`
          select * from (
            select row_number() over (order by created_at, id) as at, organization_id, id,
              credits_charged / 1000.0::float8 as credits, created_at, finished_at
            from job where user_id = ${id}) j
          where at > ${after} ${page()}`.execute(db),
      ),
    webhooks: (after) =>
      rows(
        sql`
          select id as at, organization_id, url, created_at from webhook
          where created_by = ${id} and id > ${after} ${page()}`.execute(db),
      ),
    orders: (after) =>
      rows(
        sql`
          select id as at, organization_id, amount / 1000.0::float8 as credits, reference, status, created_at
          from credit_order where ordered_by = ${id} and id > ${after} ${page()}`.execute(db),
      ),
    charges: (after) =>
      rows(
        sql`
          select * from (
            select organization_id * 1000000000 + seq as at, organization_id, kind, operation,
              amount / 1000.0::float8 as credits, created_at
            from ledger_entry where user_id = ${id}) e
          where at > ${after} ${page()}`.execute(db),
      ),
  };
}

/** One JSON object with a list per section, as bytes that are read as they are sent. */
export async function* ownData(db: Db, visitor: Visitor): AsyncGenerator<Uint8Array> {
  let before = '{\n';
  for (const [name, section] of Object.entries(sectionsOf(db, visitor))) {
    yield Buffer.from(`${before}"${name}": [`);
    yield* listed(rowsOf(section));
    before = '],\n';
  }
  yield Buffer.from('],\n"deeds": [');
  yield* listed(deedsOf(db, visitor));
  yield Buffer.from(']\n}\n');
}

async function* listed(rows: AsyncIterable<object>): AsyncGenerator<Uint8Array> {
  let separator = '\n';
  for await (const row of rows) {
    yield Buffer.from(separator + JSON.stringify(row));
    separator = ',\n';
  }
}

async function* rowsOf(section: Section): AsyncGenerator<object> {
  for (let after = 0; ; ) {
    const found = await section(after);
    for (const { at: _, ...row } of found) yield row;
    const last = found.at(-1);
    if (last === undefined) return;
    after = last.at;
  }
}

async function* deedsOf(db: Db, { user }: Visitor): AsyncGenerator<object> {
  for (let before: number | null = null; ; ) {
    const found: AuditEntry[] = await readAudit(db, { userId: user.id }, {}, { before, limit: ROWS_AT_ONCE });
    yield* found;
    if (found.length < ROWS_AT_ONCE) return;
    before = (found.at(-1) as AuditEntry).no;
  }
}
