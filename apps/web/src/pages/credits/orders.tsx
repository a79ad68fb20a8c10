import { useState } from 'react';
import { useSearchParams } from 'wouter';
import type { OrganizationPath } from '../../api/address.ts';
import { useChange, useResource } from '../../api/queries.ts';
import type { Order } from '../../api/types.ts';
import { Buyers } from '../../credits/buyers.tsx';
import { useText } from '../../text/index.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Select } from '../../ui/fields.tsx';
import { useFormat } from '../../ui/format.ts';
import { Card } from '../../ui/page.tsx';
import { Empty, Loaded } from '../../ui/states.tsx';
import { type Column, NOTHING, Table } from '../../ui/table.tsx';
import { goToCheckout } from './checkout.ts';
import { NewOrderDialog, useExactPrice } from './newOrderDialog.tsx';

const KINDS = { open: 'warning', confirmed: 'good', cancelled: 'plain' } as const;

/** Orders of credits. Members with billing rights order, pay and cancel; the others read whom to ask. */
export function Orders({ path, mayOrder }: { path: OrganizationPath; mayOrder: boolean }) {
  const { say } = useText();
  const orders = useResource(`${path}/orders`);
  // A run that needs credits leads here with their number.
  const [search, setSearch] = useSearchParams();
  const needed = Number(search.get('buy') ?? 0);
  const isOrdering = mayOrder && search.has('buy');
  const close = () => setSearch((before) => without(before, 'buy'), { replace: true });
  return (
    <Card title={say('orders.title')}>
      {!mayOrder && (
        <div className="card-body">
          <Buyers path={path} />
        </div>
      )}
      <Loaded query={orders} lines={2}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty title={say('orders.none')}>{say(mayOrder ? 'orders.noneText' : 'orders.noneBilling')}</Empty>
          ) : (
            <>
              <OrderTable path={path} orders={data} mayOrder={mayOrder} />
              {mayOrder && <Export path={path} orders={data} />}
            </>
          )
        }
      </Loaded>
      {isOrdering && <NewOrderDialog path={path} needed={needed > 0 ? needed : null} onClose={close} />}
    </Card>
  );
}

function without(search: URLSearchParams, name: string): URLSearchParams {
  const rest = new URLSearchParams(search);
  rest.delete(name);
  return rest;
}

function OrderTable({
  path,
  orders,
  mayOrder,
}: {
  path: OrganizationPath;
  orders: readonly Order[];
  mayOrder: boolean;
}) {
  const { say } = useText();
  const { number, day } = useFormat();
  const exact = useExactPrice();
  const [ending, setEnding] = useState<Order | null>(null);
  const cancel = useChange({
    method: 'DELETE',
    path: (id: number) => `${path}/orders/${id}`,
    changes: [`${path}/orders`],
  });
  const columns: Column<Order>[] = [
    { id: 'made', title: say('orders.made'), nowrap: true, cell: ({ createdAt }) => day(createdAt) },
    { id: 'by', title: say('orders.by'), cell: ({ orderedBy }) => <bdi>{orderedBy.name}</bdi> },
    {
      id: 'reference',
      title: say('orders.reference'),
      cell: ({ reference }) => (reference === null ? NOTHING : <bdi>{reference}</bdi>),
    },
    {
      id: 'credits',
      title: say('ledger.credits'),
      number: true,
      cell: ({ credits, price, returnedCredits }) => (
        <>
          {number(credits)}
          {price !== null && <span className="soft small block">{exact(price)}</span>}
          {returnedCredits > 0 && (
            <span className="soft small block">{say('buying.returned', { credits: number(returnedCredits) })}</span>
          )}
        </>
      ),
    },
    {
      id: 'state',
      title: say('table.state'),
      cell: ({ id, status, invoiceNumber, hasReceipt }) => (
        <>
          <span className="badge" data-kind={KINDS[status]}>
            {say(`order.${status}`)}
          </span>
          {invoiceNumber !== null && <span className="soft small block">{invoiceNumber}</span>}
          {hasReceipt && (
            <a className="small" href={`/web/v1${path}/orders/${id}/receipt`} target="_blank" rel="noreferrer">
              {say('buying.receipt')}
            </a>
          )}
        </>
      ),
    },
    {
      id: 'actions',
      title: say('table.actions'),
      cell: ({ status, paymentUrl, ...order }) =>
        status === 'open' && (
          <span className="row">
            {paymentUrl !== null && <Button onPress={() => goToCheckout(paymentUrl)}>{say('orders.pay')}</Button>}
            {mayOrder && (
              <Button kind="quiet" onPress={() => setEnding({ status, paymentUrl, ...order })}>
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

const ALL = 'all';

/** Confirmed orders of a month, or of all, as a file for the bookkeeping. */
function Export({ path, orders }: { path: OrganizationPath; orders: readonly Order[] }) {
  const { say } = useText();
  const { month: monthName } = useFormat();
  const [month, setMonth] = useState(ALL);
  const confirmed = orders.filter(({ status }) => status === 'confirmed');
  const months = [...new Set(confirmed.map(({ endedAt }) => (endedAt ?? '').slice(0, 7)))];
  if (months.length === 0) return null;
  return (
    <div className="card-body row">
      <Select
        label={say('use.month')}
        labelHidden
        choices={[{ id: ALL, name: say('buying.allMonths') }, ...months.map((id) => ({ id, name: monthName(id) }))]}
        value={month}
        onChange={setMonth}
      />
      <a className="button" href={`/web/v1${path}/orders.csv${month === ALL ? '' : `?month=${month}`}`} download>
        {say('buying.csv')}
      </a>
    </div>
  );
}
