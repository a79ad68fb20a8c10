import type { ReactNode } from 'react';
import { useText } from '../text/index.ts';
import { Button } from './button.tsx';
import { Dialog, DialogActions } from './dialog.tsx';
import { ErrorNotice } from './notice.tsx';

interface ConfirmProps {
  readonly title: string;
  readonly children: ReactNode;
  /** Name of the button that does it. */
  readonly deed: string;
  readonly isPending: boolean;
  readonly error: unknown;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  readonly isDisabled?: boolean;
}

/** Asks once before something that cannot be undone. */
export function Confirm({
  title,
  children,
  deed,
  isPending,
  error,
  onConfirm,
  onClose,
  isDisabled = false,
}: ConfirmProps) {
  const { say } = useText();
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      {children}
      <ErrorNotice error={error} />
      <DialogActions>
        <Button onPress={onClose}>{say('action.cancel')}</Button>
        <Button kind="danger" isPending={isPending} isDisabled={isDisabled} onPress={onConfirm}>
          {deed}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
