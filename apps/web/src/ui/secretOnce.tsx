import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { CopyButton } from './copy.tsx';
import { DialogActions } from './dialog.tsx';
import { Notice } from './notice.tsx';

interface SecretOnceProps {
  readonly secret: string;
  readonly warning: string;
  /** Name of the button that copies it. */
  readonly copy: string;
  /** Name of the button that ends the dialog. */
  readonly stored: string;
  readonly onStored: () => void;
  /** What can be done with it now. */
  readonly children?: ReactNode;
}

/** Shows a secret the only time that it is shown. */
export function SecretOnce({ secret, warning, copy, stored, onStored, children }: SecretOnceProps) {
  return (
    <div className="stack">
      <Notice kind="warning">{warning}</Notice>
      <div className="code">
        <pre data-secret>{secret}</pre>
        <CopyButton text={secret} label={copy} />
      </div>
      {children}
      <DialogActions>
        <Button kind="primary" onPress={onStored}>
          {stored}
        </Button>
      </DialogActions>
    </div>
  );
}
