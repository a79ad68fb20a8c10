import { findAction } from '../registry.ts';

/** Returns where the first refusal of an input points and what it says, "accepted" where there is none. */
export function refusal(id: string, input: unknown): string {
  const parsed = findAction(id)!.input.safeParse(input);
  if (parsed.success) return 'accepted';
  const [issue] = parsed.error.issues;
  return `#/${issue!.path.map(String).join('/')} ${issue!.message}`;
}
