import { cp, rm, writeFile } from 'node:fs/promises';
import { type Demo, makeKeys, onDemo, startService } from '../demoService.ts';
import { callsFrom } from '../httpCalls.ts';
import { figuresOf } from '../measuredProcess.ts';
import { onNewPostgres } from '../testServer.ts';
import { accountPerSecond } from './account.ts';
import { CALLS, type CallKind, CONNECTIONS, type FleetFigures, PLACES } from './figures.ts';
import { atRest, type Counted, counted, type Running, together } from './measured.ts';
import { openWatcher } from './spent.ts';
import { told } from './told.ts';

/** Also of one process, for how costs grow where fewer calls share a statement. */
const FEWER = [25, 10];
const ROUNDS = 6;
const KEYS = 800;
const REST_SECONDS = 10;

/** The same load against one and two processes of a fleet on PostgreSQL, in turn, and what a model says of it and of larger ones. Keeps what was measured in the file. */
export function fleet(root: string, ratesFile: string): Promise<string> {
  return onDemo(root, async (demo) => {
    const figures = await onNewPostgres((databaseUrl) => measureAll(demo, databaseUrl));
    if (figures === null) throw new Error('The bench of a fleet needs TEST_DATABASE_URL.');
    if (ratesFile !== '') await writeFile(ratesFile, `${JSON.stringify(figures, null, 1)}\n`);
    return told(figures, demo.busy);
  });
}

async function measureAll(demo: Demo, databaseUrl: string): Promise<FleetFigures> {
  const { root, home } = demo;
  const secrets = await makeKeys(root, home, { DATABASE_URL: databaseUrl }, KEYS);
  const homes = [home, `${home}-2`];
  await cp(home, homes[1]!, { recursive: true });
  const watcher = await openWatcher(process.env.TEST_DATABASE_URL!);
  const services: Awaited<ReturnType<typeof startService>>[] = [];
  try {
    for (const one of homes) services.push(await startService(root, one, { DATABASE_URL: databaseUrl }));
    const running = (count: number): Running => ({
      urls: services.slice(0, count).map(({ url }) => url),
      pids: services.slice(0, count).map(({ pid }) => pid),
      databaseUrl,
      watcher,
      secrets,
    });
    const calls = await callsFrom(demo.place, services[0]!.url, secrets[0]!, PLACES);
    const rest = await atRest(running(2), REST_SECONDS);
    // Places go on where the row before ended: what a process keeps of the last ones is of no use.
    const turns = Object.fromEntries(CALLS.map((kind) => [kind, 0])) as Record<CallKind, number>;
    const rows: { kind: CallKind; processes: number; counted: Counted }[] = [];
    for (let round = 0; round < ROUNDS; round++)
      for (const kind of CALLS)
        for (const [processes, connections] of [[1, CONNECTIONS], [2, CONNECTIONS], ...FEWER.map((few) => [1, few])]) {
          const given = { connections: connections!, atRest: rest.statements, from: turns[kind] };
          const one = await counted(running(processes!), calls[kind], given);
          rows.push({ kind, processes: processes!, counted: one });
          turns[kind] = one.next;
        }
    const of = (kind: CallKind, processes: number, connections: number) =>
      rows
        .filter((row) => row.kind === kind && row.processes === processes && row.counted.connections === connections)
        .map((row) => row.counted);
    const byKind = <T>(make: (kind: CallKind) => T) =>
      Object.fromEntries(CALLS.map((kind) => [kind, make(kind)])) as Record<CallKind, T>;
    const peaks = await Promise.all(services.map(async ({ pid }) => (await figuresOf(pid))!.peakMegabytes));
    return {
      one: byKind((kind) => [CONNECTIONS, ...FEWER].map((connections) => together(of(kind, 1, connections)))),
      two: byKind((kind) => together(of(kind, 2, CONNECTIONS))),
      ratios: byKind((kind) => {
        const two = of(kind, 2, CONNECTIONS);
        return of(kind, 1, CONNECTIONS).map((one, round) => rateOf(two[round]!) / rateOf(one));
      }),
      rest: { database: 500 * rest.database, main: 500 * rest.main, statements: rest.statements / 2 },
      accountPerSecond: await accountPerSecond(root),
      megabytes: Math.max(...peaks),
    };
  } finally {
    for (const service of services) await service.stop();
    await watcher.end();
    await rm(homes[1]!, { recursive: true, force: true });
  }
}

const rateOf = ({ calls, seconds }: Counted): number => calls / seconds;
