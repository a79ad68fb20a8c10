import { Plus, Webhook as WebhookIcon } from 'lucide-react';
import { Link } from 'wouter';
import { useResource } from '../../api/queries.ts';
import type { Session, Webhook } from '../../api/types.ts';
import { useText } from '../../text/index.ts';
import { Button } from '../../ui/button.tsx';
import { useFormat } from '../../ui/format.ts';
import { Card, Page } from '../../ui/page.tsx';
import { Empty, Loaded } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { useOpening } from '../../ui/useOpening.ts';
import { NewWebhookDialog } from './newWebhookDialog.tsx';
import { WebhookAccess } from './webhookAccess.tsx';
import { WebhookState } from './webhookState.tsx';

/** Endpoints of the organization that events are delivered to. */
export default function WebhooksPage({ session }: { session: Session }) {
  const { say } = useText();
  const { isOpen, open, close } = useOpening('webhook');
  const path = `/organizations/${session.activeOrganization?.organization.id ?? 0}/webhooks` as const;
  const webhooks = useResource(path);
  const place = session.activeOrganization;
  if (place === null) return null;
  const make = webhooks.data !== undefined && (
    <Button kind="primary" icon={<Plus size={16} aria-hidden />} onPress={open}>
      {say('webhooks.new')}
    </Button>
  );
  return (
    <Page title={say('webhooks.title')} lead={say('webhooks.lead')} action={make}>
      <Card>
        <Loaded query={webhooks}>
          {({ data }) =>
            data.length === 0 ? (
              <Empty icon={<WebhookIcon size={28} aria-hidden />} title={say('webhooks.none')} action={make}>
                {say('webhooks.noneText')}
              </Empty>
            ) : (
              <WebhookTable webhooks={data} />
            )
          }
        </Loaded>
      </Card>
      {place.role === 'owner' && <WebhookAccess place={place} />}
      <p className="soft small">
        <a href="/developers/webhooks">{say('webhooks.guide')}</a>
      </p>
      <NewWebhookDialog
        path={path}
        events={webhooks.data?.availableEvents ?? []}
        isOpen={isOpen && webhooks.data !== undefined}
        onClose={close}
      />
    </Page>
  );
}

function WebhookTable({ webhooks }: { webhooks: readonly Webhook[] }) {
  const { say } = useText();
  const { day } = useFormat();
  const columns: Column<Webhook>[] = [
    {
      id: 'url',
      title: say('webhooks.url'),
      cell: ({ id, url, description }) => (
        <>
          <Link href={`/account/webhooks/${id}`} className="strong break">
            <bdi>{url}</bdi>
          </Link>
          {description !== null && <bdi className="soft block">{description}</bdi>}
        </>
      ),
    },
    {
      id: 'events',
      title: say('webhooks.events'),
      cell: ({ events }) => events.map((event) => say(`event.${event}`)).join(', '),
    },
    { id: 'state', title: say('table.state'), cell: (webhook) => <WebhookState webhook={webhook} /> },
    { id: 'made', title: say('keys.made'), nowrap: true, cell: ({ createdAt }) => day(createdAt) },
  ];
  return <Table caption={say('webhooks.title')} columns={columns} rows={webhooks} keyOf={({ id }) => id} />;
}
