import { type ReactNode, useState } from 'react';
import { Dialog } from './dialog.tsx';

interface SecretDialogProps {
  /** Titles while it is asked for, and when it is made. */
  readonly titles: readonly [string, string];
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly form: (onMade: (secret: string) => void, onCancel: () => void) => ReactNode;
  readonly secret: (secret: string, onStored: () => void) => ReactNode;
}

/** Makes something that has a secret, then shows that: it stays until the reader has stored it. */
export function SecretDialog({ titles, isOpen, onClose, form, secret }: SecretDialogProps) {
  const [made, setMade] = useState<string | null>(null);
  const close = () => {
    setMade(null);
    onClose();
  };
  return (
    <Dialog title={titles[made === null ? 0 : 1]} isOpen={isOpen} onClose={close} stays={made !== null}>
      {made === null ? form(setMade, close) : secret(made, close)}
    </Dialog>
  );
}
