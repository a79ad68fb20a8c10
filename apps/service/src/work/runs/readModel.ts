import { said } from '@hinterland/answers/said';
import { sql } from 'kysely';
import type { Clock, Db } from '../../kit/db/database.ts';
import { invalid } from '../../kit/json.ts';
import { ProblemError } from '../../kit/problem.ts';
import { findReadable, type Reader } from '../analyses/access.ts';
import { CALIBRATES } from '../analyses/list.ts';
import { findVersion } from '../analyses/runs.ts';
import type { NamedModel } from './namedDatasets.ts';

export interface ReadModel {
  readonly model: Readonly<Record<string, unknown>>;
  readonly reference: { readonly analysis: string; readonly version: number };
}

/**
 * Puts a sales model in the place of its name: the one of a version of an analysis of the caller's organization that they may
 * read, the latest where none is named. Throws validation_error with the pointer of the model.
 */
export async function readModel(db: Db, clock: Clock, caller: Reader, named: NamedModel): Promise<ReadModel> {
  const pointer = `#/${named.member}`;
  const none = () => invalid(pointer, said('analysis_unknown'));
  if (typeof named.analysis !== 'string') throw none();
  const analysis = await findReadable(db, clock, caller, named.analysis).catch((error: unknown) => {
    throw error instanceof ProblemError && error.code === 'not_found' ? none() : error;
  });
  // A model is for those of its organization who may read it there, whomever its analysis is shared with.
  const { rows } = await sql<{ version_no: number | null }>`
    select r.version_no from analysis_run r join analysis a on a.id = r.analysis_id
    where a.id = ${analysis.id} and ${analysis.isInside} and r.action_id = ${CALIBRATES}
    order by r.version_no desc`.execute(db);
  const versions = rows.flatMap(({ version_no: no }) => no ?? []);
  if (versions.length === 0) {
    throw invalid(pointer, said('no_sales_model'));
  }
  const version = named.version ?? versions[0];
  const found = versions.includes(version as number) ? await findVersion(db, analysis.id, version as number) : null;
  if (found === null) {
    throw invalid(`${pointer}/version`, `The versions of this analysis with a sales model are ${versions.join(', ')}.`);
  }
  const { model } = JSON.parse(found.results) as { model: Record<string, unknown> };
  const reference = { analysis: analysis.code, version: found.summary.versionNo as number };
  // Idempotency keys know a model that was named with this member.
  return { model: { ...model, from: reference }, reference };
}
