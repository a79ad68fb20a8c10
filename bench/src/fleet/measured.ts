import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { backendSecondsBetween } from '../databaseTime.ts';
import type { Demand } from '../fleetModel/demand.ts';
import { type HttpCall, load } from '../httpCalls.ts';
import { type Spent, spent } from './spent.ts';

const WARM_UP_SECONDS = 1.5;
const SECONDS = 4;
const AFTER_SECONDS = 0.5;

export interface Running {
  readonly urls: readonly URL[];
  readonly pids: readonly number[];
  readonly databaseUrl: string;
  readonly watcher: pg.Client;
  readonly secrets: readonly string[];
}

/** What was counted between two readings: processor seconds, calls that began, statements, bytes. */
export interface Counted {
  readonly connections: number;
  readonly seconds: number;
  readonly calls: number;
  readonly main: number;
  readonly others: number;
  readonly database: number;
  readonly generator: number;
  readonly statements: number;
  readonly walBytes: number;
  /** Processor seconds that nothing else on the machine took. */
  readonly left: number;
  readonly bytes: number;
  /** Number of the first call that was not sent. */
  readonly next: number;
}

/** Loads a fleet, whose processes at rest send so many statements a second, and reads its counters while it is at work, so that statistics that come late come late at both ends. */
export async function counted(
  fleet: Running,
  call: HttpCall,
  { connections, atRest, from }: { readonly connections: number; readonly atRest: number; readonly from: number },
): Promise<Counted> {
  const begun: number[] = [];
  const noted = {
    path: call.path,
    bodyOf(turn: number) {
      begun.push(performance.now() / 1000);
      return call.bodyOf(turn);
    },
  };
  const seconds = WARM_UP_SECONDS + SECONDS + AFTER_SECONDS;
  const loaded = load({ ...fleet, call: noted, connections, seconds, from });
  await sleep(WARM_UP_SECONDS * 1000);
  const before = await read(fleet);
  await sleep(SECONDS * 1000);
  const after = await read(fleet);
  const { bytes, milliseconds, next } = await loaded;
  const took = (name: Exclude<keyof Spent, 'backends'>) => after[name] - before[name];
  const database = backendSecondsBetween(before.backends, after.backends);
  const own = took('main') + took('others') + database + took('generator');
  const calls = begun.filter((at) => at >= before.at && at < after.at).length;
  return {
    connections,
    seconds: took('at'),
    calls,
    main: took('main'),
    others: took('others'),
    database,
    generator: took('generator'),
    statements: took('commits') - atRest * took('at'),
    walBytes: took('walBytes'),
    left: availableParallelism() * took('at') - Math.max(0, took('machine') - own),
    bytes: (calls * bytes) / milliseconds.length,
    next,
  };
}

/** What one kind of call took under load. */
export interface Measured extends Demand {
  readonly perSecond: number;
  /** Processors that nothing else on the machine took meanwhile. */
  readonly processorsLeft: number;
  readonly bytes: number;
}

/** What rounds took together, per call: sums over sums, so that all figures belong to each other. */
export function together(rounds: readonly Counted[]): Measured {
  const sum = (name: keyof Counted) => rounds.reduce((all, one) => all + one[name], 0);
  const each = (name: keyof Counted) => sum(name) / sum('calls');
  return {
    connections: rounds[0]!.connections,
    main: 1000 * each('main'),
    others: 1000 * each('others'),
    database: 1000 * each('database'),
    generator: 1000 * each('generator'),
    statements: each('statements'),
    walBytes: each('walBytes'),
    perSecond: sum('calls') / sum('seconds'),
    processorsLeft: sum('left') / sum('seconds'),
    bytes: each('bytes'),
  };
}

const read = ({ pids, databaseUrl, watcher }: Running): Promise<Spent> => spent(pids, databaseUrl, watcher);

/** Of a fleet at rest, per second: processor seconds of the database, statements. */
export async function atRest(
  fleet: Running,
  seconds: number,
): Promise<{ database: number; main: number; statements: number }> {
  const before = await read(fleet);
  await sleep(seconds * 1000);
  const after = await read(fleet);
  const over = after.at - before.at;
  return {
    database: backendSecondsBetween(before.backends, after.backends) / over,
    main: (after.main - before.main) / over,
    statements: (after.commits - before.commits) / over,
  };
}
