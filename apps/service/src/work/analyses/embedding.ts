import { isIP } from 'node:net';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../kit/db/database.ts';
import { urlOf } from '../../kit/urlOf.ts';

/** Most sites that may embed an analysis: their names stand in a header of each answer. */
const SITES_MAX = 20;

/** A scheme, a host of letters, digits, dots and hyphens or an IPv6 address, and a port: nothing that a policy could misread. */
const ORIGIN = /^https?:\/\/(\[[\da-f:.]+\]|[a-z\d.-]+)(:\d+)?$/;

/** The origin that a site is named by, "https://news.example" for "news.example" too; null for anything else. */
export function originOf(text: string): string | null {
  const url = urlOf(/^[a-z]+:\/\//i.test(text) ? text : `https://${text}`);
  const isBare =
    url !== null && url.pathname === '/' && `${url.search}${url.hash}${url.username}${url.password}` === '';
  return isBare && ORIGIN.test(url.origin) && isHost(url.hostname) ? url.origin : null;
}

/** Words of a policy, which nobody means as the name of a site. */
const WORDS = ['none', 'self', 'data', 'blob', 'filesystem', 'mediastream', 'http', 'https', 'ws', 'wss'];

/** An address, or a name of labels; a word of a policy is none. */
const isHost = (hostname: string): boolean =>
  isIP(hostname.replace(/^\[(.*)\]$/, '$1')) !== 0 ||
  (!WORDS.includes(hostname) && /^[a-z\d]([a-z\d-]*[a-z\d])?(\.[a-z\d]([a-z\d-]*[a-z\d])?)*$/.test(hostname));

const site = z
  .string({ error: 'A site is a text.' })
  .trim()
  .max(300, { error: 'A site has at most 300 characters.' })
  .transform((text, context) => {
    const origin = originOf(text);
    if (origin !== null) return origin;
    context.addIssue({ code: 'custom', message: 'Name the site alone, such as https://news.example.' });
    return z.NEVER;
  });

export const embedding = z
  .object({
    sites: z.array(z.string()).describe('Origins that may show the analysis in a frame while its link is live'),
  })
  .describe('Sites that may embed an analysis')
  .meta({ id: 'Embedding' });

export const newEmbedding = z.object({
  sites: z
    .array(site, { error: 'sites must be a list.' })
    .max(SITES_MAX, { error: `sites may hold ${SITES_MAX} entries.` })
    .transform((sites) => [...new Set(sites)])
    .describe('Replaces all of them'),
});

/** Null where the analysis is gone. */
export async function readSites(db: Db, analysisId: number): Promise<string[] | null> {
  const { rows } = await sql<{ sites: string[] }>`
    select embed_sites as sites from analysis where id = ${analysisId}`.execute(db);
  return rows[0]?.sites ?? null;
}

/** False where the analysis is gone. */
export async function replaceSites(trx: Db, analysisId: number, sites: readonly string[]): Promise<boolean> {
  const { rows } = await sql`
    update analysis set embed_sites = ${sites}::text[] where id = ${analysisId} returning id`.execute(trx);
  return rows.length > 0;
}
