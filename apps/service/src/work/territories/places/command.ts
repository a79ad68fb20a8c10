import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { childEnvironment } from '../../../kit/childEnvironment.ts';

/** The command line of this installation. */
const COMMAND = fileURLToPath(new URL('../../../../../cli/bin/hinterland.js', import.meta.url));

/** A third of the processor beside work of usual priority, all of it beside none. */
const BEHIND = 5;
const KEPT_LETTERS = 4000;

export type Command = ChildProcessByStdio<null, Readable, Readable>;

/** Starts `hinterland territory get`. No shell reads the arguments. */
export function startGet(options: readonly string[], place: string): Command {
  // After -- nothing is an option, whatever a place begins with.
  const args = [COMMAND, 'territory', 'get', ...options, '--', place];
  const child = spawn(process.execPath, args, {
    env: childEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
    windowsHide: true,
  });
  return child;
}

/** Puts a command behind everything else that the machine does. */
export function putBehind({ pid }: Command): void {
  try {
    if (pid !== undefined) setPriority(pid, BEHIND);
  } catch {
    // Not every system lets it.
  }
}

/** Collects what a stream says, the last letters of it. */
export function lastOf(stream: Readable, letters = KEPT_LETTERS): () => string {
  let text = '';
  stream.setEncoding('utf8').on('data', (chunk: string) => {
    text = (text + chunk).slice(-letters);
  });
  return () => text;
}

/** The sentence that the command ended with, on its error stream. */
export const sentenceIn = (text: string): string | null => /^hinterland: ([\s\S]+)/m.exec(text)?.[1]?.trim() ?? null;

/** Resolves when the command has ended and all that it said was read. */
export async function ended(child: Command): Promise<{ code: number | null; signal: NodeJS.Signals | null }> {
  try {
    const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
    return { code, signal };
  } catch {
    return { code: null, signal: null };
  }
}
