/** Bundles that `npm run build` writes for threads: programs, and the registries that they load. */
export type ThreadProgram =
  | 'actions'
  | 'database'
  | 'engine'
  | 'offload'
  | 'storedActions'
  | 'testActions'
  | 'verification'
  | 'warmUp';

/**
 * Address of a bundle. Threads run bundles even where the process runs sources: see bundle.mjs. No program awaits at its top
 * level: Node.js 20 and 22 abort the whole process when a thread is terminated while it evaluates a module that does.
 */
export function threadProgram(name: ThreadProgram): URL {
  return new URL(`../../dist/threads/${name}.js`, import.meta.url);
}

/** Flags of Node.js for threads in place of the flags of the process: stacks name lines of the sources. */
export const THREAD_FLAGS: string[] = ['--enable-source-maps'];
