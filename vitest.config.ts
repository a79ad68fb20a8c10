import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** Tests read the sources of every workspace, so a failing line is the line one edits. Worker threads run the build. */
const conditions = ['hinterland-source'];

/** What looks at what all other tests have left. */
const AFTERWARDS = 'test/e2e/src/afterwards/*.test.ts';
/** Tests that replace modules (vi.mock): each has modules of its own. */
const REPLACING = [
  'packages/actions/src/analysis.markets_sector/analysis.markets_sector.test.ts',
  'packages/actions/src/enrich.point/enrich.point.test.ts',
];
/** Longer than any test takes, whatever else the machine does. Storms and long fuzzing take hours by design. */
const HANGS_MILLISECONDS = (process.env.TESTS === 'storms' || process.env.FUZZ_BODIES ? 8 : 0.5) * 3_600_000;
const exclude = ['**/node_modules/**', '**/dist/**'];

// Each process reads the same libraries and programs: from Node.js 22 on V8 keeps what it has compiled of them here. Services that tests
// start inherit it.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('node_modules/.cache/hinterland/compiled', import.meta.url));

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    globalSetup: 'test/e2e/src/prepareRun.ts',
    // What waits has patience by work (apps/service/src/kit/countWork.ts). These ends are for what hangs.
    testTimeout: HANGS_MILLISECONDS,
    hookTimeout: HANGS_MILLISECONDS,
    expect: { poll: { timeout: 300_000 } },
    // A log names what was found, not its first characters.
    chaiConfig: { truncateThreshold: 1000 },
    pool: 'forks',
    // One more than there are cores: tests that kill, freeze and restart processes wait for a quarter of their time.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        extends: true,
        test: {
          name: 'tests',
          include: ['{packages,apps,test}/*/**/*.test.ts', 'bench/src/**/*.test.ts'],
          exclude: [...exclude, AFTERWARDS, ...REPLACING],
          // The files of a worker share their modules: reading them for each file took longer than most tests.
          isolate: false,
        },
      },
      { extends: true, test: { name: 'replacing', include: REPLACING, exclude, sequence: { groupOrder: 1 } } },
      { extends: true, test: { name: 'afterwards', include: [AFTERWARDS], exclude, sequence: { groupOrder: 1 } } },
    ],
  },
});
