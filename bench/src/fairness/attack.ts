import { setMaxListeners } from 'node:events';
import { Agent, request } from 'node:http';
import { type Attacker, FRONTS, type Sent } from './fronts.ts';

/** Entry of a process that attacks: its work must not keep the one that measures from reading its answers. */

/** Order to attack on a front for so long. */
export interface AttackOrder {
  readonly url: string;
  readonly attackers: readonly Attacker[];
  readonly front: string;
  readonly milliseconds: number;
}

/** Answers by status, 0 where there was none in time. */
export type AttackResult = Readonly<Record<string, number>>;

let turn = 0;

process.on('message', async ({ url, attackers, front, milliseconds }: AttackOrder) => {
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
          const status = await answered({ url, agent, attacker, secret, end }, make(attacker, turn++));
          statuses[status] = (statuses[status] ?? 0) + 1;
        }
      }),
    ),
  );
  agent.destroy();
  process.send?.(statuses satisfies AttackResult);
});

interface Connection {
  readonly url: string;
  readonly agent: Agent;
  readonly attacker: Attacker;
  readonly secret: string;
  readonly end: AbortSignal;
}

/** Sends a request and resolves with the status of its answer, 0 where there is none before the end. */
function answered({ url, agent, attacker, secret, end }: Connection, sent: Sent): Promise<number> {
  return new Promise((resolve) => {
    const { method, path, by, body = '', type = 'application/json', stays = false } = sent;
    const bytes = Buffer.from(body);
    const headers = {
      ...(bytes.length === 0 ? {} : { 'Content-Type': type, 'Content-Length': bytes.length }),
      Accept: 'application/json, text/event-stream, */*',
      ...(by === 'key' ? { Authorization: `Bearer ${secret}` } : { Origin: url, Cookie: attacker.cookie }),
    };
    const call = request(new URL(path, url), { method, headers, agent, signal: end }, (answer) => {
      answer.resume();
      answer.on('error', () => resolve(0));
      if (stays && answer.statusCode === 200) {
        resolve(200);
        return;
      }
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
