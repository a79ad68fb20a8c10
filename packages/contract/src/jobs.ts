import { z } from 'zod';
import { instant } from './instant.ts';
import { LIMITS } from './limits.ts';

const count = z.int().nonnegative();

export const JOB_STATUSES = ['queued', 'running', 'succeeded', 'stopped', 'failed'] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];

export const jobSummary = z
  .object({
    done: count,
    skipped: count,
    failed: count,
    creditsCharged: z.number().nonnegative().describe("Sum of the points' charges"),
    stopReason: z
      .string()
      .nullable()
      .describe(
        'Why it ended before the last point or row; null if it did not. batch_cap; organization_balance, team_limit, user_limit or api_key_limit; stopped_by_owner, stopped_by_operator, key_revoked, user_removed, organization_suspended, organization_deleted, dataset_deleted; for a failed job its error',
      ),
    reasons: z
      .record(z.string(), count)
      .optional()
      .describe('For a job on a dataset: number of rows by outcome, such as exact, misspelt, nothing or too_far'),
  })
  .describe('Outcome of a job')
  .meta({ id: 'JobSummary' });

/** Answer of GET /api/v1/jobs/{id}, and `data.job` of its events. */
export const job = z
  .object({
    id: z.string().describe('job_ and 26 letters and digits'),
    type: z
      .string()
      .describe(
        'The action, such as enrich.points; for a job on a dataset of the web app datasets.import, datasets.geocode or datasets.snap',
      ),
    status: z.enum(JOB_STATUSES),
    createdAt: instant,
    startedAt: instant.nullable(),
    finishedAt: instant.nullable(),
    progress: z
      .object({ total: count, done: count, skipped: count, failed: count })
      .describe(
        'Points or rows, and their outcomes so far. While an import runs, the total is the number of lines of the file',
      ),
    maxCredits: z.number().nonnegative().describe('The most that the job may charge'),
    analysisCode: z
      .string()
      .nullable()
      .describe('The analysis that the caller bound it to; at the end it gets a version if it belongs to the caller'),
    datasetId: z
      .string()
      .optional()
      .describe('Id of the dataset, for jobs on datasets only. Datasets themselves are part of the web app'),
    result: jobSummary.nullable().describe('null until the job has finished'),
    error: z
      .object({ error: z.string().describe('A code of the problem catalogue'), detail: z.string() })
      .nullable()
      .describe('For a failed job: why it could not continue'),
    resultsExpireAt: instant
      .nullable()
      .describe(
        `Results are kept until then: ${LIMITS.jobResultDays} days after the end. null for a job on a dataset, which has no results of its own`,
      ),
    resultsDeletedAt: instant
      .optional()
      .describe('When its results were deleted, by DELETE /api/v1/jobs/{id}/results or since their time had passed'),
  })
  .describe('A background job')
  .meta({ id: 'Job' });
export type Job = z.infer<typeof job>;

/** Answer of GET /api/v1/jobs. */
export const jobList = z
  .object({ data: z.array(job) })
  .describe('Your 100 newest jobs, newest first')
  .meta({ id: 'JobList' });

export const jobResultRow = z
  .object({
    index: count.describe('Position in the input, from 0'),
    id: z.union([z.string(), z.int()]).describe("The caller's id of the point"),
    lat: z.number(),
    lng: z.number(),
    status: z.enum(['done', 'skipped', 'failed', 'pending']),
    reason: z
      .string()
      .nullable()
      .describe(
        'Why it was skipped (batch_cap, insufficient_credits, stopped_by_owner, …), or the code of the problem it failed with',
      ),
    detail: z.string().optional().describe('For a failed point: the problem in words'),
    creditsCharged: z.number().nonnegative(),
    summary: z
      .record(z.string(), z.unknown())
      .nullable()
      .describe('A few figures of the result; null if there is none'),
  })
  .describe('One point of a job')
  .meta({ id: 'JobResultRow' });
export type JobResultRow = z.infer<typeof jobResultRow>;

/** Answer of GET /api/v1/jobs/{id}/results. */
export const jobResults = z
  .object({
    data: z.array(jobResultRow),
    offset: count,
    limit: z.int().positive(),
    total: count.describe('Points of the job'),
    hasMore: z.boolean(),
  })
  .describe('Points of a job in the order of the input; they can be read while it runs')
  .meta({ id: 'JobResults' });
export type JobResults = z.infer<typeof jobResults>;

export const jobPart = z
  .object({
    index: count.describe('Position among the parts, from 0'),
    firstRow: z.int().positive().describe('Number of its first row in the dataset, from 1'),
    rows: count,
    done: count,
    failed: count.describe('Rows that could not be answered: they have a reason in the file, and are not charged'),
    creditsCharged: z.number().nonnegative(),
    bytes: count,
    sha256: z.string().describe('Checksum of the file, SHA-256 in hexadecimal'),
    address: z.string().describe('Where the file is read from, without a key'),
    addressExpiresAt: instant.describe('The address is good until then; a new list has a new one'),
  })
  .describe('A file of a job: a part of its dataset as GeoParquet')
  .meta({ id: 'JobPart' });

/** Answer of GET /api/v1/jobs/{id}/parts. */
export const jobParts = z
  .object({
    data: z.array(jobPart),
    resultsExpireAt: instant
      .nullable()
      .describe(`Files are kept until then: ${LIMITS.jobResultDays} days after the end; null while the job runs`),
  })
  .describe('Files of a job on a dataset, in the order of its rows')
  .meta({ id: 'JobParts' });
export type JobParts = z.infer<typeof jobParts>;
