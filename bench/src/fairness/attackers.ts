import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import type { AttackOrder, AttackResult } from './attack.ts';

/**
 * How the clients of an attack share the machine with the service: with the lowest niceness, or in the scheduling class of Linux for
 * idle processors, which yields at once to any other work, so that almost all that others wait for is the service's own doing.
 */
export const CLIENTS = ['share', 'yield'] as const;
export type Clients = (typeof CLIENTS)[number];

/** A process that attacks. */
export interface Attackers {
  readonly pid: number;
  attack(order: AttackOrder): Promise<AttackResult>;
  stop(): Promise<void>;
}

/** Starts a process that attacks; null where this machine cannot run one of that kind. */
export function startAttackers(clients: Clients): Attackers | null {
  const program = [process.execPath, new URL('./attack.js', import.meta.url).pathname];
  if (clients === 'share') return attackersOf(program);
  const idle = ['chrt', '--idle', '0'];
  return spawnSync('chrt', ['--idle', '0', 'true']).status === 0 ? attackersOf([...idle, ...program]) : null;
}

function attackersOf([command, ...args]: string[]): Attackers {
  const child: ChildProcess = spawn(command as string, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const ended = once(child, 'close');
  const pid = child.pid as number;
  setPriority(pid, constants.priority.PRIORITY_LOW);
  return {
    pid,
    async attack(order) {
      const lost = ended.then(([code]) => Promise.reject(new Error(`The process that attacks ended with ${code}.`)));
      const answered = once(child, 'message');
      child.send(order);
      return (await Promise.race([answered, lost]))[0] as AttackResult;
    },
    async stop() {
      child.kill();
      await ended;
    },
  };
}
