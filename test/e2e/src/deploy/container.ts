import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, readlink } from 'node:fs/promises';
import type { Values } from './renderChart.ts';

const BWRAP = '/usr/bin/bwrap';
const isRoot = process.getuid?.() === 0;

/** Why containers cannot be run here; null where they can. */
export function containersRefused(): string | null {
  if (!existsSync(BWRAP)) return 'bubblewrap is not installed';
  try {
    const [program, ...words] = asUser({ uid: 1000, gid: 1000 }, ['--ro-bind', '/', '/', '--proc', '/proc', 'true']);
    execFileSync(program as string, words, { stdio: 'pipe' });
    return null;
  } catch {
    return 'bubblewrap may not make namespaces here';
  }
}

interface User {
  readonly uid: number;
  readonly gid: number;
}

/** A command of bubblewrap as a user: the kernel's own where the caller may become it, in a namespace of users elsewhere. */
const asUser = ({ uid, gid }: User, words: readonly string[]): string[] => [
  ...(isRoot ? ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'] : []),
  BWRAP,
  '--unshare-user',
  '--uid',
  `${uid}`,
  '--gid',
  `${gid}`,
  '--cap-drop',
  'ALL',
  '--die-with-parent',
  ...words,
];

export interface ContainerSettings {
  /** The pod's template, as the manifests have it. */
  readonly pod: Values;
  /** Settings of the ConfigMap and of the Secret. */
  readonly settings: Readonly<Record<string, string>>;
  /** Ports in place of the pod's own: pods of a test share the network of its machine. */
  readonly ports: Readonly<Record<string, string>>;
  /** Folders of this machine that stand for the image (/app), for Node.js, and for the volumes by their names. */
  readonly image: string;
  readonly node: string;
  readonly volumes: Readonly<Record<string, string>>;
}

export interface Container {
  readonly log: () => string;
  /** Whether it has ended by itself. */
  readonly ended: () => boolean;
  /** What the kernel says of the process. */
  facts(): Promise<{ readonly uid: string; readonly capabilities: string; readonly noNewPrivileges: string }>;
  /** Ends it by SIGTERM, as the cluster does; its exit code. */
  stop(): Promise<number | null>;
}

/** The entrypoint of the image, as the Containerfile has it. */
const ENTRYPOINT = ['/node/node', '/app/apps/cli/bin/hinterland.js'];

/** Runs the container of a pod as its manifest says: its arguments, its settings alone, its user, its root and its volumes. */
export function runContainer(settings: ContainerSettings): Container {
  const [{ args }] = settings.pod.spec.containers;
  const child: ChildProcess = spawnIn(settings, [...ENTRYPOINT, ...args]);
  let log = '';
  child.stderr?.on('data', (chunk) => {
    log += chunk;
  });
  const closed = once(child, 'close') as Promise<[number | null]>;
  const inside = async () => programOf(child.pid as number);
  return {
    log: () => log,
    ended: () => child.exitCode !== null || child.signalCode !== null,
    async facts() {
      const status = await readFile(`/proc/${await inside()}/status`, 'utf8');
      const field = (name: string) => new RegExp(`^${name}:\\s+(\\S+)`, 'm').exec(status)?.[1] ?? '';
      return { uid: field('Uid'), capabilities: field('CapEff'), noNewPrivileges: field('NoNewPrivs') };
    },
    async stop() {
      if (child.exitCode === null) process.kill(await inside(), 'SIGTERM');
      const [code] = await closed;
      return code;
    },
  };
}

/** Runs a program in a container of the same pod and returns what it prints. */
export async function runBeside(settings: ContainerSettings, script: string): Promise<string> {
  const child = spawnIn(settings, [ENTRYPOINT[0] as string, '-e', script]);
  let [out, log] = ['', ''];
  child.stdout?.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    log += chunk;
  });
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`the program ended with ${code}: ${log}`);
  return out;
}

function spawnIn({ pod, settings, ports, image, node, volumes }: ContainerSettings, program: string[]): ChildProcess {
  const { securityContext: ofPod, containers } = pod.spec;
  const [{ env, volumeMounts, securityContext }] = containers;
  const mounts = volumeMounts.flatMap(({ name, mountPath }: Values) => ['--bind', volumes[name] ?? name, mountPath]);
  const inside = [
    '--tmpfs',
    '/',
    '--proc',
    '/proc',
    '--dev',
    '/dev',
    ...['/usr', '/etc'].flatMap((path) => ['--ro-bind', path, path]),
    ...['bin', 'lib', 'lib64'].flatMap((name) => ['--symlink', `usr/${name}`, `/${name}`]),
    '--ro-bind',
    node,
    '/node',
    '--ro-bind',
    image,
    '/app',
    ...mounts,
    ...(securityContext.readOnlyRootFilesystem === true ? ['--remount-ro', '/', '--remount-ro', '/dev'] : []),
    // WORKDIR of the image.
    '--chdir',
    '/data',
  ];
  const [command, ...words] = asUser({ uid: ofPod.runAsUser, gid: ofPod.runAsGroup }, [...inside, ...program]);
  const own = Object.fromEntries(env.map(({ name, value }: Values) => [name, value]));
  return spawn(command as string, words, {
    env: { PATH: '/usr/bin', NODE_ENV: 'production', ...settings, ...own, ...ports },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** The process of the container: bubblewrap waits for a child that becomes it. */
async function programOf(id: number): Promise<number> {
  const executable = await readlink(`/proc/${id}/exe`).catch(() => '');
  if (!executable.endsWith('/bwrap') && !executable.endsWith('/setpriv')) return id;
  const [child] = (await readFile(`/proc/${id}/task/${id}/children`, 'utf8')).split(' ').filter(Boolean).map(Number);
  return child === undefined ? id : programOf(child);
}
