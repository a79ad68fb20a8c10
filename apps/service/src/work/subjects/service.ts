import { said } from '@hinterland/answers/said';
import { LIMITS, type NewSubject, type Subject, type SubjectList } from '@hinterland/contract';
import type { Engine } from '../../engine/engine.ts';
import { type Doer, note } from '../../kit/audit/note.ts';
import type { Clock, Db } from '../../kit/db/database.ts';
import { invalid } from '../../kit/json.ts';
import { ProblemError } from '../../kit/problem.ts';
import type { Actor } from '../../kit/who.ts';
import { lockAccount } from '../../organizations/credits/account.ts';
import { answersOf } from './answers.ts';
import { isSubjectId, newSubjectId } from './id.ts';
import { mayChange, present } from './present.ts';
import { resolved } from './resolved.ts';
import * as store from './store.ts';
import { tableOfSubjects } from './table.ts';

interface SubjectSettings {
  readonly db: Db;
  readonly clock: Clock;
  readonly engine: Pick<Engine, 'lease'>;
}

type Saver = Actor & Doer;

/** What questions are asked about, saved. */
export type SubjectService = ReturnType<typeof makeSubjects>;

export function makeSubjects({ db, clock, engine }: SubjectSettings) {
  /** Throws not_found, also for a subject of another organization. */
  async function find(caller: Actor, id: string): Promise<store.SubjectRow> {
    const [row] = isSubjectId(id) ? await store.findSubjects(db, caller.organization.id, [id]) : [];
    if (row !== undefined) return row;
    throw new ProblemError('not_found', said('subject_unknown'));
  }

  async function findToChange(caller: Actor, id: string): Promise<store.SubjectRow> {
    const row = await find(caller, id);
    if (mayChange(caller, row.user_id)) return row;
    throw new ProblemError('insufficient_role', said('saver_only'));
  }

  async function read(caller: Actor, id: string, language: string): Promise<Subject> {
    const row = await find(caller, id);
    const answers = await answersOf(db, caller, [row.id], language);
    return present(caller, row, answers.get(row.id) ?? []);
  }

  return {
    read,

    async list(
      caller: Actor,
      { language, ...asked }: Parameters<typeof store.listSubjects>[2] & { readonly language: string },
    ): Promise<SubjectList> {
      const { rows, total } = await store.listSubjects(db, caller.organization.id, asked);
      const answers = await answersOf(
        db,
        caller,
        rows.map(({ id }) => id),
        language,
      );
      return { data: rows.map((row) => present(caller, row, answers.get(row.id) ?? [])), total };
    },

    /** Saves a subject. Throws validation_error, outside_coverage, and organization_limit_reached beyond `LIMITS.subjectsMax`. */
    async save(caller: Saver, sent: NewSubject): Promise<Subject> {
      const organizationId = caller.organization.id;
      const saved = await resolved(db, engine, organizationId, sent);
      const id = newSubjectId();
      await db.transaction().execute(async (trx) => {
        await lockAccount(trx, organizationId);
        if ((await store.countSubjects(trx, organizationId)) >= LIMITS.subjectsMax)
          throw new ProblemError('organization_limit_reached', said('subjects_most', { most: LIMITS.subjectsMax }));
        const isStored = await store.insertSubject(trx, clock, organizationId, caller.user.id, id, saved);
        if (!isStored) throw invalid('#/dataset', said('dataset_unknown'));
        await note(trx, clock, caller, 'subject.saved', { id, name: sent.name, details: { kind: sent.kind } });
      });
      return read(caller, id, 'en');
    },

    /** Puts another content in its place; versions that were computed from it stay as they are. Its kind stays. */
    async change(caller: Saver, id: string, sent: NewSubject): Promise<Subject> {
      const found = await findToChange(caller, id);
      if (sent.kind !== found.kind) throw invalid('#/kind', said('kind_stays', { kind: found.kind }));
      const saved = await resolved(db, engine, caller.organization.id, sent);
      await db.transaction().execute(async (trx) => {
        const isStored = await store.replaceSubject(trx, clock, caller.organization.id, id, saved);
        if (!isStored) throw new ProblemError('not_found', said('subject_unknown'));
        await note(trx, clock, caller, 'subject.changed', { id, name: sent.name });
      });
      return read(caller, id, 'en');
    },

    /** Deletes a subject. Answers about it stay, its dataset too. */
    async remove(caller: Saver, id: string): Promise<void> {
      const found = await findToChange(caller, id);
      await db.transaction().execute(async (trx) => {
        const isGone = await store.deleteSubject(trx, caller.organization.id, id);
        if (isGone) await note(trx, clock, caller, 'subject.deleted', { id, name: found.name });
      });
    },

    /** All subjects as a table: a row per place, area and dataset. */
    async csv(caller: Actor): Promise<string> {
      const { rows } = await store.listSubjects(db, caller.organization.id, { offset: 0, limit: LIMITS.subjectsMax });
      return tableOfSubjects(rows);
    },
  };
}
