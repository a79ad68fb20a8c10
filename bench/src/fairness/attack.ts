import { setMaxListeners } from 'node:events';
import { Agent, request } from 'node:http';
import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { type Attacker, FRONTS, type Sent } from './fronts.ts';

/** A thread that attacks: its work must not keep the thread that measures from reading its answers. */

export interface AttackWork {
  readonly url: string;
  readonly attackers: readonly Attacker[];
}

/** Order to attack on a front for so long. */
export interface AttackOrder {
  readonly front: string;
  readonly milliseconds: number;
}

/** Answers by status, 0 where there was none in time. */
export type AttackResult = Readonly<Record<string, number>>;

const { url, attackers } = workerData as AttackWork;
let turn = 0;
// Of this thread alone on Linux: who attacks works elsewhere, and takes no processor from the service that is measured.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW);

parentPort?.on('message', async ({ front, milliseconds }: AttackOrder) => {
  const make = FRONTS[front];
  if (make === undefined) throw new Error(`There is no front ${front}.`);
  const agent = new Agent({ keepAlive: true });
  const statuses: Record<string, number> = {};
  const end = AbortSignal.timeout(milliseconds);
  setMaxListeners(0, end);
  await Promise.all(
    attackers.flatMap((attacker) =>
      attacker.secrets.map(async (secret) => {
        while (!end.aborted) {
          const status = await answered(agent, attacker, secret, make(attacker, turn++), end);
          statuses[status] = (statuses[status] ?? 0) + 1;
        }
      }),
    ),
  );
  agent.destroy();
  parentPort?.postMessage(statuses satisfies AttackResult);
});

/** Sends a request and resolves with the status of its answer, 0 where there is none before the end. */
function answered(agent: Agent, attacker: Attacker, secret: string, sent: Sent, end: AbortSignal): Promise<number> {
  return new Promise((resolve) => {
    const { method, path, by, body = '', type = 'application/json' } = sent;
    const bytes = Buffer.from(body);
    const headers = {
      ...(bytes.length === 0 ? {} : { 'Content-Type': type }),
      'Content-Length': bytes.length,
      ...(by === 'key' ? { Authorization: `Bearer ${secret}` } : { Origin: url, Cookie: attacker.cookie }),
    };
    const call = request(new URL(path, url), { method, headers, agent, signal: end }, (answer) => {
      answer.resume();
      answer.on('error', () => resolve(0));
      answer.on('end', () => {
        // What is refused by its length is not read to its end.
        if (!call.writableFinished) call.destroy();
        resolve(answer.statusCode ?? 0);
      });
    });
    call.on('error', () => resolve(0));
    call.end(bytes);
  });
}
