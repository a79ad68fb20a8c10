/**
 * Name of a tool: its id with `_` in place of dots. Clients of agents and servers of models take letters, digits, `_` and
 * `-` alone, at most 64 of them, though the protocol permits dots.
 */
export const toolName = (id: string): string => id.replaceAll('.', '_');

/** Whether a call by `name` means the tool. Ids were names before, so they stay callable. */
export const isCalled = (id: string, name: unknown): boolean => name === toolName(id) || name === id;

/** Writes names of tools in place of their ids in a text. */
export const inToolNames = (text: string, ids: ReadonlySet<string>): string =>
  text.replace(/\b[a-z]+\.[a-z_]+\b/g, (word) => (ids.has(word) ? toolName(word) : word));
