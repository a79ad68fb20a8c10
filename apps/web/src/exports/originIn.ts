import { type Origin, originOf } from '@hinterland/answers';
import type { Territory } from '../api/types.ts';

/** Returns where the data of an answer come from, as the service writes it into its own files. */
export function originIn(inForce: readonly Territory[], territoryId: string, actionId: string): Origin {
  const found = inForce.find(({ id }) => id === territoryId);
  if (found === undefined) return originOf(actionId, []);
  const families = found.families.map(({ family, sources }) => [family, { sources: sources.map(known) }] as const);
  return originOf(actionId, [{ manifest: found, descriptors: Object.fromEntries(families) }]);
}

/** A source as its folder has it, without members that it does not say. */
const known = ({ mayShare, ...source }: Territory['families'][number]['sources'][number]) => ({
  ...Object.fromEntries(Object.entries(source).filter(([, value]) => value !== null)),
  ...(mayShare ? {} : { mayShare }),
});
