import { LIMITS } from '@hinterland/contract/limits';
import type { ReactNode } from 'react';
import { useText } from '../text/index.ts';
import { TextField } from './fields.tsx';

/** Shortest lengths of a password that opens the account alone, and of one beside a second factor. */
export const PASSWORD_LENGTHS = {
  alone: LIMITS.passwordCharacters,
  beside: LIMITS.passwordBesideFactorCharacters,
} as const;

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

/** A password that the account is to have; `least` is its shortest length. */
export function NewPasswordField({
  least = PASSWORD_LENGTHS.alone,
  error,
  ...props
}: AccountFieldProps & { readonly least?: number }) {
  const { say } = useText();
  const isShort = [...props.value.normalize('NFKC')].length < least;
  return (
    <TextField
      label={say('field.newPassword')}
      type="password"
      autoComplete="new-password"
      help={say('field.newPasswordHelp', PASSWORD_LENGTHS)}
      {...props}
      error={error !== undefined && isShort ? say('field.newPasswordShort', { least }) : error}
    />
  );
}
