import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useChange, useResource } from '../../api/queries.ts';
import type { List, Order } from '../../api/types.ts';
import { useText } from '../../text/index.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { useFormat } from '../../ui/format.ts';
import { Card } from '../../ui/page.tsx';
import { Empty, Loaded } from '../../ui/states.tsx';
import { type Column, NOTHING, Table } from '../../ui/table.tsx';
import { NewOrderDialog } from './newOrderDialog.tsx';

const KINDS = { open: 'warning', confirmed: 'good', cancelled: 'plain' } as const;

/** Orders of credits. Members with billing rights order and cancel. */
export function Orders({ path, mayOrder }: { path: string; mayOrder: boolean }) {
  const { say } = useText();
  const orders = useResource<List<Order>>(path);
  const [isOrdering, setOrdering] = useState(false);
  const order = mayOrder ? (
    <Button icon={<Plus size={16} aria-hidden />} onPress={() => setOrdering(true)}>
      {say('orders.new')}
    </Button>
  ) : undefined;
  return (
    <Card title={say('orders.title')} action={order}>
      <Loaded query={orders} lines={2}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty title={say('orders.none')}>{say(mayOrder ? 'orders.noneText' : 'orders.noneBilling')}</Empty>
          ) : (
            <OrderTable path={path} orders={data} mayOrder={mayOrder} />
          )
        }
      </Loaded>
      {isOrdering && <NewOrderDialog path={path} onClose={() => setOrdering(false)} />}
    </Card>
  );
}

function OrderTable({ path, orders, mayOrder }: { path: string; orders: readonly Order[]; mayOrder: boolean }) {
  const { say } = useText();
  const { number, day } = useFormat();
  const [ending, setEnding] = useState<Order | null>(null);
  const cancel = useChange<number>({
    method: 'DELETE',
    path: (id) => `${path}/${id}`,
    changes: [path],
    body: () => undefined,
  });
  const columns: Column<Order>[] = [
    { id: 'made', title: say('orders.made'), nowrap: true, cell: ({ createdAt }) => day(createdAt) },
    { id: 'by', title: say('orders.by'), cell: ({ orderedBy }) => <bdi>{orderedBy.name}</bdi> },
    {
      id: 'reference',
      title: say('orders.reference'),
      cell: ({ reference }) => (reference === null ? NOTHING : <bdi>{reference}</bdi>),
    },
    { id: 'credits', title: say('ledger.credits'), number: true, cell: ({ credits }) => number(credits) },
    {
      id: 'state',
      title: say('table.state'),
      cell: ({ status, invoiceNumber }) => (
        <>
          <span className="badge" data-kind={KINDS[status]}>
            {say(`order.${status}`)}
          </span>
          {invoiceNumber !== null && <span className="soft small block">{invoiceNumber}</span>}
        </>
      ),
    },
    {
      id: 'actions',
      title: say('table.actions'),
      cell: (order) =>
        order.status === 'open' && (
          <span className="row">
            {order.paymentUrl !== null && (
              <a className="button" href={order.paymentUrl}>
                {say('orders.pay')}
              </a>
            )}
            {mayOrder && (
              <Button kind="quiet" onPress={() => setEnding(order)}>
                {say('orders.cancel')}
              </Button>
            )}
          </span>
        ),
    },
  ];
  return (
    <>
      <Table caption={say('orders.title')} columns={columns} rows={orders} keyOf={({ id }) => id} />
      {ending !== null && (
        <Confirm
          title={say('orders.cancelTitle', { credits: number(ending.credits) })}
          deed={say('orders.cancel')}
          isPending={cancel.isPending}
          error={cancel.error}
          onConfirm={() => cancel.mutate(ending.id, { onSuccess: () => setEnding(null) })}
          onClose={() => setEnding(null)}
        >
          <p>{say('orders.cancelText')}</p>
        </Confirm>
      )}
    </>
  );
}
