import { useEffect, useState } from 'react';
import type { OrganizationPath } from '../../api/address.ts';
import { queryClient, useResource } from '../../api/queries.ts';
import { useText } from '../../text/index.ts';
import { useFormat } from '../../ui/format.ts';
import { Notice } from '../../ui/notice.tsx';

interface OrderStateProps {
  readonly path: OrganizationPath;
  /** The order whose buyer comes back from its payment; null for none. */
  readonly orderId: number | null;
}

/** What has become of the order that is looked at, or waited for, and what to do: on top of the page, followed until it ends. */
export function OrderState({ path, orderId }: OrderStateProps) {
  const { say } = useText();
  const { number } = useFormat();
  const [waited, waitFor] = useState(orderId);
  const orders = useResource(`${path}/orders`, {
    everySeconds: 2,
    while: ({ data }) => data.some(({ status }) => status === 'open'),
  });
  const open = orders.data?.data.find(({ status }) => status === 'open');
  const order = orders.data?.data.find(({ id }) => id === (waited ?? open?.id));
  // What was waited for is shown when it has ended, too.
  if (waited === null && open !== undefined) waitFor(open.id);
  const status = order?.status;
  useEffect(() => {
    if (status !== 'confirmed') return;
    void queryClient.invalidateQueries({ queryKey: [...path.split('/').filter(Boolean), 'credits'] });
  }, [status, path]);
  if (order === undefined) return <div role="status" />;
  const kind = ({ open: 'info', confirmed: 'good', cancelled: 'warning' } as const)[order.status];
  const credits = number(order.credits);
  return (
    <div role="status" data-order={order.status}>
      <Notice kind={kind}>
        {order.status === 'open' && order.paymentUrl === null
          ? say('buying.order.invoiced', { no: order.id, credits })
          : say(`buying.order.${order.status}`, { credits })}
      </Notice>
    </div>
  );
}
