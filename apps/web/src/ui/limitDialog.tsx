import { useState } from 'react';
import type { OrganizationPath } from '../api/address.ts';
import { queryClient } from '../api/queries.ts';
import { request } from '../api/request.ts';
import { useText } from '../text/index.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Form } from './form.tsx';
import { NumberField } from './numberField.tsx';

interface LimitDialogProps {
  readonly title: string;
  /** Path of the limit, and of the list that shows it. */
  readonly path: `${OrganizationPath}/${'members' | 'teams' | 'keys'}/${number}/limit`;
  readonly listPath: string;
  readonly present: number | null;
  readonly onClose: () => void;
}

/** Sets how many credits a month a member, team or key may spend. */
export function LimitDialog({ title, path, listPath, present, onClose }: LimitDialogProps) {
  const { say } = useText();
  const [monthlyLimit, setLimit] = useState(present);
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <Form
        submit={say('action.save')}
        actions={<Button onPress={onClose}>{say('action.cancel')}</Button>}
        onSubmit={async () => {
          await request(path, { method: 'PUT', body: { monthlyLimit } });
          await queryClient.invalidateQueries({ queryKey: listPath.split('/').filter(Boolean) });
          onClose();
        }}
      >
        {(errorOf) => (
          <NumberField
            label={say('limit.field')}
            help={say('limit.help')}
            placeholder={say('limit.none')}
            minValue={0}
            value={monthlyLimit}
            onChange={setLimit}
            error={errorOf('monthlyLimit')}
          />
        )}
      </Form>
    </Dialog>
  );
}
