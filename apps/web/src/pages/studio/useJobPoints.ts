import type { OrganizationPath } from '../../api/address.ts';
import { useResource } from '../../api/queries.ts';
import type { JobResults } from '../../api/types.ts';

const POLL_SECONDS = 1;
/** The most points that a batch has. */
const POINTS_MAX = 500;

export type JobPoint = JobResults['data'][number];

/** The points of a background job, asked for again until each has its outcome; null for no job. */
export function useJobPoints(path: OrganizationPath, jobId: string | null): readonly JobPoint[] {
  const { data } = useResource(
    `${path}/jobs/${jobId}/results?limit=${POINTS_MAX}`,
    { everySeconds: POLL_SECONDS, while: ({ data }) => data.some(({ status }) => status === 'pending') },
    jobId !== null,
  );
  return data?.data ?? NONE;
}

const NONE: readonly JobPoint[] = [];

/** The job that a result started; null where it started none. */
export const jobIn = (result: Readonly<Record<string, unknown>> | null): string | null =>
  typeof result?.jobId === 'string' ? result.jobId : null;
