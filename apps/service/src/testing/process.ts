/**
 * The service as a process of its own, for tests that kill it or start several: with the test actions on a drawn town,
 * or, where HINTERLAND_TERRITORIES names bundles, with the real ones, unless TEST_ACTIONS is set. Settings come from the environment; TEST_REPLACEMENTS is a JSON object of numbers of TestReplacements.
 */

import { threadProgram } from '../kit/threadProgram.ts';
import { readConfig } from '../start/config.ts';
import { startService } from '../start/service.ts';
import type { TestReplacements } from '../start/testReplacements.ts';
import { drawn, TestBundles } from './service.ts';
import { actions } from './storedActions.ts';

const registry = { actions, module: threadProgram('storedActions').href };
const drawnTown = { source: new TestBundles(drawn()), registry };
const service = await startService(readConfig(process.env), {
  replaced: {
    keptBytes: 0,
    ...(process.env.HINTERLAND_TERRITORIES === undefined ? drawnTown : {}),
    ...(process.env.TEST_ACTIONS === undefined ? {} : { registry }),
    ...(JSON.parse(process.env.TEST_REPLACEMENTS ?? '{}') as TestReplacements),
  },
});
process.stdout.write(`${service.url}\n`);
await service.stopped;
