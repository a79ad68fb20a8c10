import type { Territory } from '@hinterland/territory';
import { sql } from 'kysely';
import type { Generation } from '../../engine/territoriesInForce.ts';
import type { Db } from '../../kit/db/database.ts';
import { ProblemError } from '../../kit/problem.ts';

/** A source of the territory whose license does not let figures be shown to everybody; undefined where all of them do. */
export const closedSource = ({ descriptors }: Pick<Territory, 'descriptors'>): string | undefined =>
  Object.values(descriptors)
    .flatMap(({ sources }) => sources)
    .find(({ mayShare }) => mayShare === false)?.name;

/**
 * Throws validation_error where an analysis may not get a link for anyone: it was run in a territory with such a source, or, before its first
 * run, could be.
 */
export async function requireShareable(db: Db, territories: readonly Generation[], analysisId: number): Promise<void> {
  const { rows } = await sql<{ territory_id: string }>`
    select distinct r.territory_id from analysis_run r where r.analysis_id = ${analysisId}`.execute(db);
  const ran = new Set(rows.map(({ territory_id }) => territory_id));
  for (const { territory } of territories) {
    const source = closedSource(territory);
    if (source === undefined || (ran.size > 0 && !ran.has(territory.manifest.id))) continue;
    const message = `The license of a source of ${territory.manifest.name} (${source}) does not let figures be shown to everybody. Share it with people by their addresses, the team or the organization.`;
    throw new ProblemError('validation_error', message, { errors: [{ path: 'anyone', message }] });
  }
}
