import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** What the service answers while one works on the web app: everything but its pages. */
const SERVICE = `http://127.0.0.1:${process.env.PORT ?? 8080}`;
const ANSWERED_BY_SERVICE =
  '^/(web/v1|api|mcp|a|tiles|payments|developers|problems|assets|favicon\\.svg|healthz|readyz)(/|$|\\?)';

/** The service serves `dist` at `/`; hashed files lie below `/app` and may be cached for ever. */
export default defineConfig({
  plugins: [react()],
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
    // What ten of the pages share is one file: compressed together it is 13 kB less than in twenty files.
    // Node.js alone lacks letters for which it is loaded.
    rolldownOptions: {
      external: ['iconv-lite'],
      output: { codeSplitting: { groups: [{ name: 'shared', minShareCount: 10 }] } },
    },
  },
});
