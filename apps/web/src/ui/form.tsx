import { type FormEvent, type ReactNode, useState } from 'react';
import { Problem } from '../api/request.ts';
import { Button } from './button.tsx';
import { ErrorNotice } from './notice.tsx';

interface FormProps {
  readonly submit: string;
  readonly onSubmit: () => Promise<void>;
  readonly children: (errorOf: (field: string) => string | undefined) => ReactNode;
  readonly actions?: ReactNode;
  /** Plain where the one primary button of its view stands elsewhere. */
  readonly kind?: 'primary' | 'plain';
}

/** A form that sends once, shows the fault of a field at the field, and keeps what was typed when it fails. */
export function Form({ submit, onSubmit, children, actions, kind = 'primary' }: FormProps) {
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setError(null);
    try {
      await onSubmit();
    } catch (thrown) {
      setError(thrown);
    } finally {
      setBusy(false);
    }
  };
  const fields = error instanceof Problem ? error.fields : [];
  const errorOf = (field: string) => fields.find(({ pointer }) => pointer === `#/${field}`)?.detail;
  return (
    <form className="stack" onSubmit={(event) => void send(event)} noValidate>
      {children(errorOf)}
      {fields.length === 0 && <ErrorNotice error={error} />}
      <div className="dialog-actions">
        {actions}
        <Button type="submit" kind={kind} isPending={busy}>
          {submit}
        </Button>
      </div>
    </form>
  );
}
