import { type Action, modelMember } from '@hinterland/actions';
import { isObject } from '../../kit/json.ts';

/** An input as a version stores it: a model that was read from a version is named by it again. */
export function withModelNamed(action: Action, input: unknown): unknown {
  const member = modelMember(action);
  const model = member !== null && isObject(input) ? input[member] : undefined;
  return isObject(model) && model.from !== undefined ? { ...(input as object), [member!]: model.from } : input;
}
