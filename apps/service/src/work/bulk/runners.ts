import type { Log } from '../../kit/log.ts';
import { byCommand } from './command.ts';
import { runElsewhere } from './elsewhere.ts';
import { runHere } from './here.ts';
import type { PartRunner } from './runner.ts';
import type { BulkConfig } from './settings.ts';

/** Who works parts off, by the setting. */
const RUNNERS: Readonly<Record<BulkConfig['runner'], (config: BulkConfig, log: Log) => PartRunner>> = {
  here: runHere,
  command: (config, log) => runElsewhere({ ...config, log }, byCommand(config)),
};

export const runnerOf = (config: BulkConfig, log: Log): PartRunner => RUNNERS[config.runner](config, log);
