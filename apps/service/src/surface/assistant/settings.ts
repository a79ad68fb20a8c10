import type { Generation } from '../../engine/territoriesInForce.ts';
import type { Clock, Db } from '../../kit/db/database.ts';
import type { Log } from '../../kit/log.ts';
import type { Metrics } from '../../kit/metrics/metrics.ts';
import type { Attempts } from '../../kit/rates/attempts.ts';
import type { Analyses } from '../../work/analyses/service.ts';
import type { Runs } from '../../work/runs/service.ts';
import type { ToolServices } from '../mcp/services.ts';
import type { Model } from './model/model.ts';
import type { Nudges } from './nudges.ts';
import type { Toolbox } from './toolbox.ts';

/** What the rooms of the assistant share. */
export interface AssistantSettings {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly attempts: Attempts;
  readonly runs: Runs;
  readonly analyses: Analyses;
  readonly credits: ToolServices['credits'];
  readonly territories: () => readonly Generation[];
  readonly baseUrl: () => string;
  readonly house: ToolServices['house'];
  readonly toolbox: Toolbox;
  /** The language model; loaded at the first question. */
  readonly model: () => Promise<Model>;
  readonly nudges: Nudges;
  /** Of the model within a turn; shorter in tests. */
  readonly modelMilliseconds: number;
  readonly silentMilliseconds: number;
}
