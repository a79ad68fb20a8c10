import { isObject } from '@hinterland/answers';

const MEMBERS = { dataset: ['columns', 'roles', 'leaveOut', 'merge', 'faults'], analysis: ['version'] } as const;

/**
 * What names a dataset or a sales model in an input, without anything else that came with it; null where the value names none.
 * Names tell strangers nothing: for them a dataset or a model of others is unknown.
 */
export function referenceIn(value: unknown): Readonly<Record<string, unknown>> | null {
  if (!isObject(value)) return null;
  for (const [name, others] of Object.entries(MEMBERS)) {
    if (typeof value[name] !== 'string') continue;
    const kept = [name, ...others].filter((one) => value[one] !== undefined);
    return Object.fromEntries(kept.map((one) => [one, value[one]]));
  }
  return null;
}
