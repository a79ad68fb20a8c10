import { readFile } from 'node:fs/promises';
import type { WritableStore } from '@hinterland/storage';
import type { Log } from '../../kit/log.ts';
import { byCommand } from './command.ts';
import { runElsewhere } from './elsewhere.ts';
import { runHere } from './here.ts';
import { openKubernetesApi } from './kubernetesApi.ts';
import { byKubernetesJob } from './kubernetesJob.ts';
import type { PartRunner } from './runner.ts';
import type { BulkConfig } from './settings.ts';

/** Who works parts off, by the setting. */
const RUNNERS: Readonly<
  Record<BulkConfig['runner'], (config: BulkConfig, store: WritableStore, log: Log) => PartRunner>
> = {
  here: runHere,
  command: (config, _, log) =>
    runElsewhere({ ...config, log }, byCommand({ ...config, environment: config.commandEnvironment })),
  'kubernetes-job': (config, store, log) => {
    const { cluster, pod = '' } = config;
    const template = async () => JSON.parse(await readFile(pod, 'utf8'));
    const api = openKubernetesApi({ address: cluster, account: config.clusterAccount });
    return runElsewhere(
      { ...config, log },
      byKubernetesJob({ ...config, storeAddress: config.store, store, api, template }),
    );
  },
};

export const runnerOf = (config: BulkConfig, store: WritableStore, log: Log): PartRunner =>
  RUNNERS[config.runner](config, store, log);
