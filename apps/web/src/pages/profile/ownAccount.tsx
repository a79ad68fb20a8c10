import { Download } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { queryClient, useChange, useResource } from '../../api/queries.ts';
import { useText } from '../../text/index.ts';
import { PasswordField } from '../../ui/accountFields.tsx';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Card } from '../../ui/page.tsx';

/** What is stored about the user, and the end of it. */
export function OwnAccount() {
  const { say } = useText();
  const [isOpen, setOpen] = useState(false);
  return (
    <Card title={say('account.title')}>
      <div className="card-body stack">
        <div className="row-between">
          <p className="soft">{say('account.exportText')}</p>
          <a className="button" href="/web/v1/account/data.json" download="hinterland-data.json">
            <Download size={16} aria-hidden />
            {say('account.export')}
          </a>
        </div>
        <div className="row-between">
          <p className="soft">{say('account.deleteText')}</p>
          <Button kind="danger" onPress={() => setOpen(true)}>
            {say('account.delete')}
          </Button>
        </div>
      </div>
      {isOpen && <Deletion onClose={() => setOpen(false)} />}
    </Card>
  );
}

function Deletion({ onClose }: { onClose: () => void }) {
  const { say } = useText();
  const [, go] = useLocation();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const isOn = useResource('/second-factor').data?.isOn === true;
  const end = useChange({
    method: 'POST',
    path: '/account/delete',
    changes: [],
    body: () => (isOn ? { password, code } : { password }),
  });
  return (
    <Confirm
      title={say('account.deleteTitle')}
      deed={say('account.delete')}
      isPending={end.isPending}
      isDisabled={password === '' || (isOn && code === '')}
      error={end.error}
      onConfirm={() =>
        end.mutate(undefined, {
          onSuccess: () => {
            go('/sign-in');
            queryClient.clear();
          },
        })
      }
      onClose={onClose}
    >
      <p>{say('account.deleteText')}</p>
      <PasswordField label={say('profile.currentPassword')} autoFocus value={password} onChange={setPassword} />
      {isOn && (
        <TextField
          label={say('factor.code')}
          help={say('factor.codeHelp')}
          autoComplete="one-time-code"
          value={code}
          onChange={setCode}
        />
      )}
    </Confirm>
  );
}
