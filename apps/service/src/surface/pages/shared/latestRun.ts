import { ProblemError } from '../../../kit/problem.ts';
import type { Reader } from '../../../work/analyses/access.ts';
import type { ReportParts } from '../report/document.ts';
import type { Reports } from '../report/service.ts';

/** The latest run of an analysis as parts of a page, or why there is none to show now. */
export type LatestRun = ReportParts | 'notRun' | 'busy';

/** Returns the parts of the report on the latest run of an analysis that the reader may read. */
export async function latestRun(
  reports: Pick<Reports, 'parts'>,
  reader: Reader,
  code: string,
  language: string,
): Promise<LatestRun> {
  try {
    return (await reports.parts(reader, code, language)) ?? 'notRun';
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'service_unavailable') return 'busy';
    throw error;
  }
}
