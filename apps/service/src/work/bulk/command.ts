import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { childEnvironment } from '../../kit/childEnvironment.ts';
import { ANSWER_BYTES_MAX, type Elsewhere, filledIn, PartFault, type PartTask } from './elsewhere.ts';

export interface CommandSettings {
  /** The program and its arguments, in which {territory}, {version}, {job} and {part} are filled in. No shell reads them. */
  readonly command: readonly string[];
  /** Names of environment variables that it is given beside those that every program is. */
  readonly environment?: readonly string[];
  readonly partSeconds: number;
  /** Between the request to end and the end by force. */
  readonly graceMilliseconds?: number;
}

/** Letters of the error stream that are kept, the last ones. */
const KEPT_LETTERS = 4_000;

/** Works a part off by a command: the question goes to its standard input, and the answer is what it writes, once it has ended with 0. */
export const byCommand =
  (settings: CommandSettings): Elsewhere =>
  (task, signal) =>
    answerOf(settings, task, signal);

async function answerOf(
  { command, environment = [], partSeconds, graceMilliseconds = 5_000 }: CommandSettings,
  task: PartTask,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const [program, ...words] = command.map((word) => filledIn(word, task));
  const env = childEnvironment(environment);
  // A group of its own, so that all that it starts ends with it.
  const child = spawn(program!, words, { env, stdio: 'pipe', detached: true, windowsHide: true });
  let said = '';
  let reason: PartFault | 'aborted' | null = null;
  const kill = (name: NodeJS.Signals) => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, name);
    } catch {
      // It has ended.
    }
  };
  let force: NodeJS.Timeout | undefined;
  const end = (why: PartFault | 'aborted') => {
    if (reason !== null) return;
    reason = why;
    kill('SIGTERM');
    force = setTimeout(() => kill('SIGKILL'), graceMilliseconds);
  };
  const abort = () => end('aborted');
  signal.addEventListener('abort', abort, { once: true });
  const timer = setTimeout(() => end(new PartFault(`it took longer than ${partSeconds} seconds`)), partSeconds * 1000);
  const chunks: Buffer[] = [];
  let bytes = 0;
  child.stdout.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= ANSWER_BYTES_MAX) chunks.push(chunk);
    else end(new PartFault('what came back is too much'));
  });
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    said = (said + chunk).slice(-KEPT_LETTERS);
  });
  child.stdin.on('error', () => {}); // it has ended, or does not read
  child.stdin.end(task.question);
  try {
    const [code, name] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
    if (reason === null && code !== 0) {
      reason = new PartFault(`its command ended with ${name === null ? `code ${code}` : name}`);
    }
  } catch (error) {
    reason ??= new PartFault('its command cannot be started', (error as Error).message);
  } finally {
    clearTimeout(timer);
    clearTimeout(force);
    signal.removeEventListener('abort', abort);
    // What it has left behind in its group ends, too.
    kill('SIGKILL');
  }
  signal.throwIfAborted();
  const fault = reason as PartFault | null;
  if (fault !== null) throw new PartFault(fault.message, [fault.said, said.trim()].filter(Boolean).join('\n'));
  return Buffer.concat(chunks);
}
