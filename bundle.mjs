import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, watch } from 'rolldown';

// What Node.js runs, as few files in place of a thousand: a process or thread then starts in a third of the time.
// Programs of one folder share their modules, so that a thread and the registry that it loads have the same classes.
const PROGRAMS = {
  'apps/cli/dist/program': { main: 'apps/cli/src/main.ts', workThread: 'apps/cli/src/worker/thread.ts' },
  'apps/service/dist/threads': {
    actions: 'packages/actions/src/index.ts',
    database: 'apps/service/src/kit/db/pgliteWorker.ts',
    engine: 'apps/service/src/engine/worker.ts',
    offload: 'apps/service/src/start/offloadThread.ts',
    storedActions: 'apps/service/src/testing/storedActions.ts',
    testActions: 'apps/service/src/testing/actions.ts',
    verification: 'apps/service/src/engine/verificationThread.ts',
    warmUp: 'apps/service/src/engine/warmUpThread.ts',
  },
  'apps/service/dist/testPrograms': {
    sender: 'apps/service/src/testing/senderProcess.ts',
    service: 'apps/service/src/testing/process.ts',
    webDocument: 'apps/service/src/testing/webDocumentProgram.ts',
  },
};

/** Packages that read files beside their own, or that few processes load. */
const EXTERNAL = [/^@electric-sql\/pglite/, /^playwright-core/, /^pg-native$/, /^pg-cloudflare$/, /^@aws-sdk\//];

const root = fileURLToPath(new URL('.', import.meta.url));

/** Lets every module find its files from where it stands itself: all that is written lies in the one folder. */
const placeOfModules = (folder) => ({
  name: 'place-of-modules',
  transform: {
    filter: { code: 'import.meta.url' },
    handler(code, id) {
      const place = JSON.stringify(relative(folder, id));
      return { code: code.replaceAll('import.meta.url', `new URL(${place}, import.meta.url).href`), map: null };
    },
  },
});

// A program that restarts meanwhile finds the bundles of before.
const isWatching = process.argv.includes('--watch');

// Of these folders alone, or of all.
const folders = process.argv.slice(2).filter((name) => name in PROGRAMS);

const bundles = Object.entries(PROGRAMS)
  .filter(([folder]) => folders.length === 0 || folders.includes(folder))
  .map(([folder, input]) => ({
    input,
    cwd: root,
    platform: 'node',
    external: EXTERNAL,
    resolve: { conditionNames: ['hinterland-source', 'node', 'default'] },
    plugins: [placeOfModules(`${root}${folder}`)],
    output: {
      dir: folder,
      format: 'esm',
      cleanDir: !isWatching,
      entryFileNames: '[name].js',
      chunkFileNames: '[name]-[hash].js',
      // A stack names the line of the source: bin/hinterland.js has Node.js read the maps.
      sourcemap: true,
    },
  }));

if (isWatching) watch(bundles).on('event', ({ code }) => code === 'END' && process.send?.('bundled'));
else await build(bundles);
