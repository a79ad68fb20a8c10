import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Values } from './renderChart.ts';

const BWRAP = '/usr/bin/bwrap';
export const hasBubblewrap = existsSync(BWRAP);

export interface Container {
  readonly log: () => string;
  /** What the kernel says of the process: its user, its capabilities, whether it may gain rights, and how its root is mounted. */
  facts(): Promise<{
    readonly uid: string;
    readonly capabilities: string;
    readonly noNewPrivileges: string;
    readonly root: string;
  }>;
  /** Ends it by SIGTERM; its exit code. */
  stop(): Promise<number | null>;
}

export interface ContainerSettings {
  /** The pod's template, as the manifests have it. */
  readonly pod: Values;
  /** Settings of the ConfigMap and of the Secret. */
  readonly settings: Readonly<Record<string, string>>;
  /** What stands for the network of the pod: its ports, which differ on one machine. */
  readonly replaced: Readonly<Record<string, string>>;
  /** Folder of the image, which is /app in the container. */
  readonly image: string;
  /** Folders of the machine that stand for the volumes, by their names. */
  readonly volumes: Readonly<Record<string, string>>;
}

/**
 * Runs the container of a pod by bubblewrap, as its manifest says: with its settings alone, its user, without capabilities, on a root that
 * cannot be written to but for the volumes. The machine's programs stand for those of the base image.
 */
export function runContainer({ pod, settings, replaced, image, volumes }: ContainerSettings): Container {
  const [container] = pod.spec.containers;
  const { runAsUser, runAsGroup } = pod.spec.securityContext;
  const isReadOnly = container.securityContext.readOnlyRootFilesystem === true;
  const mounts = container.volumeMounts.flatMap(({ name, mountPath }: Values) => ['--bind', volumes[name], mountPath]);
  const inside = [
    isReadOnly ? '--ro-bind' : '--bind',
    '/',
    '/',
    '--tmpfs',
    '/app',
    '--ro-bind',
    image,
    '/app',
    '--dev',
    '/dev',
    '--proc',
    '/proc',
    ...mounts,
  ];
  const env = Object.fromEntries(container.env.map(({ name, value }: Values) => [name, value]));
  const program = [process.execPath, '/app/apps/cli/bin/hinterland.js', ...container.args];
  const asUser = ['--unshare-user', '--uid', String(runAsUser), '--gid', String(runAsGroup)];
  const child: ChildProcess = spawn(
    BWRAP,
    [...inside, ...asUser, '--cap-drop', 'ALL', '--die-with-parent', '--chdir', '/data', ...program],
    {
      env: { PATH: process.env.PATH, NODE_ENV: 'production', ...settings, ...env, ...replaced },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  let log = '';
  child.stderr?.on('data', (chunk) => {
    log += chunk;
  });
  const ended = once(child, 'close') as Promise<[number | null]>;
  /** bubblewrap waits for its child, which is the process of the container. */
  const processId = async (): Promise<number> => {
    let pid = child.pid as number;
    for (;;) {
      const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
      const [next] = children.split(' ').filter(Boolean).map(Number);
      if (next === undefined || !(await readFile(`/proc/${pid}/comm`, 'utf8')).startsWith('bwrap')) return pid;
      pid = next;
    }
  };
  return {
    log: () => log,
    async facts() {
      const pid = await processId();
      const status = await readFile(`/proc/${pid}/status`, 'utf8');
      const field = (name: string) => new RegExp(`^${name}:\\s+(\\S+)`, 'm').exec(status)?.[1] ?? '';
      const mounted = (await readFile(`/proc/${pid}/mountinfo`, 'utf8')).split('\n').map((line) => line.split(' '));
      const root = mounted.find((parts) => parts[4] === '/')?.[5] ?? '';
      return {
        uid: field('Uid'),
        capabilities: field('CapEff'),
        noNewPrivileges: field('NoNewPrivs'),
        root: root.split(',')[0] as string,
      };
    },
    async stop() {
      process.kill(await processId(), 'SIGTERM');
      const [code] = await ended;
      return code;
    },
  };
}
