import { Agent } from 'node:http';
import { onDemo, onEachDatabase, type Place, post, processorMilliseconds, type Served } from './demoService.ts';
import type { CallName, DatabaseName, Figure, Report } from './goals/figures.ts';
import { percentile } from './percentile.ts';

const CONNECTIONS = 50;
const SECONDS = 10;
const WARM_UP_SECONDS = 2;
/** A key may run 60 charged calls a minute; together they may run more than the machine can. */
const KEYS = 800;
/** Origins a hundred meters or so from one another, so that no answer is there from a round before for long. */
const PLACES = 1000;

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
  const walk = { origins: [place], bandSeconds: [300], mode: 'walk' };
  const quotePath = '/api/v1/actions/analysis.isochrone/quote';
  const quote = await post(url, new Agent(), quotePath, secrets[0] as string, JSON.stringify(walk));
  const { quotedCredits } = JSON.parse(quote.text);
  const isochrone = '/api/v1/actions/analysis.isochrone/execute';
  const car = (origin: Place) => ({ origins: [origin], bandSeconds: [900], snapLimitMeters: 1600, quotedCredits });
  const rows: Row[] = [];
  for (const [call, goal, path, bodyOf] of [
    ['free', 'free call', '/api/v1/actions/areas.list/execute', () => ({ level: 4 })],
    ['charged', null, isochrone, () => ({ ...walk, quotedCredits })],
    ['car, one place', 'one place', isochrone, () => car(place)],
    [`car, ${PLACES} places`, '1000 places', isochrone, (turn: number) => car(near(place, turn))],
  ] as const) {
    const next = counter();
    const body = () => JSON.stringify(bodyOf(next()));
    await load(url, path, body, secrets, WARM_UP_SECONDS);
    const before = await processorMilliseconds(pid);
    const { perSecond, milliseconds, bytes } = await load(url, path, body, secrets, SECONDS);
    const used = ((await processorMilliseconds(pid)) - before) / milliseconds.length;
    const [p50, p99] = [percentile(milliseconds, 0.5), percentile(milliseconds, 0.99)];
    const size = (bytes / milliseconds.length / 1000).toFixed(0);
    rows.push({
      database,
      line: `| ${database} | ${call} | ${perSecond.toFixed(0)} | ${p50.toFixed(1)} | ${p99.toFixed(1)} | ${used === 0 ? '-' : used.toFixed(1)} | ${size} |`,
      goal,
      values: goal === '1000 places' ? [perSecond, p99] : [perSecond],
    });
  }
  return rows;
}

const counter = () => {
  let next = 0;
  return () => next++;
};

/** Places on a grid of 32 × 32 around the given one, the next far from the one before. */
function near({ lat, lng }: Place, turn: number): Place {
  const cell = (turn * 389) % PLACES;
  return { lat: lat + ((cell % 32) - 16) * 1e-4, lng: lng + (Math.floor(cell / 32) - 16) * 1e-4 };
}

async function load(url: URL, path: string, body: () => string, secrets: readonly string[], seconds: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const milliseconds: number[] = [];
  let bytes = 0;
  let next = 0;
  const started = performance.now();
  const connection = async () => {
    while (performance.now() - started < seconds * 1000) {
      const begun = performance.now();
      const reply = await post(url, agent, path, secrets[next++ % secrets.length] as string, body());
      if (reply.status !== 200) throw new Error(`${path} answered ${reply.status}: ${reply.text}`);
      milliseconds.push(performance.now() - begun);
      bytes += reply.bytes;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, connection));
  agent.destroy();
  return { perSecond: (milliseconds.length / (performance.now() - started)) * 1000, milliseconds, bytes };
}
