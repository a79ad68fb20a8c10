import { defineConfig } from 'vitest/config';

/** Tests read the sources of every workspace, so a failing line is the line one edits. Worker threads run the build. */
const conditions = ['hinterland-source'];

/** What looks at what all other tests have left. */
const AFTERWARDS = 'test/e2e/src/afterwards/*.test.ts';
const exclude = ['**/node_modules/**', '**/dist/**'];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    globalSetup: 'test/e2e/src/published/occurredFolder.ts',
    testTimeout: 30_000,
    hookTimeout: 60_000,
    pool: 'forks',
    maxWorkers: '100%',
    projects: [
      {
        extends: true,
        test: { name: 'tests', include: ['{packages,apps,test}/*/**/*.test.ts'], exclude: [...exclude, AFTERWARDS] },
      },
      { extends: true, test: { name: 'afterwards', include: [AFTERWARDS], exclude, sequence: { groupOrder: 1 } } },
    ],
  },
});
