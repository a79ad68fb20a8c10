import { openStore } from '@hinterland/storage';
import type { Engine } from '../engine/engine.ts';
import { noLoop } from '../kit/background/loop.ts';
import type { Kit } from '../kit/kit.ts';
import { Turns } from '../kit/rates/turns.ts';
import { makeAnalyses } from './analyses/service.ts';
import { closedSource } from './analyses/shareable.ts';
import { fileRemoval } from './bulk/retention.ts';
import { runnerOf } from './bulk/runners.ts';
import { makeJobFiles } from './bulk/service.ts';
import type { BulkConfig } from './bulk/settings.ts';
import { makeDatasets } from './datasets/service.ts';
import { jobKinds } from './jobKinds.ts';
import { openJobRunner } from './jobs/runner.ts';
import { makeJobs } from './jobs/service.ts';
import { makeRuns } from './runs/service.ts';
import { makeDamageReport } from './territories/data/damageReport.ts';
import { makePlaces } from './territories/places/service.ts';
import type { PlacesSettings } from './territories/places/settings.ts';
import { makeShowcases } from './territories/showcase/service.ts';
import { makeTiles } from './tiles/service.ts';

export interface WorkWingSettings {
  /** Whether this process works on background jobs. */
  readonly worksOnJobs: boolean;
  readonly jobsAtOnce: number;
  readonly jobMilliseconds: number;
  readonly jobLeaseSeconds: number;
  readonly holdLeaseSeconds: number;
  readonly idempotencyWaitMilliseconds: number;
  readonly places: PlacesSettings;
  /** Files of jobs; null where there are none. */
  readonly bulk: BulkConfig | null;
  /** Rows of a file. */
  readonly partRows: number;
}

/** What is done for organizations: runs, background jobs, datasets, analyses, the map. */
export function openWork(kit: Kit, engine: Engine, settings: WorkWingSettings) {
  const { actions, pace, log } = kit;
  const territories = () => engine.territories.current;
  const { bulk } = settings;
  const store = bulk === null ? null : openStore(bulk.store);
  const isClosed = (id: string) =>
    territories().some(({ territory }) => territory.manifest.id === id && closedSource(territory) !== undefined);
  const parts =
    bulk === null || store === null
      ? null
      : { store, runner: runnerOf(bulk, store, log), offload: kit.offload, partRows: settings.partRows };
  const kinds = jobKinds(actions, isClosed, parts);
  const jobRunner = settings.worksOnJobs
    ? openJobRunner({
        ...kit,
        engine,
        kinds,
        turns: new Turns(pace, () => performance.now()),
        leaseSeconds: settings.jobLeaseSeconds,
        jobsAtOnce: settings.jobsAtOnce,
        everyMilliseconds: settings.jobMilliseconds,
      })
    : noLoop;
  const removeFiles = fileRemoval(kit.db, kit.clock, store, log);
  const jobs = makeJobs({ ...kit, kinds, territories, removeFiles });
  const { holdLeaseSeconds, idempotencyWaitMilliseconds } = settings;
  const places = makePlaces({ ...kit, ...settings.places, engine });
  return {
    jobs,
    runs: makeRuns({ ...kit, engine, jobRunner, idempotencyWaitMilliseconds, holdLeaseSeconds }),
    jobFiles: makeJobFiles({ ...kit, store }),
    store,
    datasets: makeDatasets({ ...kit, engine, jobs, jobRunner, removeFiles }),
    analyses: makeAnalyses({ ...kit, territories }),
    tiles: makeTiles(engine, log),
    showcases: makeShowcases(engine, actions),
    places,
    reportDamage: makeDamageReport(kit),
    loops: [jobRunner, places.loop],
  };
}
