import { byDatabase } from './report.ts';
import { contentionBeside, p95, type Stretch, timesUsual, usualOf, type Wait, waitsOf } from './waits.ts';

/** Most that each wait may take of what it takes without an attack, and longest delay of the event loop. */
const TIMES_MAX = 2;
const LOOP_DELAY_MILLISECONDS_MAX = 50;

const NAMES: Readonly<Record<Wait, string>> = {
  isochrones: 'an isochrone takes',
  jobStarts: 'a job starts within',
  deliveries: 'a first delivery takes',
  tiles: 'a tile takes',
  signIns: 'a sign-in takes',
  reports: 'a report as PDF takes',
};

/** What the table says of each goal: a paragraph for each database. */
export const closingOf = (stretches: readonly Stretch[]): string => byDatabase(stretches).map(paragraphOf).join('\n\n');

function paragraphOf(stretches: readonly Stretch[]): string {
  const rows = stretches.filter(({ beside, clients }) => beside === 'attack' && clients !== null);
  const waiting = stretches.filter(({ beside, clients }) => beside === 'attack' && clients === null);
  const answering = stretches.filter(({ beside }) => beside === 'attack');
  const loop = Math.max(...answering.map(({ process }) => process.loopDelayMilliseconds));
  const memory = Math.max(...answering.map(({ process }) => process.residentMegabytes));
  return [
    `${stretches[0]?.database}:`,
    ...waitsOf(stretches).map((wait) => sentenceOf(stretches, rows, wait)),
    ...waiting.map(
      ({ name, felt }) => `Beside ${name} a job starts within ${p95(felt.jobStarts).toFixed(0)} ms (goal 2 s).`,
    ),
    `The event loop's delay is at most ${loop.toFixed(0)} ms (goal ${LOOP_DELAY_MILLISECONDS_MAX} ms),`,
    `the memory at most ${memory.toFixed(0)} MB.`,
  ].join('\n');
}

/** "In 18 of 20 rows an isochrone takes at most 2 times as long (28 ms alone); not in …" */
function sentenceOf(stretches: readonly Stretch[], rows: readonly Stretch[], wait: Wait): string {
  const missing = rows.filter((row) => timesUsual(stretches, wait, row) > TIMES_MAX);
  const usual = rows.map((row) => usualOf(stretches, wait, row)).toSorted((a, b) => a - b);
  const named = missing.map((row) => {
    const twin = wait === 'isochrones' ? contentionBeside(stretches, row) : undefined;
    const beside = twin === undefined ? '' : `, contention alone ${timesUsual(stretches, wait, twin).toFixed(1)}`;
    return `${row.name}, ${row.clients} (${timesUsual(stretches, wait, row).toFixed(1)}${beside})`;
  });
  const head = `In ${rows.length - missing.length} of ${rows.length} rows ${NAMES[wait]} at most ${TIMES_MAX} times the ${usual[0]?.toFixed(0)} to ${usual.at(-1)?.toFixed(0)} ms without an attack`;
  return named.length === 0 ? `${head}.` : `${head}; more beside ${named.join('; ')}.`;
}
