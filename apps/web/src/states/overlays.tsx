import { type ReactNode, useState } from 'react';
import { Problem } from '../api/request.ts';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { LimitDialog } from '../ui/limitDialog.tsx';
import { SecretDialog } from '../ui/secretDialog.tsx';
import { SecretOnce } from '../ui/secretOnce.tsx';
import { State, States } from './state.tsx';

const SECRET = 'hk_live_8f3a2c7d9b1e4056';
const REFUSED = new Problem(409, { error: 'conflict', detail: 'Another member changed it. Load the page again.' });

/** A button that opens an overlay. */
function Opener({ name, children }: { name: string; children: (close: () => void) => ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onPress={() => setOpen(true)}>{name}</Button>
      {isOpen && children(() => setOpen(false))}
    </>
  );
}

const secretOf = (close: () => void) => (
  <SecretOnce
    secret={SECRET}
    warning="The key is shown only now."
    copy="Copy the key"
    stored="I have stored it"
    onStored={close}
  />
);

export const Overlays = () => (
  <States title="Dialogs">
    <State name="Dialog">
      <Opener name="Open a dialog">
        {(close) => (
          <Dialog title="Share the analysis" isOpen onClose={close}>
            <p>Whoever has the link sees the answer.</p>
            <DialogActions>
              <Button onPress={close}>Close</Button>
            </DialogActions>
          </Dialog>
        )}
      </Opener>
    </State>
    {(['ready', 'in progress', 'refused'] as const).map((state) => (
      <State key={state} name={`Confirm, ${state}`}>
        <Opener name="Delete">
          {(close) => (
            <Confirm
              title="Delete the analysis?"
              deed="Delete"
              isPending={state === 'in progress'}
              error={state === 'refused' ? REFUSED : null}
              onConfirm={close}
              onClose={close}
            >
              <p>All its versions go with it.</p>
            </Confirm>
          )}
        </Opener>
      </State>
    ))}
    <State name="SecretOnce">{secretOf(() => {})}</State>
    <State name="SecretDialog, from the form to the secret">
      <Opener name="Make a key">
        {(close) => (
          <SecretDialog
            titles={['Make a key', 'Your key']}
            isOpen
            onClose={close}
            form={(onMade, onCancel) => (
              <DialogActions>
                <Button onPress={onCancel}>Cancel</Button>
                <Button kind="primary" onPress={() => onMade(SECRET)}>
                  Make it
                </Button>
              </DialogActions>
            )}
            secret={(_, onStored) => secretOf(onStored)}
          />
        )}
      </Opener>
    </State>
    <State name="LimitDialog, which the service refuses without a session">
      <Opener name="Set a limit">
        {(close) => (
          <LimitDialog
            title="Monthly limit of Ada"
            path="/organizations/0/members/0/limit"
            listPath="/organizations/0/members"
            present={200}
            onClose={close}
          />
        )}
      </Opener>
    </State>
  </States>
);
