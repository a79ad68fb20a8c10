import { type Input, input } from './schema.ts';

/**
 * The question about what changed since a list of stores at the place and of the sectors of another action's input. Sites that are compared
 * are its origins. Null where that input is about no catchment, areas or polygon, or names a list that is kept elsewhere.
 */
export function changesAround(given: Readonly<Record<string, unknown>>, since: string): Input | null {
  const { candidates, categories, sectorCode } = given;
  const asked = {
    ...given,
    ...(given.origins === undefined && Array.isArray(candidates) ? { origins: candidates } : {}),
    ...(sectorCode === undefined ? {} : { sectors: [sectorCode] }),
    ...(categories === undefined ? {} : { sectors: categories }),
    since,
  };
  const parsed = input.safeParse(asked);
  return parsed.success ? parsed.data : null;
}
