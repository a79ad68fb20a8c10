import { read } from './tree.ts';

/** A folder within a room that stands on another line than the rest of it. */
const OWN_ROOMS = ['organizations/credits/storage'];

const inside = (path: string): string | null => {
  const [, below] = /^apps\/service\/src\/(.+)\.ts$/.exec(path) ?? [];
  return below === undefined || below.startsWith('testing/') ? null : below;
};

/** "work" of "apps/service/src/work/jobs/end.ts"; null outside the service. */
export const wingOf = (path: string): string | null => inside(path)?.split('/')[0] ?? null;

/** "jobs" of "apps/service/src/work/jobs/end.ts" in the wing "work"; null outside that wing. */
export function roomOf(wing: string, path: string): string | null {
  const below = inside(path);
  if (below === null || !below.startsWith(`${wing}/`)) return null;
  const room = OWN_ROOMS.find((own) => below.startsWith(`${own}/`)) ?? below.split('/').slice(0, 2).join('/');
  return room.slice(wing.length + 1);
}

/** A table in the service's README, top to floor: what stands on one line does not know each other. */
const linesOf = (text: string): string[][] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/));

/** The wings of the service, top to floor. */
export const linesOfWings = (): string[][] =>
  linesOf(/```ladder\n([\s\S]*?)```/.exec(read('apps/service/README.md'))![1]!);

/** The rooms of every wing that has more than one, top to floor. */
export const linesOfRooms = (): ReadonlyMap<string, string[][]> =>
  new Map(
    [...read('apps/service/README.md').matchAll(/```ladder (\w+)\n([\s\S]*?)```/g)].map(([, wing, text]) => [
      wing!,
      linesOf(text!),
    ]),
  );
