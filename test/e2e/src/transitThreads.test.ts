import { type Action, actions } from '@hinterland/actions';
import { SeededRandom } from '@hinterland/geo';
import { loadTerritory, shareTerritory, type Territory } from '@hinterland/territory';
import { describe, expect, it } from 'vitest';
import { WorkerPool } from '../../../apps/service/src/engine/pool.ts';
import type { Task } from '../../../apps/service/src/engine/protocol.ts';
import { threadProgram } from '../../../apps/service/src/kit/threadProgram.ts';
import { demoBundle } from './demoBundle.ts';

/** Questions by public transport on the demo island that share stops, so that threads find the same walks at the same time. */
function tasksOn({ poles }: Territory): Task[] {
  const random = new SeededRandom(233);
  const places = Array.from({ length: 4 }, () => {
    const pole = random.int(poles.rows);
    return { lat: poles.latMicrodegrees[pole]! / 1e6, lng: poles.lngMicrodegrees[pole]! / 1e6 };
  });
  const departure = { from: '07:00', to: '07:30' };
  const task = (actionId: string, asked: object): Task => ({
    kind: 'run',
    territory: 'demo',
    actionId,
    input: (actions as readonly Action[])
      .find(({ id }) => id === actionId)!
      .input.parse({ ...asked, mode: 'transit', departure }),
    channel: 'api',
  });
  return [
    ...places.map((place, i) =>
      task('analysis.isochrone', {
        origins: [place],
        bandSeconds: [900, 1800],
        direction: i % 2 === 0 ? 'inbound' : 'outbound',
      }),
    ),
    task('network.coverage', { stores: places.map((place, id) => ({ id, ...place })), minutes: 20, geometry: true }),
  ];
}

/** Answers all tasks at once in new threads, which have found nothing about the territory before. */
async function answersOf(threads: number): Promise<string[]> {
  const territory = await loadTerritory(await demoBundle());
  const pool = new WorkerPool({
    workers: threads,
    lookupWorkers: 0,
    longWorkers: 0,
    registry: threadProgram('actions').href,
    queueMax: 100,
    killAfterMilliseconds: 60_000,
    report: () => {},
  });
  pool.addTerritory('demo', shareTerritory(territory));
  try {
    await pool.start();
    const answers = tasksOn(territory).map((task) =>
      pool.perform(task, { priority: 'run', timeLimitMilliseconds: 120_000 }),
    );
    return (await Promise.all(answers)).map(({ outcome }) =>
      outcome.kind === 'run' ? Buffer.from(outcome.resultJson).toString() : outcome.kind,
    );
  } finally {
    await pool.close();
  }
}

describe('public transport', () => {
  it('has the same answers, byte for byte, from one thread and from three', async () => {
    const [one, three] = [await answersOf(1), await answersOf(3)];
    expect(one.map((answer) => JSON.parse(answer).method.transit.departures)).toEqual([30, 30, 30, 30, 30]);
    expect(three).toEqual(one);
  });
});
