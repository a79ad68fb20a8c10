import { Agent } from 'node:http';
import { join } from 'node:path';
import { loadTerritory, type Territory } from '@hinterland/territory';
import { buildDemo, makeKeys, type Place, post, processorMilliseconds, startService } from '../demoService.ts';
import { callsFrom, type HttpCall } from '../httpCalls.ts';
import type { Figures } from './judge.ts';
import { spots } from './spots.ts';
import { viaWorker } from './viaWorker.ts';

/** A key may run 60 charged calls a minute. */
const KEYS = 400;
const CONNECTIONS = 4;
/** Calls of a kind: not counted, and counted. */
const CALLS = { free: [300, 2000], charged: [200, 1000], isochrone: [100, 400] } as const;
const ROWS = 4096;
const SEED = 20_261_129;
const HOUR_SECONDS = 3600;

/** A checkout that is built, with a home of its own on the demo. */
export interface Checkout {
  readonly root: string;
  readonly home: string;
  readonly place: Place;
  readonly secrets: readonly string[];
  readonly territory: Territory;
}

/** Builds the demo by the checkout's own code. */
export async function prepare(root: string, home: string): Promise<Checkout> {
  const place = await buildDemo(root, home);
  const secrets = await makeKeys(root, home, {}, KEYS);
  return { root, home, place, secrets, territory: await loadTerritory(join(home, 'territories', 'demo')) };
}

/** Processor milliseconds of each work, of new processes. No two turns ask the same places. */
export async function measure(checkout: Checkout, turn: number): Promise<Figures> {
  const { root, home, place, secrets, territory } = checkout;
  const service = await startService(root, home, {});
  const calls = await callsFrom(place, service.url, secrets[0]!);
  const perCall = async (call: HttpCall, [warm, counted]: readonly [number, number]) => {
    const from = turn * (warm + counted);
    await ask(service.url, call, secrets, from, warm);
    const before = await processorMilliseconds(service.pid);
    await ask(service.url, call, secrets, from + warm, counted);
    return ((await processorMilliseconds(service.pid)) - before) / counted;
  };
  try {
    await ask(service.url, calls.onePlace, secrets, 0, 1);
    const start = await processorMilliseconds(service.pid);
    const free = await perCall(calls.free, CALLS.free);
    const charged = await perCall(calls.small, CALLS.charged);
    const isochrone = await perCall(calls.manyPlaces, CALLS.isochrone);
    const { rows, processorSeconds } = await viaWorker({
      root,
      folder: join(home, 'territories', 'demo'),
      action: 'analysis.isochrone',
      input: { bandSeconds: [300, 600, 900], geometry: false },
      threads: 1,
      niceness: 0,
      places: spots(territory, SEED + turn),
      rows: ROWS,
      seconds: HOUR_SECONDS,
    });
    return {
      start,
      'free call': free,
      'charged call': charged,
      isochrone,
      'row of a table': (1000 * processorSeconds) / rows,
    };
  } finally {
    await service.stop();
  }
}

/** Sends so many calls over a few connections, from a number on. Throws where one is refused. */
async function ask(url: URL, call: HttpCall, secrets: readonly string[], from: number, count: number): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  let next = from;
  const connection = async () => {
    while (next < from + count) {
      const number = next++;
      const secret = secrets[number % secrets.length]!;
      const { status, text } = await post(url, agent, call.path, secret, JSON.stringify(call.bodyOf(number)));
      if (status !== 200) throw new Error(`${call.path} answered ${status}: ${text}`);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, connection));
  agent.destroy();
}
