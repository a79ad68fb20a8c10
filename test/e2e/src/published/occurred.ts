import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder in which the processes of one run of the tests put down what occurred. */
    readonly occurredFolder: string;
  }
}

export interface Noted {
  /** Routes with statuses, such as "get /api/v1/me 200". */
  readonly occurred: readonly string[];
  readonly faults: readonly string[];
}

interface NotedLine extends Noted {
  /** The test file, with its whole path. */
  readonly file: string;
}

/** Puts down what passed before a service, for the look at the whole suite. */
export function note(noted: Noted): void {
  const file = expect.getState().testPath ?? '';
  appendFileSync(join(inject('occurredFolder'), `${process.pid}.jsonl`), `${JSON.stringify({ file, ...noted })}\n`);
}

/** What all processes of this run have put down so far. */
export function readNoted(): readonly NotedLine[] {
  const folder = inject('occurredFolder');
  return readdirSync(folder).flatMap((name) =>
    readFileSync(join(folder, name), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as NotedLine),
  );
}
