import { useState } from 'react';
import { queryClient } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import { useText } from '../../text/index.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { NumberField, TextField } from '../../ui/fields.tsx';
import { Form } from '../../ui/form.tsx';

/** Orders credits; they are on the balance once the operator has confirmed the payment. */
export function NewOrderDialog({ path, onClose }: { path: string; onClose: () => void }) {
  const { say } = useText();
  const [credits, setCredits] = useState<number | null>(1000);
  const [reference, setReference] = useState('');
  return (
    <Dialog title={say('orders.new')} isOpen onClose={onClose}>
      <p className="soft">{say('orders.text')}</p>
      <Form
        submit={say('orders.make')}
        actions={<Button onPress={onClose}>{say('action.cancel')}</Button>}
        onSubmit={async () => {
          const body = { credits, reference: reference.trim() === '' ? null : reference.trim() };
          await request(path, { method: 'POST', body });
          await queryClient.invalidateQueries({ queryKey: path.split('/').filter(Boolean) });
          onClose();
        }}
      >
        {(errorOf) => (
          <>
            <NumberField
              label={say('ledger.credits')}
              minValue={1}
              value={credits}
              onChange={setCredits}
              error={errorOf('credits')}
            />
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
    </Dialog>
  );
}
