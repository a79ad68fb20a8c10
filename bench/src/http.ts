import { onDemo, onEachDatabase, type Place, processorMilliseconds, type Served } from './demoService.ts';
import type { CallName, DatabaseName, Figure, Report } from './goals/figures.ts';
import { callsFrom, load, PLACES } from './httpCalls.ts';
import { percentile } from './percentile.ts';

const CONNECTIONS = 50;
const SECONDS = 10;
const WARM_UP_SECONDS = 2;
/** A key may run 60 charged calls a minute; together they may run more than the machine can. */
const KEYS = 800;

/**
 * Latency of calls as a caller sees them, on the demo's territory with a real service process: a free action, and a
 * small charged run with its price, hold, charge and rate limits.
 */
export function http(root: string): Promise<Report> {
  return onDemo(root, async (demo) => {
    const rows = await onEachDatabase(demo, KEYS, (served) => measure(served, demo.place));
    const figures: Record<string, Figure> = {};
    for (const { goal, database, values } of rows)
      if (goal !== null) figures[`http, ${goal}, ${database}`] = { values };
    const text = [
      `${CONNECTIONS} connections, each sending its next call when it has its answer, for ${SECONDS} s after ${WARM_UP_SECONDS} s to warm up, with ${KEYS}`,
      'keys in turn. One service process with its default threads on the demo territory; client, service and database share',
      'the machine. Free: `areas.list`, level 4. Charged: `analysis.isochrone`, 5 minutes on foot from one place. Car: the',
      `same, 15 minutes by car with its polygon, from one place for all, and from ${PLACES} places in turn.`,
      'Processor time is that of the service process, all its threads.',
      `Before the start, the machine's load average was ${demo.busy}.`,
      '',
      '| database | call | calls/s | p50 ms | p99 ms | processor ms per call | KB |',
      '|---|---|--:|--:|--:|--:|--:|',
      ...rows.map(({ line }) => line),
    ].join('\n');
    return { text, figures };
  });
}

/** A line of the table, and its figures where there is a goal for it. */
interface Row {
  readonly database: DatabaseName;
  readonly line: string;
  readonly goal: CallName | null;
  readonly values: readonly number[];
}

async function measure({ database, url, pid, secrets }: Served, place: Place): Promise<Row[]> {
  const calls = await callsFrom(place, url, secrets[0] as string);
  const rows: Row[] = [];
  for (const [name, goal, call] of [
    ['free', 'free call', calls.free],
    ['charged', null, calls.small],
    ['car, one place', 'one place', calls.onePlace],
    [`car, ${PLACES} places`, '1000 places', calls.manyPlaces],
  ] as const) {
    const given = { urls: [url], call, secrets, connections: CONNECTIONS };
    const { next } = await load({ ...given, seconds: WARM_UP_SECONDS, from: 0 });
    const before = await processorMilliseconds(pid);
    const { perSecond, milliseconds, bytes } = await load({ ...given, seconds: SECONDS, from: next });
    const used = ((await processorMilliseconds(pid)) - before) / milliseconds.length;
    const [p50, p99] = [percentile(milliseconds, 0.5), percentile(milliseconds, 0.99)];
    const size = (bytes / milliseconds.length / 1000).toFixed(0);
    rows.push({
      database,
      line: `| ${database} | ${name} | ${perSecond.toFixed(0)} | ${p50.toFixed(1)} | ${p99.toFixed(1)} | ${used === 0 ? '-' : used.toFixed(1)} | ${size} |`,
      goal,
      values: goal === '1000 places' ? [perSecond, p99] : [perSecond],
    });
  }
  return rows;
}
