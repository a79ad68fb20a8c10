import { type KeyboardEvent, useState } from 'react';
import { TextField } from './fields.tsx';

interface NameFieldProps {
  readonly label: string;
  readonly name: string;
  /** Null: the name stays. */
  readonly onEnd: (name: string | null) => Promise<void>;
}

/** A name that is being changed: Enter and leaving the field keep it, Escape does not. */
export function NameField({ label, name, onEnd }: NameFieldProps) {
  const [text, setText] = useState(name);
  const [isSent, setSent] = useState(false);
  const end = (next: string | null) => {
    if (isSent) return;
    setSent(true);
    void onEnd(next?.trim() === '' ? null : (next?.trim() ?? null)).catch(() => setSent(false));
  };
  const press = ({ key }: KeyboardEvent) => {
    if (key === 'Enter') end(text);
    else if (key === 'Escape') end(null);
  };
  return (
    <TextField
      label={label}
      autoFocus
      maxLength={255}
      value={text}
      onChange={setText}
      onKeyDown={press}
      onBlur={() => end(text)}
    />
  );
}
