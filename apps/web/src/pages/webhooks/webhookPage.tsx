import { ArrowLeft } from 'lucide-react';
import { Link, useParams } from 'wouter';
import { useResource } from '../../api/queries.ts';
import type { Session } from '../../api/types.ts';
import { useText } from '../../text/index.ts';
import { Card, Page } from '../../ui/page.tsx';
import { Empty, Loaded } from '../../ui/states.tsx';
import { Deliveries } from './deliveries.tsx';
import { WebhookDeeds } from './webhookDeeds.tsx';
import { WebhookFacts } from './webhookFacts.tsx';

/** One endpoint: its state and its last deliveries. */
export default function WebhookPage({ session }: { session: Session }) {
  const { say } = useText();
  const { id } = useParams<{ id: string }>();
  const path = `/organizations/${session.activeOrganization?.organization.id ?? 0}/webhooks` as const;
  const webhooks = useResource(path);
  if (session.activeOrganization === null) return null;
  const webhook = webhooks.data?.data.find((one) => String(one.id) === id);
  return (
    <Page
      title={say('webhooks.one')}
      lead={
        <Link href="/account/webhooks" className="row">
          <ArrowLeft size={14} aria-hidden /> {say('webhooks.all')}
        </Link>
      }
      action={webhook !== undefined && <WebhookDeeds path={path} webhook={webhook} />}
    >
      <Loaded query={webhooks}>
        {() =>
          webhook === undefined ? (
            <Card>
              <Empty title={say('webhooks.gone')}>{say('webhooks.goneText')}</Empty>
            </Card>
          ) : (
            <>
              <WebhookFacts webhook={webhook} />
              <Deliveries path={`${path}/${webhook.id}/deliveries`} />
            </>
          )
        }
      </Loaded>
    </Page>
  );
}
