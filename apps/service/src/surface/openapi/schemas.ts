import {
  deletedWebhook,
  delivery,
  deliveryList,
  newWebhook,
  webhook,
  webhookList,
  webhookWithSecret,
} from '@hinterland/contract';
import type { z } from 'zod';
import { type Json, ref, schemaOf } from './parts.ts';

/** Names of schemas in the document. Others stand where they are used. */
export const SCHEMAS: Readonly<Record<string, z.ZodType>> = {
  Webhook: webhook,
  WebhookList: webhookList,
  WebhookWithSecret: webhookWithSecret,
  NewWebhook: newWebhook,
  Delivery: delivery,
  DeliveryList: deliveryList,
  DeletedWebhook: deletedWebhook,
};

/** A reference to a named schema, or the schema itself. */
export function schemaOrRef(type: z.ZodType): Json {
  const named = Object.entries(SCHEMAS).find(([, one]) => one === type);
  return named === undefined ? schemaOf(type) : ref(`schemas/${named[0]}`);
}
