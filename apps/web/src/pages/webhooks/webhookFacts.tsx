import type { Webhook } from '../../api/types.ts';
import { useText } from '../../text/index.ts';
import { useFormat } from '../../ui/format.ts';
import { Notice } from '../../ui/notice.tsx';
import { Card } from '../../ui/page.tsx';
import { WebhookState } from './webhookState.tsx';

export function WebhookFacts({ webhook }: { webhook: Webhook }) {
  const { say } = useText();
  const { day } = useFormat();
  const facts = [
    [
      say('webhooks.url'),
      <bdi key="url" className="break">
        {webhook.url}
      </bdi>,
    ],
    ...(webhook.description === null
      ? []
      : [[say('webhooks.description'), <bdi key="description">{webhook.description}</bdi>] as const]),
    [say('table.state'), <WebhookState key="state" webhook={webhook} />],
    [say('webhooks.events'), webhook.events.map((event) => say(`event.${event}`)).join(', ')],
    [say('webhooks.hears'), say(`webhooks.hears.${webhook.hears}`)],
    [say('keys.made'), day(webhook.createdAt)],
  ] as const;
  return (
    <Card>
      <div className="card-body stack">
        {webhook.status === 'disabled' && <Notice kind="warning">{say('webhooks.disabledText')}</Notice>}
        {webhook.hears === 'nothing' && <Notice kind="warning">{say('webhooks.silentText')}</Notice>}
        <dl className="facts">
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Card>
  );
}
