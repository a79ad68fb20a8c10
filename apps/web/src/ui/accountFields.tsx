import type { ReactNode } from 'react';
import { useText } from '../text/index.ts';
import { TextField } from './fields.tsx';

interface AccountFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly label?: string;
  readonly help?: ReactNode;
  readonly error?: string | undefined;
  readonly autoFocus?: boolean;
}

/** The reader's own e-mail address, in a way that password managers recognize. */
export function OwnEmailField(props: AccountFieldProps) {
  const { say } = useText();
  return <TextField label={say('field.email')} type="email" autoComplete="username" {...props} />;
}

/** The password that the account has. */
export function PasswordField(props: AccountFieldProps) {
  const { say } = useText();
  return <TextField label={say('field.password')} type="password" autoComplete="current-password" {...props} />;
}

/** A password that the account is to have. */
export function NewPasswordField(props: AccountFieldProps) {
  const { say } = useText();
  const help = say('field.newPasswordHelp');
  return (
    <TextField label={say('field.newPassword')} type="password" autoComplete="new-password" help={help} {...props} />
  );
}
