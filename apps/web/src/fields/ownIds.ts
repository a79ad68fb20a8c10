/** A place of a list that has an id of its own. */
interface Identified {
  readonly id: string | number;
}

/**
 * Returns an id that no place of a list has: the one that a new place brings, else the next number. Ids are compared as
 * texts, since 1 and "1" are the same place to the service.
 */
export function ownId(brought: string | number | undefined, others: readonly Identified[]): string | number {
  const taken = new Set(others.map(({ id }) => String(id)));
  if (brought !== undefined && brought !== '' && !taken.has(String(brought))) return brought;
  let id = others.length + 1;
  while (taken.has(String(id))) id++;
  return id;
}
