import { useState } from 'react';
import type { OrganizationPath } from '../../api/address.ts';
import { useChange } from '../../api/queries.ts';
import type { ApiKey } from '../../api/types.ts';
import { useText } from '../../text/index.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { SecretOnce } from '../../ui/secretOnce.tsx';

interface KeyDialogProps {
  readonly path: `${OrganizationPath}/keys`;
  readonly apiKey: ApiKey;
  readonly onClose: () => void;
}

/** Lists that show the key: those of the member and those of all. */
const listsOf = (path: `${OrganizationPath}/keys`) => [path, `${path}?of=all`];

export function RevokeDialog({ path, apiKey, onClose }: KeyDialogProps) {
  const { say } = useText();
  const revoke = useChange({ method: 'DELETE', path: `${path}/${apiKey.id}`, changes: listsOf(path) });
  return (
    <Confirm
      title={say('keys.revokeTitle', { name: apiKey.name })}
      deed={say('keys.revoke')}
      isPending={revoke.isPending}
      error={revoke.error}
      onConfirm={() => revoke.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>{say('keys.revokeText')}</p>
    </Confirm>
  );
}

/** Renews a key, then shows its new secret: the only time that it is shown. */
export function RotateDialog({ path, apiKey, onClose }: KeyDialogProps) {
  const { say } = useText();
  const [secret, setSecret] = useState<string | null>(null);
  const rotate = useChange({
    method: 'POST',
    path: `${path}/${apiKey.id}/rotate`,
    changes: listsOf(path),
  });
  return (
    <Dialog
      title={secret === null ? say('keys.rotateTitle', { name: apiKey.name }) : say('keys.ready')}
      isOpen
      onClose={onClose}
      stays={secret !== null}
    >
      {secret === null ? (
        <>
          <p>{say('keys.rotateText')}</p>
          <ErrorNotice error={rotate.error} />
          <DialogActions>
            <Button onPress={onClose}>{say('action.cancel')}</Button>
            <Button
              kind="primary"
              isPending={rotate.isPending}
              onPress={() => rotate.mutate(undefined, { onSuccess: (renewed) => setSecret(renewed.secret) })}
            >
              {say('keys.rotate')}
            </Button>
          </DialogActions>
        </>
      ) : (
        <SecretOnce
          secret={secret}
          copy={say('keys.copySecret')}
          warning={say('keys.secretOnce')}
          stored={say('keys.stored')}
          onStored={onClose}
        />
      )}
    </Dialog>
  );
}
