import { type JobParts, LIMITS } from '@hinterland/contract';
import type { WritableStore } from '@hinterland/storage';
import { sql } from 'kysely';
import { type Clock, type Db, now } from '../../kit/db/database.ts';
import type { Answer } from '../../kit/http/answer.ts';
import { ProblemError, unavailable } from '../../kit/problem.ts';
import { opened, type Secrets } from '../../kit/secrets/box.ts';
import { creditsOf, type Thousandths } from '../../organizations/credits/amounts.ts';
import { describeJob, hasParts } from '../jobs/job.ts';
import { findWithInput, type Reader, resultsExpired } from '../jobs/service.ts';
import { PARQUET, type PartFile, partPath } from './file.ts';

export interface PartsSettings {
  readonly db: Db;
  readonly clock: Clock;
  readonly secrets: Secrets;
  /** Null where this service has none. */
  readonly store: WritableStore | null;
  readonly baseUrl: () => string;
}

/** Files of jobs, for callers who have been admitted, and for who has the address of one. */
export type JobFiles = ReturnType<typeof makeJobFiles>;

/** Says what the sealed text of an address is for. */
const CONTEXT = 'file of a job';

interface Sealed {
  readonly job: string;
  readonly part: number;
  readonly until: string;
}

export function makeJobFiles({ db, clock, secrets, store, baseUrl }: PartsSettings) {
  const seconds = LIMITS.partAddressMinutes * 60;

  return {
    /** The finished parts of a job, each with an address that is good for a while. Throws not_found and results_expired. */
    async list(caller: Reader, id: string): Promise<JobParts> {
      const job = await findWithInput(db, clock, caller, id);
      if (!hasParts(job))
        throw new ProblemError('not_found', 'This job has no files: GET /api/v1/jobs/{id} has its summary.');
      if (job.expired) throw resultsExpired();
      const { rows } = await sql<PartRow>`
        select index, summary, credits_charged, ${now(clock)} + make_interval(secs => ${seconds}) as until
        from job_item where job_id = ${id} order by index`.execute(db);
      if (store === null && rows.length > 0) throw withoutStore();
      const box = rows.length === 0 ? null : await secrets.forWriting(db);
      const data = rows.map(async ({ index, summary, credits_charged, until }) => {
        const { first, rows: count, failed, bytes, sha256 } = summary as PartSummary;
        const sealed: Sealed = { job: id, part: index, until: until.toISOString() };
        const own = () => `${baseUrl()}/files/${box!.seal(JSON.stringify(sealed), CONTEXT).toString('base64url')}`;
        return {
          index,
          firstRow: first + 1,
          rows: count,
          done: count - failed,
          failed,
          creditsCharged: creditsOf(credits_charged),
          bytes,
          sha256,
          address: (await store!.temporaryAddress(partPath(id, index, { sha256 }), seconds)) ?? own(),
          addressExpiresAt: sealed.until,
        };
      });
      return { data: await Promise.all(data), resultsExpireAt: describeJob(job).resultsExpireAt };
    },

    /** The file that an address of this service leads to. Throws not_found, link_not_valid and results_expired. */
    async open(address: string): Promise<Answer> {
      const box = await secrets.forReading(db);
      const text = box === null ? null : opened(box, Buffer.from(address, 'base64url'), CONTEXT);
      if (text === null || store === null) throw new ProblemError('not_found', 'There is no file at this address.');
      const { job, part, until } = JSON.parse(text) as Sealed;
      const { rows } = await sql<Pick<PartRow, 'summary'> & { over: boolean }>`
        select i.summary, ${now(clock)} >= ${until}::timestamptz as over from job_item i where i.job_id = ${job} and i.index = ${part}`.execute(
        db,
      );
      const found = rows[0];
      if (found?.summary == null) throw resultsExpired();
      if (found.over) {
        throw new ProblemError(
          'link_not_valid',
          `This address was good until ${until}. GET /api/v1/jobs/${job}/parts has a new one.`,
        );
      }
      const object = await store.read(partPath(job, part, found.summary), 0);
      if (object === null)
        throw unavailable('The file is not in the store at present. Repeat the call in a moment.', 60);
      return {
        headers: {
          'Content-Type': PARQUET,
          'Content-Length': String(found.summary.bytes),
          'Content-Disposition': `attachment; filename="${job}-${part}.parquet"`,
          'Cache-Control': 'private, no-store',
        },
        body: ReadableStream.from(object.chunks),
      };
    },
  };
}

interface PartRow {
  readonly index: number;
  readonly credits_charged: Thousandths;
  readonly until: Date;
  readonly summary: PartSummary | null;
}

type PartSummary = PartFile & { readonly first: number; readonly rows: number; readonly failed: number };

const withoutStore = () =>
  unavailable('This service has no store for files at present: its operator has to set it.', 60);
