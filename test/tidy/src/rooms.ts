import { read } from './tree.ts';

/** A folder within a folder that stands on another line than the rest of it. */
const OWN_ROOMS = ['credits/storage'];

/** "jobs" of "apps/service/src/jobs/end.ts", "log" of "apps/service/src/log.ts"; null outside the service's rooms. */
export function roomOf(path: string): string | null {
  const [, inside] = /^apps\/service\/src\/(.+)\.ts$/.exec(path) ?? [];
  if (inside === undefined || inside.startsWith('testing/')) return null;
  return OWN_ROOMS.find((room) => inside.startsWith(`${room}/`)) ?? (inside.split('/')[0] as string);
}

/** The table in the service's README, top to floor: rooms of one line do not know each other. */
export const linesOfService = (): string[][] =>
  /```ladder\n([\s\S]*?)```/
    .exec(read('apps/service/README.md'))![1]!
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/));
