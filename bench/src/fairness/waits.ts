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

/** What the organization waits for. */
export const WAITS = ['isochrones', 'jobStarts', 'deliveries'] as const;
export type Wait = (typeof WAITS)[number];

/** 95 % of what it waits without an attack, in milliseconds. */
export type Usual = Readonly<Record<Wait, number>>;

export function usualOf(stretches: readonly Stretch[]): Usual {
  const alone = stretches.filter(({ beside }) => beside === 'nothing');
  return Object.fromEntries(WAITS.map((wait) => [wait, p95(alone.flatMap(({ felt }) => felt[wait]))])) as Usual;
}

/** How many times as long a wait is as without an attack, to a tenth. */
export const timesUsual = (usual: Usual, wait: Wait, felt: Felt): number =>
  Math.round((10 * p95(felt[wait])) / Math.max(1, usual[wait])) / 10;

/** The stretch of other work that took as much of the processors as an attack. */
export const contentionBeside = (stretches: readonly Stretch[], { name, clients }: Stretch): Stretch | undefined =>
  stretches.find((one) => one.beside === 'contention' && one.name === name && one.clients === clients);

export const p95 = (milliseconds: readonly number[]): number => percentile(milliseconds, 0.95);
