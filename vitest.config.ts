import { defineConfig } from 'vitest/config';

/** Tests read the sources of every workspace, so a failing line is the line one edits. Worker threads run the build. */
const conditions = ['hinterland-source'];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ['{packages,apps,test}/*/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    pool: 'forks',
    maxWorkers: 2,
  },
});
