import type { Db } from '../../../kit/db/database.ts';
import type { Actor } from '../../../kit/who.ts';
import { readBrand } from '../../../organizations/identity/brand.ts';
import type { ProjectService } from '../../../work/projects/service.ts';
import { projectDocument } from './projectDocument.ts';
import type { Reports } from './service.ts';
import type { Paper } from './source.ts';

/** Reports on projects. */
export type ProjectReports = ReturnType<typeof makeProjectReports>;

interface ProjectReportSettings {
  readonly db: Db;
  readonly projects: Pick<ProjectService, 'read'>;
  readonly reports: Pick<Reports, 'parts'>;
}

export const makeProjectReports = ({ db, projects, reports }: ProjectReportSettings) => ({
  /** Returns the report of a project as HTML, with those of its answers that the caller may read. Throws not_found. */
  async html(
    caller: Actor,
    id: string,
    { paper, language }: { readonly paper: Paper; readonly language: string },
    signal: AbortSignal,
  ): Promise<string> {
    const project = await projects.read(caller, id, language);
    const parts = [];
    // One after another: each may draw an area.
    for (const { code, actionId } of project.answers) {
      signal.throwIfAborted();
      parts.push(actionId === null ? null : await reports.parts(caller, code, language));
    }
    const brand = await readBrand(db, caller.organization.id);
    return projectDocument({ project, parts, organization: caller.organization.name, paper, brand, language });
  },
});
