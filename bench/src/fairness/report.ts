import { WORKERS } from './processorTime.ts';
import { contentionBeside, p95, type Stretch, timesUsual, type Wait, waitsOf } from './waits.ts';

const COLUMNS: Readonly<Record<Wait, string>> = {
  isochrones: 'isochrone ms',
  jobStarts: 'start of a job ms',
  deliveries: 'first delivery ms',
  tiles: 'tile ms',
  signIns: 'sign-in ms',
  reports: 'PDF ms',
};

const headOf = (stretches: readonly Stretch[]): readonly string[] => {
  const [first, ...others] = waitsOf(stretches).map((wait) => COLUMNS[wait]);
  return [
    'database',
    'attack',
    'clients',
    'requests',
    'of them 429',
    first as string,
    ...(hasContention(stretches) ? ['contention'] : []),
    ...others,
    'main thread',
    'other threads',
    'database processors',
    "attackers' processors",
    'event loop p99 ms',
    'memory MB',
  ];
};

const hasContention = (stretches: readonly Stretch[]): boolean =>
  stretches.some(({ beside }) => beside === 'contention');

/** The table of all stretches: for each wait its 95% and how many times that without an attack, before and after. */
export function tableOf(stretches: readonly Stretch[]): string {
  const head = headOf(stretches);
  const rows = byDatabase(stretches).flatMap((of) => rowsOf(of, stretches));
  return [rowOf(head), `|---|---|---|${'--:|'.repeat(head.length - 3)}`, ...rows].join('\n');
}

/** The stretches of each database. */
export const byDatabase = (stretches: readonly Stretch[]): Stretch[][] =>
  [...new Set(stretches.map(({ database }) => database))].map((database) =>
    stretches.filter((one) => one.database === database),
  );

function rowsOf(stretches: readonly Stretch[], all: readonly Stretch[]): string[] {
  return stretches
    .filter(({ beside }) => beside !== 'contention')
    .map((stretch) => {
      const { database, beside, clients, name, felt, answers, processors, process } = stretch;
      const total = Object.values(answers).reduce((sum, count) => sum + count, 0);
      const twin = contentionBeside(stretches, stretch);
      const [isochrone, ...others] = waitsOf(all).map((wait) => {
        const slow = p95(felt[wait]);
        if (!Number.isFinite(slow)) return 'refused';
        const milliseconds = slow.toFixed(0);
        return beside === 'nothing'
          ? milliseconds
          : `${milliseconds} (${timesUsual(stretches, wait, stretch).toFixed(1)})`;
      });
      return rowOf([
        database,
        name ?? 'none',
        clients ?? '',
        total === 0 ? '' : `${total}`,
        `${answers[429] ?? ''}`,
        isochrone as string,
        ...(hasContention(all) ? [twin === undefined ? '' : timesUsual(stretches, 'isochrones', twin).toFixed(1)] : []),
        ...others,
        ...WORKERS.map((worker) => processors?.[worker].toFixed(1) ?? ''),
        process.loopDelayMilliseconds.toFixed(0),
        process.residentMegabytes.toFixed(0),
      ]);
    });
}

const rowOf = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
