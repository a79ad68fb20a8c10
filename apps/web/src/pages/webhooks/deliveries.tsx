import { Inbox } from 'lucide-react';
import { useState } from 'react';
import type { OrganizationPath } from '../../api/address.ts';
import { useResource } from '../../api/queries.ts';
import type { Delivery } from '../../api/types.ts';
import { useText } from '../../text/index.ts';
import { Button } from '../../ui/button.tsx';
import { useFormat } from '../../ui/format.ts';
import { Card } from '../../ui/page.tsx';
import { Empty, Loaded } from '../../ui/states.tsx';
import { type Column, NOTHING, Table } from '../../ui/table.tsx';
import { DeliveryDialog, DeliveryState, outcomeOf } from './delivery.tsx';

const POLL_SECONDS = 3;

/** The last deliveries of a webhook, polled while one has attempts to come. */
export function Deliveries({ path }: { path: `${OrganizationPath}/webhooks/${number}/deliveries` }) {
  const { say } = useText();
  const { number, moment } = useFormat();
  const [open, setOpen] = useState<number | null>(null);
  const deliveries = useResource(path, {
    everySeconds: POLL_SECONDS,
    while: ({ data }) => data.some(({ nextAttemptAt }) => nextAttemptAt !== null),
  });
  const columns: Column<Delivery>[] = [
    {
      id: 'event',
      title: say('deliveries.event'),
      cell: ({ event, eventId }) => (
        <>
          <strong>{say(`event.${event}`)}</strong>
          <code className="soft block">{eventId}</code>
        </>
      ),
    },
    { id: 'state', title: say('table.state'), cell: (delivery) => <DeliveryState delivery={delivery} /> },
    { id: 'outcome', title: say('deliveries.outcome'), cell: (delivery) => outcomeOf(delivery) ?? NOTHING },
    { id: 'attempts', title: say('deliveries.attempts'), number: true, cell: ({ attempts }) => number(attempts) },
    { id: 'time', title: say('deliveries.time'), nowrap: true, cell: ({ createdAt }) => moment(createdAt) },
    {
      id: 'actions',
      title: say('table.actions'),
      cell: ({ id, eventId }) => (
        <Button kind="quiet" aria-label={say('deliveries.openOf', { event: eventId })} onPress={() => setOpen(id)}>
          {say('deliveries.open')}
        </Button>
      ),
    },
  ];
  return (
    <Card title={say('deliveries.title')}>
      <Loaded query={deliveries}>
        {({ data }) => {
          const opened = data.find(({ id }) => id === open);
          return data.length === 0 ? (
            <Empty icon={<Inbox size={28} aria-hidden />} title={say('deliveries.none')}>
              {say('deliveries.noneText')}
            </Empty>
          ) : (
            <>
              <Table caption={say('deliveries.title')} columns={columns} rows={data} keyOf={({ id }) => id} />
              {opened !== undefined && <DeliveryDialog delivery={opened} onClose={() => setOpen(null)} />}
            </>
          );
        }}
      </Loaded>
    </Card>
  );
}
