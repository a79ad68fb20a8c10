import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Engine } from '../../../engine/engine.ts';
import { databaseClock } from '../../../kit/db/database.ts';
import { LARGE_BYTES, Offload } from '../../../kit/offload/offload.ts';
import type { OffloadTask } from '../../../kit/offload/protocol.ts';
import { threadProgram } from '../../../kit/threadProgram.ts';
import { analysesOf, startStoringService } from '../../../testing/analyses.ts';
import { describeOnBoth } from '../../../testing/databases.ts';
import type { TestService } from '../../../testing/service.ts';
import { actions } from '../../../testing/storedActions.ts';
import { makeAccount } from '../../../testing/town.ts';
import type { Reader } from '../../../work/analyses/access.ts';
import { ANYBODY } from '../../../work/analyses/access.ts';
import { makeReports } from './service.ts';

describeOnBoth('M6 the page of a shared analysis', (database) => {
  let service: TestService;
  let offload: Offload;
  const { make, run, share } = analysesOf(() => service);

  beforeAll(async () => {
    service = await startStoringService(database());
    offload = new Offload({ registry: threadProgram('actions').href, report: () => {} });
  });
  afterAll(async () => {
    await offload?.close();
    await service?.close();
  });

  it('is written once for each run and language, a large one in another thread, however many people look at it', async () => {
    const tasks: OffloadTask[] = [];
    const counted = {
      perform(task: OffloadTask) {
        tasks.push(task);
        return offload.perform(task);
      },
    };
    const { db } = database();
    const engine = { territories: { current: [] } } as unknown as Engine;
    const reports = makeReports({ db, clock: databaseClock, engine, tiles: {} as never, actions, offload: counted });
    const ann = await makeAccount(db, { credits: 100, scopes: ['read', 'run', 'manage'] });
    const code = await make(ann);
    expect((await share(ann, code, { anyone: true, anyoneExpiresDays: null })).status).toBe(200);
    const reader: Reader = ANYBODY;
    const parts = (language: 'en' | 'de' = 'en') => reports.parts(reader, code, language);
    expect(await parts()).toBeNull();

    const ring = Array.from({ length: 5_000 }, (_, i) => [10 + i / 1e5, 40 + i / 1e5]);
    expect((await run(ann, code, { polygon: { type: 'Polygon', coordinates: [ring] } })).status).toBe(200);
    const seen = await Promise.all(Array.from({ length: 20 }, () => parts()));
    expect(new Set([...seen, await parts()]).size).toBe(1);
    const done = () => tasks.map((task) => (task.kind === 'report' ? [task.part, task.bytes > 2 * LARGE_BYTES] : task));
    expect(done()).toEqual([
      ['box', true],
      ['parts', true],
    ]);
    expect((await parts('de'))?.method).toContain('Methode und Daten');
    expect(done()).toHaveLength(4);

    const page = await service.request('GET', `/a/${code}`);
    expect([page.status, page.text.includes(seen[0]?.figures as string)]).toEqual([200, true]);

    // A later run takes its place; a small one needs no thread.
    expect((await run(ann, code, { text: 'the second' })).status).toBe(200);
    expect((await parts())?.figures).toContain('the second');
    expect(done()).toHaveLength(4);
  });
});
