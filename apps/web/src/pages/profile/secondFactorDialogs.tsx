import { useState } from 'react';
import { queryClient } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import type { NewSecondFactor } from '../../api/types.ts';
import { useText } from '../../text/index.ts';
import { PASSWORD_LENGTHS, PasswordField } from '../../ui/accountFields.tsx';
import { Button } from '../../ui/button.tsx';
import { Code } from '../../ui/copy.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Form } from '../../ui/form.tsx';
import { QrCode } from '../../ui/qrCode.tsx';
import { SecretOnce } from '../../ui/secretOnce.tsx';

interface DialogProps {
  readonly onClose: () => void;
}

/** Turning the second factor on or off renews the session. */
const changed = () =>
  Promise.all(
    ['second-factor', 'sessions', 'session'].map((key) => queryClient.invalidateQueries({ queryKey: [key] })),
  );

/** Password, then the picture and the first code, then the recovery codes. */
export function SetUpDialog({ onClose }: DialogProps) {
  const { say } = useText();
  const [factor, setFactor] = useState<NewSecondFactor | null>(null);
  const [isOn, setOn] = useState(false);
  return (
    <Dialog title={say('factor.title')} isOpen onClose={onClose} stays={factor !== null}>
      {factor === null ? (
        <PasswordForm
          text={say('factor.beginText')}
          submit={say('factor.begin')}
          onCancel={onClose}
          send={async (password) => setFactor(await request('/second-factor', { method: 'POST', body: { password } }))}
        />
      ) : isOn ? (
        <RecoveryCodes codes={factor.recoveryCodes} onStored={onClose} />
      ) : (
        <FirstCode uri={factor.uri} onCancel={onClose} onConfirmed={() => setOn(true)} />
      )}
    </Dialog>
  );
}

function FirstCode({ uri, onCancel, onConfirmed }: { uri: string; onCancel: () => void; onConfirmed: () => void }) {
  const { say } = useText();
  const [code, setCode] = useState('');
  return (
    <Form
      submit={say('factor.confirm')}
      actions={<Button onPress={onCancel}>{say('action.cancel')}</Button>}
      onSubmit={async () => {
        await request('/second-factor/confirm', { method: 'POST', body: { code } });
        await changed();
        onConfirmed();
      }}
    >
      {(errorOf) => (
        <>
          <p>{say('factor.scan')}</p>
          <QrCode text={uri} label={say('factor.qr')} />
          <Code>{new URL(uri).searchParams.get('secret') ?? ''}</Code>
          <TextField
            label={say('factor.code')}
            help={say('factor.sixDigits')}
            autoComplete="one-time-code"
            inputMode="numeric"
            value={code}
            onChange={setCode}
            error={errorOf('code')}
          />
        </>
      )}
    </Form>
  );
}

/** New recovery codes in place of those before. */
export function RenewDialog({ onClose }: DialogProps) {
  const { say } = useText();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  return (
    <Dialog title={say('factor.renew')} isOpen onClose={onClose} stays={codes !== null}>
      {codes === null ? (
        <PasswordForm
          submit={say('factor.renew')}
          onCancel={onClose}
          withCode
          send={async (password, code) => {
            const renewed = await request('/second-factor/recovery-codes', {
              method: 'POST',
              body: { password, code },
            });
            await changed();
            setCodes(renewed.recoveryCodes);
          }}
        />
      ) : (
        <RecoveryCodes codes={codes} onStored={onClose} />
      )}
    </Dialog>
  );
}

export function RemoveDialog({ onClose }: DialogProps) {
  const { say } = useText();
  return (
    <Dialog title={say('factor.remove')} isOpen onClose={onClose}>
      <PasswordForm
        text={say('factor.removeText', PASSWORD_LENGTHS)}
        submit={say('factor.remove')}
        onCancel={onClose}
        withCode
        send={async (password, code) => {
          await request('/second-factor/remove', { method: 'POST', body: { password, code } });
          await changed();
          onClose();
        }}
      />
    </Dialog>
  );
}

function RecoveryCodes({ codes, onStored }: { codes: readonly string[]; onStored: () => void }) {
  const { say } = useText();
  return (
    <SecretOnce
      secret={codes.join('\n')}
      copy={say('factor.copyCodes')}
      warning={say('factor.recovery')}
      stored={say('keys.stored')}
      onStored={onStored}
    />
  );
}

interface PasswordFormProps {
  readonly text?: string;
  readonly submit: string;
  readonly onCancel: () => void;
  /** Asks for a code of the second factor, too. */
  readonly withCode?: boolean;
  readonly send: (password: string, code: string) => Promise<void>;
}

function PasswordForm({ text, submit, onCancel, withCode = false, send }: PasswordFormProps) {
  const { say } = useText();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  return (
    <Form
      submit={submit}
      actions={<Button onPress={onCancel}>{say('action.cancel')}</Button>}
      onSubmit={() => send(password, code)}
    >
      {(errorOf) => (
        <>
          {text !== undefined && <p>{text}</p>}
          <PasswordField
            label={say('profile.currentPassword')}
            autoFocus
            value={password}
            onChange={setPassword}
            error={errorOf('password')}
          />
          {withCode && (
            <TextField
              label={say('factor.code')}
              help={say('factor.codeHelp')}
              autoComplete="one-time-code"
              value={code}
              onChange={setCode}
              error={errorOf('code')}
            />
          )}
        </>
      )}
    </Form>
  );
}
