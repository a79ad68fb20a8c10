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
    chunkSizeWarningLimit: 700,
  },
});
