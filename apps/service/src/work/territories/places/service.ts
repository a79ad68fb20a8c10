import { access, constants, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { said } from '@hinterland/answers/said';
import type { Engine } from '../../../engine/engine.ts';
import type { Loop } from '../../../kit/background/loop.ts';
import { invalid } from '../../../kit/json.ts';
import { ProblemError, unavailable } from '../../../kit/problem.ts';
import { type Attempts, PLACE_PLANS_PER_USER } from '../../../kit/rates/attempts.ts';
import type { Visitor } from '../../../kit/who.ts';
import { type Adder, adderOf, isOwnPlace, requireAdder } from './access.ts';
import { planPlace } from './plan.ts';
import { requireRoomFor } from './room.ts';
import type { PlaceJob, Planned, WantedPlace } from './schemas.ts';
import type { PlacesSettings } from './settings.ts';
import { askToStop, beginJob, type JobRow, latestJobs } from './store.ts';
import { PlaceWork, type WorkSettings } from './work.ts';

export interface PlacesParts extends WorkSettings, PlacesSettings {
  readonly attempts: Attempts;
  readonly engine: Engine;
}

export type Places = ReturnType<typeof makePlaces>;

/** Places of the Earth that become territories from the web app: the same command as `hinterland territory get`. */
export function makePlaces({ attempts, engine, ...parts }: PlacesParts) {
  const { db, clock, log } = parts;
  let work: PlaceWork | null = null;
  let isClosing = false;
  let planning: Promise<unknown> = Promise.resolve();

  /** One plan after the other: each is a process that reads the table of towns. */
  async function plan(visitor: Visitor, wanted: WantedPlace): Promise<Planned> {
    await requireAdder(db, parts, visitor);
    await attempts.take(PLACE_PLANS_PER_USER, visitor.user.id);
    await folderOf(parts.territories);
    const planned = planning.then(() => planPlace(wanted, parts.home));
    planning = planned.catch(() => {});
    return planned;
  }

  async function list(adder: Adder): Promise<PlaceJob[]> {
    const inForce = new Set(engine.territories.current.map(({ territory }) => territory.manifest.id));
    return (await latestJobs(db, clock)).map((row) => present(row, adder, inForce));
  }

  const loop: Loop = {
    nudge() {},
    async stop() {
      isClosing = true;
      work?.end('interrupted');
      await work?.done;
    },
  };

  return {
    loop,
    plan,

    async list(visitor: Visitor): Promise<{ mayAdd: boolean; data: PlaceJob[] }> {
      const adder = await adderOf(db, parts, visitor);
      return { mayAdd: adder !== null, data: adder === null ? [] : await list(adder) };
    },

    /** Begins to make a territory of a place. Throws validation_error where it is not one place, or another is under way. */
    async add(visitor: Visitor, wanted: WantedPlace): Promise<PlaceJob> {
      const adder = await requireAdder(db, parts, visitor);
      const { plan: agreed, candidates, machine } = await plan(visitor, wanted);
      if (agreed === null) {
        throw invalid('#/place', said('place_many', { count: candidates.length, place: wanted.place }));
      }
      if (isClosing) throw unavailable(said('stopping_minute'), 60);
      const organizationId = adder === 'operator' ? null : adder.organizationId;
      await requireRoomFor(db, clock, organizationId, agreed, machine);
      const held = await beginJob(db, clock, wanted, agreed, { userId: visitor.user.id, organizationId });
      if (held === null) {
        throw invalid('#/place', said('place_busy'));
      }
      log.info({ job: held.id, place: wanted.place, user: visitor.user.id }, 'place begun');
      const mirror = parts.mirror === undefined ? [] : ['--mirror', parts.mirror];
      const out = join(await folderOf(parts.territories), agreed.territory);
      const options = ['--events', '--radius', String(wanted.radiusKm), '--home', parts.home, '--out', out, ...mirror];
      const begun = new PlaceWork(parts, held, options, wanted.place);
      work = begun;
      void begun.done.finally(() => {
        if (work === begun) work = null;
      });
      return jobOf(await list(adder), held.id);
    },

    /** Stops a place of one's own. Throws not_found, insufficient_role and job_not_running. */
    async stop(visitor: Visitor, id: string): Promise<PlaceJob> {
      const adder = await requireAdder(db, parts, visitor);
      if (!jobOf(await list(adder), id).mayStop) {
        throw new ProblemError('insufficient_role', said('place_of_others'));
      }
      if (!(await askToStop(db, clock, id))) {
        throw new ProblemError('job_not_running', said('place_over'));
      }
      return jobOf(await list(adder), id);
    },
  };
}

function jobOf(jobs: readonly PlaceJob[], id: string): PlaceJob {
  const found = jobs.find((job) => job.id === id);
  if (found === undefined)
    throw new ProblemError('not_found', 'There is no such place. GET /web/v1/places lists them.');
  return found;
}

function present(row: JobRow, adder: Adder, inForce: ReadonlySet<string>): PlaceJob {
  const isOwn = isOwnPlace(adder, row.organization_id);
  return {
    id: row.id,
    place: row.place,
    radiusKm: row.radius_km,
    askedBy: isOwn ? { id: row.asked_by, name: row.asker } : null,
    mayStop: isOwn,
    plan: row.plan,
    state: row.state,
    progress: row.progress,
    isStopping: row.is_stopping && row.state === 'running',
    result: row.result,
    fault: row.fault,
    isInForce: inForce.has(row.plan.territory),
    startedAt: row.started_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
  };
}

/** The first folder that holds bundles and is none itself. Throws service_unavailable where none can be written to. */
async function folderOf(territories: readonly string[]): Promise<string> {
  for (const folder of territories) {
    if (await isThere(join(folder, 'manifest.json'))) continue;
    await mkdir(folder, { recursive: true, mode: 0o700 }).catch(() => {});
    if (await isThere(folder, constants.W_OK)) return folder;
  }
  throw unavailable(NO_FOLDER, 3600);
}

const NO_FOLDER =
  'The service cannot write into its folder of territories. The operator lets it, or adds the place with "hinterland territory get".';

const isThere = (path: string, mode?: number): Promise<boolean> =>
  access(path, mode).then(
    () => true,
    () => false,
  );
