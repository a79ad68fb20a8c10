import { said } from '@hinterland/answers/said';
import { LIMITS, type NewProject, type Project, type ProjectList } from '@hinterland/contract';
import { type Doer, note } from '../../kit/audit/note.ts';
import type { Clock, Db } from '../../kit/db/database.ts';
import { invalid } from '../../kit/json.ts';
import { ProblemError } from '../../kit/problem.ts';
import { type Actor, invalidKey } from '../../kit/who.ts';
import { lockAccount } from '../../organizations/credits/account.ts';
import { isProjectId, newProjectId } from './id.ts';
import * as store from './store.ts';

type Maker = Actor & Doer;

/** Decisions with what they are about and the answers given on them. */
export type ProjectService = ReturnType<typeof makeProjects>;

export function makeProjects({ db, clock }: { readonly db: Db; readonly clock: Clock }) {
  /** Throws not_found, also for a project of another organization. */
  async function find({ organization }: Actor, id: string): Promise<store.ProjectRow> {
    const [row] = isProjectId(id) ? await store.listProjects(db, organization.id, id) : [];
    if (row !== undefined) return row;
    throw new ProblemError('not_found', said('project_unknown'));
  }

  async function findToChange(caller: Actor, id: string): Promise<store.ProjectRow> {
    const row = await find(caller, id);
    if (mayChange(caller, row)) return row;
    throw new ProblemError('insufficient_role', said('saver_only'));
  }

  async function described(caller: Actor, rows: readonly store.ProjectRow[], language: string): Promise<Project[]> {
    const ids = rows.map(({ id }) => id);
    const heldBy = await store.heldBy(db, clock, caller, ids, language);
    return rows.map((row) => ({
      id: row.id,
      name: row.name,
      note: row.note,
      ...heldBy(row.id),
      author: { id: row.user_id, name: row.user_name },
      mayChange: mayChange(caller, row),
      createdAt: row.created_at.toISOString(),
      updatedAt: row.updated_at.toISOString(),
    }));
  }

  async function read(caller: Actor, id: string, language: string): Promise<Project> {
    const [one] = await described(caller, [await find(caller, id)], language);
    return one!;
  }

  /** Throws validation_error where a subject or an analysis is not there. */
  async function putItems(trx: Db, caller: Actor, id: string, { subjects, answers }: NewProject): Promise<void> {
    for (const [name, given] of Object.entries({ subjects, answers }))
      if (given !== undefined && new Set(given).size < given.length) throw invalid(`#/${name}`, said('named_twice'));
    if (
      subjects !== undefined &&
      (await store.putSubjects(trx, caller.organization.id, id, subjects)) < subjects.length
    )
      throw invalid('#/subjects', said('subject_unknown'));
    if (answers !== undefined && (await store.putAnswers(trx, clock, caller, id, answers)) < answers.length)
      throw invalid('#/answers', said('not_shared'));
  }

  return {
    read,

    async list(caller: Actor, language: string): Promise<ProjectList> {
      return { data: await described(caller, await store.listProjects(db, caller.organization.id), language) };
    },

    /** Makes a project. Throws validation_error, and organization_limit_reached beyond `LIMITS.projectsMax`. */
    async make(caller: Maker, sent: NewProject): Promise<Project> {
      const organizationId = caller.organization.id;
      const id = newProjectId();
      await db.transaction().execute(async (trx) => {
        await lockAccount(trx, organizationId);
        if ((await store.countProjects(trx, organizationId)) >= LIMITS.projectsMax)
          throw new ProblemError('organization_limit_reached', said('projects_most', { most: LIMITS.projectsMax }));
        const row = { id, name: sent.name, note: sent.note ?? '' };
        if (!(await store.insertProject(trx, clock, organizationId, caller.user.id, row))) throw invalidKey();
        await putItems(trx, caller, id, sent);
        await note(trx, clock, caller, 'project.made', { id, name: sent.name });
      });
      return read(caller, id, 'en');
    },

    /** Changes the name, the note, and the lists that are given. */
    async change(caller: Maker, id: string, sent: NewProject): Promise<Project> {
      await findToChange(caller, id);
      await db.transaction().execute(async (trx) => {
        if (!(await store.changeProject(trx, clock, caller.organization.id, id, sent)))
          throw new ProblemError('not_found', said('project_unknown'));
        await putItems(trx, caller, id, sent);
        await note(trx, clock, caller, 'project.changed', { id, name: sent.name });
      });
      return read(caller, id, 'en');
    },

    /** Adds an analysis, as every member may. Throws validation_error for one that the caller may not read, and beyond `LIMITS.projectItems`. */
    async add(caller: Maker, id: string, code: string): Promise<Project> {
      const found = await find(caller, id);
      await db.transaction().execute(async (trx) => {
        if (!(await store.changeProject(trx, clock, caller.organization.id, id, {})))
          throw new ProblemError('not_found', said('project_unknown'));
        if (!(await store.addAnswer(trx, clock, caller, id, code))) throw invalid('#/code', said('not_shared'));
        if ((await store.countAnswers(trx, id)) > LIMITS.projectItems)
          throw invalid('#/code', said('project_full', { most: LIMITS.projectItems }));
        await note(trx, clock, caller, 'project.changed', { id, name: found.name, details: { added: code } });
      });
      return read(caller, id, 'en');
    },

    /** Deletes a project; its subjects and analyses stay. */
    async remove(caller: Maker, id: string): Promise<void> {
      const found = await findToChange(caller, id);
      await db.transaction().execute(async (trx) => {
        const isGone = await store.deleteProject(trx, caller.organization.id, id);
        if (isGone) await note(trx, clock, caller, 'project.deleted', { id, name: found.name });
      });
    },
  };
}

/** Who made a project, admins and owners change it. */
const mayChange = ({ user, role }: Actor, { user_id: author }: store.ProjectRow): boolean =>
  user.id === author || role !== 'member';
