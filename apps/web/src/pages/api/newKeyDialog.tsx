import { useState } from 'react';
import type { OrganizationPath } from '../../api/address.ts';
import { queryClient } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import type { Scope } from '../../api/types.ts';
import { useText } from '../../text/index.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox, TextField } from '../../ui/fields.tsx';
import { Form } from '../../ui/form.tsx';
import { NumberField } from '../../ui/numberField.tsx';
import { SecretDialog } from '../../ui/secretDialog.tsx';
import { SecretOnce } from '../../ui/secretOnce.tsx';
import { FirstCall } from './firstCall.tsx';

interface NewKeyDialogProps {
  readonly path: `${OrganizationPath}/keys`;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Makes a key, then shows its secret: the only time that it is shown. */
export function NewKeyDialog({ path, isOpen, onClose }: NewKeyDialogProps) {
  const { say } = useText();
  return (
    <SecretDialog
      titles={[say('keys.new'), say('keys.ready')]}
      isOpen={isOpen}
      onClose={onClose}
      form={(onMade, onCancel) => <NewKeyForm path={path} onMade={onMade} onCancel={onCancel} />}
      secret={(secret, onStored) => (
        <SecretOnce
          secret={secret}
          copy={say('keys.copySecret')}
          warning={say('keys.secretOnce')}
          stored={say('keys.stored')}
          onStored={onStored}
        >
          <FirstCall secret={secret} />
        </SecretOnce>
      )}
    />
  );
}

function NewKeyForm({
  path,
  onMade,
  onCancel,
}: {
  path: `${OrganizationPath}/keys`;
  onMade: (secret: string) => void;
  onCancel: () => void;
}) {
  const { say } = useText();
  const [name, setName] = useState('');
  const [run, setRun] = useState(true);
  const [manage, setManage] = useState(false);
  const [monthlyCap, setMonthlyCap] = useState<number | null>(null);
  const [lastDay, setLastDay] = useState('');
  const [networks, setNetworks] = useState('');
  const scopes: Scope[] = ['read', ...(run ? (['run'] as const) : []), ...(manage ? (['manage'] as const) : [])];
  return (
    <Form
      submit={say('keys.make')}
      actions={<Button onPress={onCancel}>{say('action.cancel')}</Button>}
      onSubmit={async () => {
        const { secret } = await request(path, {
          method: 'POST',
          body: {
            name,
            scopes,
            monthlyCap,
            expiresAt: lastDay === '' ? null : endOf(lastDay),
            networks: networks.split(/[\s,]+/).filter(Boolean),
          },
        });
        await queryClient.invalidateQueries({ queryKey: path.split('/').filter(Boolean) });
        onMade(secret);
      }}
    >
      {(errorOf) => (
        <>
          <TextField
            label={say('keys.name')}
            help={say('keys.nameHelp')}
            autoFocus
            value={name}
            onChange={setName}
            error={errorOf('name')}
          />
          <fieldset className="fieldset field">
            <legend className="label">{say('keys.scopes')}</legend>
            <div className="stack-tight">
              <Checkbox isSelected isDisabled onChange={() => {}} help={say('scope.readHelp')}>
                {say('scope.read')}
              </Checkbox>
              <Checkbox isSelected={run} onChange={setRun} help={say('scope.runHelp')}>
                {say('scope.run')}
              </Checkbox>
              <Checkbox isSelected={manage} onChange={setManage} help={say('scope.manageHelp')}>
                {say('scope.manage')}
              </Checkbox>
            </div>
          </fieldset>
          <NumberField
            label={say('keys.cap')}
            help={say('keys.capHelp')}
            placeholder={say('keys.capNone')}
            minValue={0}
            value={monthlyCap}
            onChange={setMonthlyCap}
            error={errorOf('monthlyCap')}
          />
          <TextField
            label={say('keys.expires')}
            help={say('keys.expiresHelp')}
            type="date"
            value={lastDay}
            onChange={setLastDay}
            error={errorOf('expiresAt')}
          />
          <TextField
            label={say('keys.networks')}
            help={say('keys.networksHelp')}
            value={networks}
            onChange={setNetworks}
            error={[...Array(20).keys()].map((i) => errorOf(`networks/${i}`)).find(Boolean) ?? errorOf('networks')}
          />
        </>
      )}
    </Form>
  );
}

/** The end of a day of the reader's calendar, as an instant. */
const endOf = (day: string): string => new Date(`${day}T23:59:59`).toISOString();
