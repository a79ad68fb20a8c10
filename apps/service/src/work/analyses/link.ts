import { sql } from 'kysely';
import { type Clock, type Db, now } from '../../kit/db/database.ts';
import { isCode } from './code.ts';

/** The link for anyone to an analysis, as its page needs it. */
export interface Link {
  /** What ended it; null while it is live, where there never was one, and for unknown codes. */
  readonly ended: 'expired' | 'withdrawn' | null;
  /** Origins of the sites that may show the analysis in a frame. */
  readonly sites: readonly string[];
}

const NO_LINK: Link = { ended: null, sites: [] };

/** The link of a code, by the clock of the database. A code that was never shared by a link reads as an unknown one. */
export async function readLink(db: Db, clock: Clock, code: string): Promise<Link> {
  if (!isCode(code)) return NO_LINK;
  const { rows } = await sql<Link>`
    select case when a.anyone_expires_at <= ${now(clock)} then 'expired' else a.link_ended end as ended,
      case when a.share_anyone or a.link_ended is not null then a.embed_sites else '{}' end as sites
    from analysis a join organization o on o.id = a.organization_id
    where a.code = ${code} and o.deleted_at is null`.execute(db);
  return rows[0] ?? NO_LINK;
}
