import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LARGE_BYTES, Offload } from '../../offload/offload.ts';
import type { OffloadTask } from '../../offload/protocol.ts';
import { analysesOf, startStoringService } from '../../testing/analyses.ts';
import { describeOnBoth } from '../../testing/databases.ts';
import type { TestService } from '../../testing/service.ts';
import { actions } from '../../testing/storedActions.ts';
import { makeAccount } from '../../testing/town.ts';
import type { Html } from './html.ts';
import { runHtml } from './results/run.ts';
import { RunMarkup } from './runMarkup.ts';
import { withoutDrawing } from './shared/brief.ts';

describeOnBoth('M6 the page of a shared analysis', (database) => {
  let service: TestService;
  let offload: Offload;
  const { make, run, share } = analysesOf(() => service);

  beforeAll(async () => {
    service = await startStoringService(database());
    offload = new Offload({ registry: '@hinterland/actions', report: () => {} });
  });
  afterAll(async () => {
    await offload?.close();
    await service?.close();
  });

  it('is written once for each run, a large one in another thread, however many people look at it', async () => {
    const tasks: OffloadTask[] = [];
    const counted = {
      perform(task: OffloadTask) {
        tasks.push(task);
        return offload.perform(task);
      },
    };
    const ann = await makeAccount(database().db, { credits: 100, scopes: ['read', 'run', 'manage'] });
    const code = await make(ann);
    const { rows: made } = await sql<{ id: number }>`select id from analysis where code = ${code}`.execute(
      database().db,
    );
    const { id } = made[0] as { id: number };
    const markup = new RunMarkup({ db: database().db, actions, territories: () => [], offload: counted });
    expect(await markup.latest(id)).toBeNull();

    const ring = Array.from({ length: 5_000 }, (_, i) => [10 + i / 1e5, 40 + i / 1e5]);
    const large = await run(ann, code, { polygon: { type: 'Polygon', coordinates: [ring] } });
    expect(large.status).toBe(200);
    const seen = await Promise.all(Array.from({ length: 20 }, () => markup.latest(id)));
    expect(await markup.latest(id)).toBe(seen[0]);
    expect(tasks.map(({ kind }) => kind)).toEqual(['results']);
    const [task] = tasks as [OffloadTask & { kind: 'results' }];
    expect(task.input.length).toBeGreaterThan(LARGE_BYTES);
    expect(seen[0]?.results.text).toContain(runHtml(task.results, task.input).text);

    expect((await share(ann, code, { anyone: true, anyoneExpiresDays: null })).status).toBe(200);
    const page = await service.request('GET', `/a/${code}`);
    expect([page.status, page.text.includes(withoutDrawing(seen[0]?.results as Html).text)]).toEqual([200, true]);

    // A later run takes its place; a small one needs no thread.
    expect((await run(ann, code, { text: 'the second' })).status).toBe(200);
    expect((await markup.latest(id))?.results.text).toContain('the second');
    expect(tasks).toHaveLength(1);
  });
});
