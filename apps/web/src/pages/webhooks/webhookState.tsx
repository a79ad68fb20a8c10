import type { Webhook } from '../../api/types.ts';
import { useText } from '../../text/index.ts';
import { useFormat } from '../../ui/format.ts';

/** Whether events are sent to a webhook, and whether they arrive. */
export function WebhookState({ webhook: { status, hears, consecutiveFailures, disabledAt } }: { webhook: Webhook }) {
  const { say } = useText();
  const { day } = useFormat();
  if (status === 'disabled')
    return (
      <span className="badge" data-kind="error">
        {disabledAt === null ? say('webhooks.disabled') : say('webhooks.disabledSince', { day: day(disabledAt) })}
      </span>
    );
  if (hears === 'nothing')
    return (
      <span className="badge" data-kind="warning">
        {say('webhooks.silent')}
      </span>
    );
  if (consecutiveFailures > 0)
    return (
      <span className="badge" data-kind="warning">
        {say('webhooks.failing', { count: consecutiveFailures })}
      </span>
    );
  return (
    <span className="badge" data-kind="good">
      {say('webhooks.active')}
    </span>
  );
}
