import { useState } from 'react';
import type { OrganizationPath } from '../../api/address.ts';
import { queryClient, useResource } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import type { Offer, Price } from '../../api/types.ts';
import { useText } from '../../text/index.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Form } from '../../ui/form.tsx';
import { useFormat } from '../../ui/format.ts';
import { NumberField } from '../../ui/numberField.tsx';
import { Segments } from '../../ui/segments.tsx';
import { Loaded } from '../../ui/states.tsx';
import { goToCheckout } from './checkout.ts';

interface NewOrderDialogProps {
  /** Of the organization. */
  readonly path: OrganizationPath;
  /** Credits that are missing for a run; null for none. */
  readonly needed: number | null;
  readonly onClose: () => void;
}

/** Orders credits: paid on the provider's page, or confirmed by the operator. */
export function NewOrderDialog({ path, needed, onClose }: NewOrderDialogProps) {
  const { say } = useText();
  const offer = useResource(`${path}/offer`);
  return (
    <Dialog title={say('buying.buy')} isOpen onClose={onClose}>
      <Loaded query={offer} lines={3}>
        {(data) => <OrderForm path={path} offer={data} needed={needed} onClose={onClose} />}
      </Loaded>
    </Dialog>
  );
}

const OTHER = 'other';

function OrderForm({ path, offer: { paysOnline, list }, needed, onClose }: NewOrderDialogProps & { offer: Offer }) {
  const { say } = useText();
  const { number } = useFormat();
  const fitting = list?.packs.find(({ credits }) => credits >= (needed ?? 0));
  const [pack, setPack] = useState(list === null || fitting === undefined ? OTHER : String(fitting.credits));
  const [other, setOther] = useState<number | null>(Math.max(needed ?? 1000, list?.minimumCredits ?? 1));
  const [reference, setReference] = useState('');
  const credits = pack === OTHER ? other : Number(pack);
  return (
    <>
      <p className="soft">{say(paysOnline ? 'buying.online' : 'orders.text')}</p>
      <Form
        submit={say(paysOnline ? 'buying.pay' : 'orders.make')}
        actions={<Button onPress={onClose}>{say('action.cancel')}</Button>}
        onSubmit={async () => {
          const body = { credits: credits ?? 0, reference: reference.trim() === '' ? null : reference.trim() };
          const { paymentUrl } = await request(`${path}/orders`, { method: 'POST', body });
          if (paymentUrl !== null) return goToCheckout(paymentUrl);
          await queryClient.invalidateQueries({ queryKey: `${path}/orders`.split('/').filter(Boolean) });
          onClose();
        }}
      >
        {(errorOf) => (
          <>
            {list !== null && (
              <Segments
                label={say('ledger.credits')}
                choices={[
                  ...list.packs.map((one) => ({ id: String(one.credits), name: number(one.credits) })),
                  { id: OTHER, name: say('buying.other') },
                ]}
                value={pack}
                onChange={setPack}
              />
            )}
            {pack === OTHER && (
              <NumberField
                label={say('ledger.credits')}
                minValue={list?.minimumCredits ?? 1}
                {...(list === null ? {} : { help: say('buying.minimum', { credits: number(list.minimumCredits) }) })}
                value={other}
                onChange={setOther}
                error={errorOf('credits')}
              />
            )}
            {list !== null && <ShownPrice path={path} tax={list.tax} credits={credits} />}
            <TextField
              label={say('orders.reference')}
              help={say('orders.referenceHelp')}
              value={reference}
              onChange={setReference}
              error={errorOf('reference')}
            />
          </>
        )}
      </Form>
    </>
  );
}

/** The price of so many credits, as the service says it. */
function ShownPrice({
  path,
  tax,
  credits,
}: {
  path: OrganizationPath;
  tax: NonNullable<Offer['list']>['tax'];
  credits: number | null;
}) {
  const { say } = useText();
  const exact = useExactPrice();
  const { data } = useResource(`${path}/offer?credits=${credits ?? 1}`, undefined, credits !== null);
  const asked = data?.list?.asked;
  return (
    <p aria-live="polite" data-price={asked?.price.amount}>
      {asked?.credits === credits && asked != null ? <strong>{exact(asked.price)}</strong> : '\u00a0'}
      {tax !== 'none' && <span className="soft small block">{say(`buying.tax.${tax}`)}</span>}
    </p>
  );
}

/** Prices with their hundredths. */
export function useExactPrice(): (price: Price) => string {
  const { language } = useText();
  return ({ amount, currency }) => new Intl.NumberFormat(language, { style: 'currency', currency }).format(amount);
}
