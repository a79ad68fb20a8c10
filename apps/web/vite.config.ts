import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** What the service answers while one works on the web app: everything but its pages. */
const SERVICE = `http://127.0.0.1:${process.env.PORT ?? 8080}`;
const ANSWERED_BY_SERVICE =
  '^/(web/v1|api|mcp|a|tiles|payments|developers|problems|assets|favicon\\.svg|healthz|readyz)(/|$|\\?)';

const TEXTS = fileURLToPath(new URL('src/text/', import.meta.url));
const SHARED_MAP = ['src/sharedMap/main.ts', 'src/sharedMap/liveMap.ts'].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
);
const IS_MAP = /\/src\/map\//;
const IS_TEXTS = /\/(src\/text|answers\/src\/words\/texts)\/([\w-]+\/)?\w+\.json$/;

/** Sends changed texts to open pages, which say them at once and keep their state (`src/text/index.ts`). */
const reloadTexts: Plugin = {
  name: 'reload-texts',
  apply: 'serve',
  async hotUpdate({ file, read }) {
    if (this.environment.name !== 'client' || !IS_TEXTS.test(file)) return;
    const path = relative(TEXTS, file);
    try {
      this.environment.hot.send('hinterland:texts', {
        path: path.startsWith('.') ? path : `./${path}`,
        texts: JSON.parse(await read()),
      });
    } catch (error) {
      this.environment.logger.error(`${path}: ${(error as Error).message}`);
    }
    return [];
  },
};

/** The service serves `dist` at `/`; hashed files lie below `/app` and may be cached for ever. */
export default defineConfig({
  plugins: [react(), reloadTexts],
  server: {
    host: '127.0.0.1',
    port: 5173,
    strictPort: true,
    proxy: { [ANSWERED_BY_SERVICE]: { target: SERVICE, changeOrigin: false } },
  },
  build: {
    target: 'es2023',
    assetsDir: 'app',
    manifest: true,
    // Of every package whose code is in the scripts.
    license: { fileName: 'app/licenses.md' },
    // Beside the files and named by none of them: browsers load no map, stacks of a report are read with it.
    sourcemap: 'hidden',
    assetsInlineLimit: 0,
    // MapLibre; what the studio may load is held by its test.
    chunkSizeWarningLimit: 1200,
    // What twenty of the pages and dialogs share is one file: compressed together it is less than in twenty files, and no page has much that it does not need.
    // Node.js alone lacks letters for which it is loaded.
    rolldownOptions: {
      // The app, and the scripts of pages that the service writes, which name them.
      input: ['index.html', ...SHARED_MAP],
      external: ['iconv-lite'],
      output: {
        codeSplitting: {
          // Maps are outside of it: pages of the service load them without the app.
          groups: [{ name: 'shared', minShareCount: 20, test: (id) => !IS_MAP.test(id) }],
        },
      },
    },
  },
});
