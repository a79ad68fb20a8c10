import { z } from 'zod';
import { progress, result } from './schemas.ts';

/** A line that the command prints with --events. */
const line = z.discriminatedUnion('event', [
  progress.extend({ event: z.literal('progress') }),
  result.extend({ event: z.literal('done') }),
  z.object({ event: z.literal('failed'), detail: z.string() }),
]);
export type CommandEvent = z.infer<typeof line>;

/** Reads a line of the command; null for one of another kind, which later versions may have. */
export function readEvent(text: string): CommandEvent | null {
  try {
    return line.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
