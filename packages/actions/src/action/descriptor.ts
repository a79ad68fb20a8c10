import { type ActionDescriptor, chargeShown } from '@hinterland/contract';
import { oncePer } from '@hinterland/geo';
import { z } from 'zod';
import { withDatasets } from '../input/dataset.ts';
import type { Action } from './action.ts';

/**
 * What GET /api/v1/actions says of an action. `outputSchema` describes `result` as it leaves the service: with `charged`
 * and `creditsCharged` where the action shows them. Results may gain members, so the schema forbids none.
 */
export const describeAction = oncePer((action: Action): ActionDescriptor => {
  const { tariff } = action;
  return {
    id: action.id,
    title: action.title,
    description: action.description,
    tariff: tariff?.code ?? null,
    pricing: tariff === null ? null : pricingOf(tariff),
    charged: tariff !== null,
    scope: action.scope,
    inputSchema: withDatasets(jsonSchema(action.input)),
    outputSchema: outputSchema(action),
    example: action.example,
    background: action.background,
  };
});

function pricingOf(tariff: NonNullable<Action['tariff']>): NonNullable<ActionDescriptor['pricing']> {
  const { model, unit, unitCredits } = tariff;
  const price = { model, unit, credits: unitCredits };
  if (!('parts' in tariff)) return price;
  const parts = tariff.parts.map(({ name, tariff: part, quantity }) => ({
    name,
    tariff: part.code,
    unit: part.unit,
    credits: part.unitCredits,
    quantity,
  }));
  return { ...price, parts };
}

function outputSchema(action: Action): Record<string, unknown> {
  const schema = jsonSchema(action.output);
  if (action.tariff === null || !action.resultShowsCharge) return schema;
  const shown = jsonSchema(z.object(chargeShown));
  return {
    ...schema,
    properties: { ...(schema.properties as object), ...(shown.properties as object) },
    required: [...((schema.required as string[]) ?? []), ...(shown.required as string[])],
  };
}

/** JSON Schema 2020-12 of what a caller sends or gets: members with a default may be left out. */
function jsonSchema(schema: z.ZodType): Record<string, unknown> {
  return z.toJSONSchema(schema, { io: 'input' }) as Record<string, unknown>;
}
