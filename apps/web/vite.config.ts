import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The service serves `dist` at `/`; hashed files lie below `/app` and may be cached for ever. */
export default defineConfig({
  plugins: [react()],
  build: {
    target: 'es2023',
    assetsDir: 'app',
    manifest: true,
    sourcemap: false,
    assetsInlineLimit: 0,
    // MapLibre; what the studio may load is held by its test.
    chunkSizeWarningLimit: 1200,
    // What half of the pages share is one file: compressed together it is 13 kB less than in twenty files.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'shared', minShareCount: 14 }] } } },
  },
});
