import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Frees what nothing holds any more, for the step that follows. Columns lie outside V8's heap, which would collect them some
 * hundreds of megabytes later: by then the next step has taken as much again.
 */
export function letGo(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('globalThis.gc') as () => void;
  setFlagsFromString('--no-expose-gc');
  collect();
}
