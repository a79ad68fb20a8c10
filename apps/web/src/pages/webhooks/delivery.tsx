import type { Delivery } from '../../api/types.ts';
import { useText } from '../../text/index.ts';
import { Button } from '../../ui/button.tsx';
import { Code } from '../../ui/copy.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { useFormat } from '../../ui/format.ts';

const KINDS = { delivered: 'good', failed: 'error', retry_scheduled: 'warning', pending: 'plain' } as const;

export function DeliveryState({ delivery: { status, nextAttemptAt } }: { delivery: Delivery }) {
  const { say } = useText();
  const { ago } = useFormat();
  return (
    <>
      <span className="badge" data-kind={KINDS[status]} data-delivery={status}>
        {say(`delivery.${status}`)}
      </span>
      {status === 'retry_scheduled' && nextAttemptAt !== null && (
        <span className="soft small block">{say('deliveries.next', { time: ago(nextAttemptAt, Date.now()) })}</span>
      )}
    </>
  );
}

/** Answer of the receiver to the last attempt, or why there was none. Null before the first attempt. */
export const outcomeOf = ({ responseCode, error }: Delivery): string | null =>
  responseCode === null ? error : `HTTP ${responseCode}`;

/** A delivery with the event as it is sent. */
export function DeliveryDialog({ delivery, onClose }: { delivery: Delivery; onClose: () => void }) {
  const { say } = useText();
  const { number, moment } = useFormat();
  const facts = [
    [say('deliveries.time'), moment(delivery.createdAt)],
    [say('deliveries.attempts'), number(delivery.attempts)],
    [say('deliveries.last'), delivery.lastAttemptAt === null ? '–' : moment(delivery.lastAttemptAt)],
    [say('deliveries.outcome'), outcomeOf(delivery) ?? '–'],
    ...(delivery.nextAttemptAt === null
      ? []
      : [[say('deliveries.nextAttempt'), moment(delivery.nextAttemptAt)] as const]),
  ] as const;
  return (
    <Dialog title={say(`event.${delivery.event}`)} isOpen onClose={onClose}>
      <div>
        <DeliveryState delivery={delivery} />
      </div>
      <dl className="facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div className="stack-tight">
        <h3>{say('deliveries.payload')}</h3>
        <Code>{JSON.stringify(delivery.payload, null, 2)}</Code>
      </div>
      <DialogActions>
        <Button onPress={onClose}>{say('action.close')}</Button>
      </DialogActions>
    </Dialog>
  );
}
