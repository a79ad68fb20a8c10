/** Members of a result that hold for its whole table. */
const COMMON = ['territory', 'method', 'dataVersion', 'demandData', 'supplyData', 'supply', 'notes', 'parameters'];

/** Returns what holds for a table of answers as metadata: texts as they are, everything else as JSON. */
export function metadataOf(result: unknown): ReadonlyMap<string, string> {
  const members = (result ?? {}) as Readonly<Record<string, unknown>>;
  return new Map(
    COMMON.flatMap((name) => (members[name] === undefined ? [] : [[name, textOf(members[name])] as const])),
  );
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
