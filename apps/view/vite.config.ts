import { defineConfig } from 'vite';
import { viteSingleFile } from 'vite-plugin-singlefile';

/** One document with script and style in it: a client of agents shows it in a frame that may load nothing. */
export default defineConfig({ plugins: [viteSingleFile()], build: { target: 'es2023' } });
