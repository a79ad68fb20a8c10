import { percentile } from '../percentile.ts';
import type { ProcessState } from '../processState.ts';
import type { AttackResult } from './attack.ts';
import type { Clients } from './attackers.ts';
import type { ProcessorTime } from './processorTime.ts';
import type { Felt } from './victim.ts';

/** What goes on beside the organization that works: nothing, an attack, or other work that takes as much of the processors. */
type Beside = 'nothing' | 'attack' | 'contention';

/** Some seconds of work; `name` is that of the attack, null where there was none. */
export interface Stretch {
  readonly database: string;
  readonly beside: Beside;
  /** How the clients of the attack share the machine; null where there were none. */
  readonly clients: Clients | null;
  readonly name: string | null;
  readonly felt: Felt;
  readonly answers: AttackResult;
  /** Processors that each took; null where nobody counted. */
  readonly processors: ProcessorTime | null;
  readonly process: ProcessState;
}

/** What organizations and people wait for. */
const WAITS = ['isochrones', 'jobStarts', 'deliveries', 'tiles', 'signIns', 'reports'] as const;
export type Wait = (typeof WAITS)[number];

/** Those of them that were felt. */
export const waitsOf = (stretches: readonly Stretch[]): readonly Wait[] =>
  WAITS.filter((wait) => stretches.some(({ felt }) => felt[wait].length > 0));

/** 95% of a wait without an attack, in milliseconds: of the stretches alone right before and right after this one together. */
export function usualOf(stretches: readonly Stretch[], wait: Wait, one: Stretch): number {
  const at = stretches.indexOf(one);
  const isAlone = ({ beside, database }: Stretch) => beside === 'nothing' && database === one.database;
  const around = [stretches.slice(0, at).findLast(isAlone), stretches.slice(at + 1).find(isAlone)];
  return p95(around.flatMap((alone) => alone?.felt[wait] ?? []));
}

/** How many times as long a wait is as without an attack, to a tenth. */
export const timesUsual = (stretches: readonly Stretch[], wait: Wait, one: Stretch): number =>
  Math.round((10 * p95(one.felt[wait])) / Math.max(1, usualOf(stretches, wait, one))) / 10;

/** The stretch of other work that took as much of the processors as an attack. */
export const contentionBeside = (stretches: readonly Stretch[], { name, clients }: Stretch): Stretch | undefined =>
  stretches.find((one) => one.beside === 'contention' && one.name === name && one.clients === clients);

export const p95 = (milliseconds: readonly number[]): number => percentile(milliseconds, 0.95);
