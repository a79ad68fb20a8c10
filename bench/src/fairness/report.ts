import { percentile } from '../percentile.ts';
import type { ProcessState } from '../processState.ts';
import type { AttackResult } from './attack.ts';
import type { Felt } from './victim.ts';

/** Some seconds of an attack; `name` null stands for none. */
export interface Stretch {
  readonly database: string;
  readonly name: string | null;
  readonly felt: Felt;
  readonly answers: AttackResult;
  readonly process: ProcessState;
}

const WAITS = ['isochrones', 'jobStarts', 'deliveries'] as const;

/** The table of all stretches: for each wait its 95 % and how many times that of the same database without an attack. */
export function tableOf(stretches: readonly Stretch[]): string {
  const databases = [...new Set(stretches.map(({ database }) => database))];
  const rows = databases.flatMap((database) => {
    const own = stretches.filter((one) => one.database === database);
    const alone = own.filter(({ name }) => name === null);
    const usual = WAITS.map((wait) => p95(alone.flatMap(({ felt }) => felt[wait])));
    const row = (name: string, answers: AttackResult, waits: readonly string[], state: ProcessState) => {
      const total = Object.values(answers).reduce((sum, count) => sum + count, 0);
      const cells = [database, name, total || '', answers[429] ?? '', ...waits];
      return `| ${[...cells, state.loopDelayMilliseconds.toFixed(0), state.residentMegabytes.toFixed(0)].join(' | ')} |`;
    };
    return own.map(({ name, felt, answers, process }) => {
      const waits = WAITS.map((wait, i) => {
        const milliseconds = p95(felt[wait]);
        const ratio = name === null ? '' : ` (${(milliseconds / Math.max(1, usual[i] as number)).toFixed(1)})`;
        return `${milliseconds.toFixed(0)}${ratio}`;
      });
      return row(name ?? 'none', answers, waits, process);
    });
  });
  return [
    '| database | attack | requests | of them 429 | isochrone ms | start of a job ms | first delivery ms | event loop p99 ms | memory MB |',
    '|---|---|--:|--:|--:|--:|--:|--:|--:|',
    ...rows,
  ].join('\n');
}

const p95 = (milliseconds: readonly number[]): number => percentile(milliseconds, 0.95);
