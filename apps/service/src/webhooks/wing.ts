import { LIMITS } from '@hinterland/contract';
import type { Kit } from '../kit/kit.ts';
import { makeDeliver } from './deliver.ts';
import { resolveHost } from './resolve.ts';
import { makeSender, type SenderSettings } from './send.ts';
import { openWebhookSender } from './sender.ts';
import { makeWebhooks } from './service.ts';
import { makeTargets, type TargetSettings } from './targets.ts';

/** Network of the webhook sender. */
export type WebhookWays = Partial<
  Pick<SenderSettings, 'ca' | 'connect' | 'timeoutMilliseconds' | 'bodyMilliseconds'> & Pick<TargetSettings, 'resolve'>
>;

export interface WebhookWingSettings {
  readonly allowedNetworks: readonly string[];
  readonly allowedPorts: readonly number[];
  readonly ways: WebhookWays;
  readonly everyMilliseconds: number;
}

/** Endpoints and what is delivered to them. */
export function openWebhooks(
  kit: Kit,
  { allowedNetworks, allowedPorts, ways, everyMilliseconds }: WebhookWingSettings,
) {
  const { resolve = resolveHost, ...connection } = ways;
  const targets = makeTargets({ resolve, allowedNetworks, allowedPorts, baseUrl: kit.baseUrl });
  const timeoutMilliseconds = LIMITS.deliveryTimeoutSeconds * 1000;
  const deliver = makeDeliver({ ...kit, send: makeSender({ targets, timeoutMilliseconds, ...connection }) });
  return {
    webhooks: makeWebhooks({ ...kit, targets, deliver }),
    loops: [openWebhookSender({ ...kit, deliver, everyMilliseconds })],
  };
}
