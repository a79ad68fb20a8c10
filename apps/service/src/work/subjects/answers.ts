import { type AnswerOfSubject, LIMITS } from '@hinterland/contract';
import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { isInside, type Reader } from '../analyses/access.ts';
import { answerIn } from '../analyses/said.ts';

/** The latest answers about each of some subjects that the caller reads as one of its organization, by the id of the subject. */
export async function answersOf(
  db: Db,
  caller: Reader,
  ids: readonly string[],
  language: string,
): Promise<ReadonlyMap<string, AnswerOfSubject[]>> {
  const { rows } = await sql<{
    subject_id: string;
    code: string;
    name: string;
    action_id: string;
    said: Parameters<typeof answerIn>[1] | null;
    created_at: Date;
  }>`
    select s.id as subject_id, latest.* from unnest(${ids}::text[]) as s (id)
    join lateral (
      select found.code, found.name, found.action_id, found.said, found.created_at from (
        select distinct on (a.id) a.code, a.name, r.action_id, r.said, r.created_at
        from analysis_run r join analysis a on a.id = r.analysis_id
        where r.organization_id = ${caller.organization.id} and r.dataset_ids <> '{}' and r.dataset_ids @> array[s.id]
          and r.version_no is not null and ${isInside(caller)}
        order by a.id, r.version_no desc
      ) found order by found.created_at desc, found.code limit ${LIMITS.subjectAnswers}
    ) latest on true`.execute(db);
  const answers = new Map<string, AnswerOfSubject[]>();
  for (const { subject_id: id, code, name, action_id: actionId, said, created_at: at } of rows) {
    const { text = null, outcome = null } = (said === null ? null : answerIn(language, said, name)) ?? {};
    answers.set(id, [...(answers.get(id) ?? []), { code, name, actionId, text, outcome, createdAt: at.toISOString() }]);
  }
  return answers;
}
