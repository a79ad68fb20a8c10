import { percentile } from '../percentile.ts';
import type { ProcessState } from '../processState.ts';
import type { AttackResult } from './attack.ts';
import type { Clients } from './attackers.ts';
import { type ProcessorTime, WORKERS } from './processorTime.ts';
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

const WAITS = ['isochrones', 'jobStarts', 'deliveries'] as const;
const HEAD = [
  'database',
  'attack',
  'clients',
  'requests',
  'of them 429',
  'isochrone ms',
  'contention',
  'start of a job ms',
  'first delivery ms',
  'main thread',
  'other threads',
  'database processors',
  "attackers' processors",
  'event loop p99 ms',
  'memory MB',
];

/** The table of all stretches: for each wait its 95 % and how many times that of the same database without an attack. */
export function tableOf(stretches: readonly Stretch[]): string {
  const databases = [...new Set(stretches.map(({ database }) => database))];
  const rows = databases.flatMap((database) => rowsOf(stretches.filter((one) => one.database === database)));
  return [rowOf(HEAD), `|---|---|---|${'--:|'.repeat(HEAD.length - 3)}`, ...rows].join('\n');
}

function rowsOf(stretches: readonly Stretch[]): string[] {
  const alone = stretches.filter(({ beside }) => beside === 'nothing');
  const usual = Object.fromEntries(WAITS.map((wait) => [wait, p95(alone.flatMap(({ felt }) => felt[wait]))]));
  const ratio = (wait: (typeof WAITS)[number], felt: Felt) =>
    (p95(felt[wait]) / Math.max(1, usual[wait] as number)).toFixed(1);
  return stretches
    .filter(({ beside }) => beside !== 'contention')
    .map(({ database, beside, clients, name, felt, answers, processors, process }) => {
      const total = Object.values(answers).reduce((sum, count) => sum + count, 0);
      const twin = stretches.find((one) => one.beside === 'contention' && one.name === name && one.clients === clients);
      const [isochrone, ...others] = WAITS.map((wait) => {
        const milliseconds = p95(felt[wait]).toFixed(0);
        return beside === 'nothing' ? milliseconds : `${milliseconds} (${ratio(wait, felt)})`;
      });
      return rowOf([
        database,
        name ?? 'none',
        clients ?? '',
        total === 0 ? '' : `${total}`,
        `${answers[429] ?? ''}`,
        isochrone as string,
        twin === undefined ? '' : ratio('isochrones', twin.felt),
        ...others,
        ...WORKERS.map((worker) => processors?.[worker].toFixed(1) ?? ''),
        process.loopDelayMilliseconds.toFixed(0),
        process.residentMegabytes.toFixed(0),
      ]);
    });
}

const rowOf = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

const p95 = (milliseconds: readonly number[]): number => percentile(milliseconds, 0.95);
