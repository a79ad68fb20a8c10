import { openStore } from '@hinterland/storage';
import type { Engine } from '../engine/engine.ts';
import { noLoop } from '../kit/background/loop.ts';
import type { Kit } from '../kit/kit.ts';
import { Turns } from '../kit/rates/turns.ts';
import { makeAnalyses } from './analyses/service.ts';
import { closedSource } from './analyses/shareable.ts';
import { answerPart } from './bulk/answer.ts';
import { PartLoop } from './bulk/loop.ts';
import { fileRemoval } from './bulk/retention.ts';
import { makeJobFiles } from './bulk/service.ts';
import { makeCorrections } from './corrections/service.ts';
import { makeDatasets } from './datasets/service.ts';
import { jobKinds } from './jobKinds.ts';
import { openJobRunner } from './jobs/runner.ts';
import { makeJobs } from './jobs/service.ts';
import { makeProjects } from './projects/service.ts';
import { makeRuns } from './runs/service.ts';
import { makeSubjects } from './subjects/service.ts';
import { makeSupply } from './supply/service.ts';
import { openSupplyWatch } from './supply/watch.ts';
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
  /** Interval at which lists of stores in force are compared with what subscriptions were told. */
  readonly supplyMilliseconds: number;
  readonly jobLeaseSeconds: number;
  readonly holdLeaseSeconds: number;
  readonly idempotencyWaitMilliseconds: number;
  readonly places: PlacesSettings;
  /** Address of the store for files of jobs; null where there is none. */
  readonly bulkStore: string | null;
  /** Rows of a file. */
  readonly partRows: number;
}

/** What is done for organizations: runs, background jobs, datasets, analyses, the map. */
export function openWork(kit: Kit, engine: Engine, settings: WorkWingSettings) {
  const { actions, pace, log } = kit;
  const territories = () => engine.territories.current;
  const store = settings.bulkStore === null ? null : openStore(settings.bulkStore);
  const isClosed = (id: string) =>
    territories().some(({ territory }) => territory.manifest.id === id && closedSource(territory) !== undefined);
  const background = {
    ...kit,
    engine,
    leaseSeconds: settings.jobLeaseSeconds,
    everyMilliseconds: settings.jobMilliseconds,
  };
  const parts = store === null ? null : { store, answer: answerPart, offload: kit.offload };
  const partLoop =
    parts === null || !settings.worksOnJobs
      ? null
      : new PartLoop({ ...background, parts, partsAtOnce: settings.jobsAtOnce });
  const partJobs =
    parts === null || partLoop === null ? null : { ...parts, loop: partLoop, partRows: settings.partRows };
  const kinds = jobKinds(actions, isClosed, partJobs);
  const jobRunner = settings.worksOnJobs
    ? openJobRunner({
        ...background,
        kinds,
        turns: new Turns(pace, () => performance.now()),
        jobsAtOnce: settings.jobsAtOnce,
      })
    : noLoop;
  const removeFiles = fileRemoval(kit.db, kit.clock, store, log);
  const jobs = makeJobs({ ...kit, kinds, territories, removeFiles });
  const { holdLeaseSeconds, idempotencyWaitMilliseconds } = settings;
  const supplyWatch = settings.worksOnJobs
    ? openSupplyWatch({ ...kit, engine, everyMilliseconds: settings.supplyMilliseconds })
    : noLoop;
  const places = makePlaces({ ...kit, ...settings.places, engine });
  return {
    jobs,
    runs: makeRuns({ ...kit, engine, jobRunner, idempotencyWaitMilliseconds, holdLeaseSeconds }),
    jobFiles: makeJobFiles({ ...kit, store }),
    store,
    datasets: makeDatasets({ ...kit, engine, jobs, jobRunner, removeFiles }),
    analyses: makeAnalyses({ ...kit, engine, territories }),
    tiles: makeTiles(engine, log),
    showcases: makeShowcases(engine, actions),
    places,
    corrections: makeCorrections({ ...kit, engine }),
    subjects: makeSubjects({ ...kit, engine }),
    projects: makeProjects(kit),
    supply: makeSupply({ ...kit, engine }),
    reportDamage: makeDamageReport(kit),
    loops: [jobRunner, partLoop ?? noLoop, places.loop, supplyWatch],
  };
}
