import { type Action, describeAction } from '@hinterland/actions';
import { type ActionDescriptor, runOptions } from '@hinterland/contract';
import { z } from 'zod';

/** Members that a request body may have in addition to the action's input. */
const OPTIONS = z.toJSONSchema(z.object(runOptions), { io: 'input' }).properties as Record<string, object>;

/** Descriptors as GET /api/v1/actions gives them: `inputSchema` describes the whole body of a quote or an execution. */
export function actionDescriptors(actions: readonly Action[]): ActionDescriptor[] {
  return actions.map((action) => {
    const descriptor = describeAction(action);
    const { quotedCredits, idempotencyKey, territory } = OPTIONS;
    const options = action.tariff === null ? { territory } : { territory, quotedCredits, idempotencyKey };
    const { $schema, ...rest } = descriptor.inputSchema;
    const properties = { ...(rest.properties as object | undefined), ...options };
    return { ...descriptor, inputSchema: { ...($schema === undefined ? {} : { $schema }), ...rest, properties } };
  });
}
