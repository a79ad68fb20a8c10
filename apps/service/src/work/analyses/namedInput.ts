import { type Action, modelMember } from '@hinterland/actions';
import { isObject } from '../../kit/json.ts';

/** Members of an input that were read from datasets and versions, as their references, by name. */
export type NamedMembers = Readonly<Record<string, unknown>>;

/**
 * An input as a version stores it: datasets and models are named, and their rows left where they are. A model that a caller sent
 * is from nowhere, whatever it says.
 */
export function withNames(action: Action, input: unknown, named: NamedMembers): unknown {
  if (!isObject(input)) return input;
  const member = modelMember(action);
  const model = member === null ? undefined : input[member];
  if (member === null || !isObject(model)) return { ...input, ...named };
  const { from: _, ...sent } = model;
  return { ...input, [member]: sent, ...named };
}
