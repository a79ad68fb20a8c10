import { useEffect } from 'react';
import { useLocation } from 'wouter';
import type { OrganizationPath } from '../../api/address.ts';
import { keepRun, pendingRun } from '../../api/pendingRun.ts';
import { queryClient, useResource } from '../../api/queries.ts';
import type { List, Order } from '../../api/types.ts';
import { useText } from '../../text/index.ts';
import { Button } from '../../ui/button.tsx';
import { useFormat } from '../../ui/format.ts';
import { Notice } from '../../ui/notice.tsx';

/** What became of an order whose buyer comes back from its payment, and the way back to the run that needs it. */
export function Returned({ path, orderId }: { path: OrganizationPath; orderId: number }) {
  const { say } = useText();
  const { number } = useFormat();
  const find = ({ data }: List<Order>) => data.find(({ id }) => id === orderId);
  const orders = useResource(`${path}/orders`, {
    everySeconds: 2,
    while: (list) => find(list)?.status === 'open',
  });
  const order = orders.data === undefined ? undefined : find(orders.data);
  const status = order?.status;
  useEffect(() => {
    if (status !== 'confirmed') return;
    void queryClient.invalidateQueries({ queryKey: [...path.split('/').filter(Boolean), 'credits'] });
  }, [status, path]);
  if (order === undefined) return null;
  const kind = ({ open: 'info', confirmed: 'good', cancelled: 'warning' } as const)[order.status];
  return (
    <div role="status" data-order={order.status}>
      <Notice kind={kind}>
        <div className="stack-tight">
          <p>{say(`buying.order.${order.status}`, { credits: number(order.credits) })}</p>
          {order.status === 'confirmed' && <GoOn />}
        </div>
      </Notice>
    </div>
  );
}

/** Leads back to the run that was refused, which goes on as it was asked. */
function GoOn() {
  const { say } = useText();
  const { number } = useFormat();
  const [, go] = useLocation();
  const run = pendingRun();
  if (run === null) return null;
  return (
    <p>
      <Button
        kind="primary"
        onPress={() => {
          keepRun({ ...run, goesOn: true });
          go(run.address);
        }}
      >
        {say('buying.goOn', { credits: number(run.quotedCredits) })}
      </Button>
    </p>
  );
}
