import { useText } from '../text/index.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import type { Command } from './command.ts';
import { Keys } from './keys.tsx';

/** The sheet of shortcuts, made from the commands. */
export default function KeySheet({
  isOpen,
  onClose,
  commands,
}: {
  isOpen: boolean;
  onClose: () => void;
  commands: readonly Command[];
}) {
  const { say } = useText();
  return (
    <Dialog title={say('keysheet.title')} isOpen={isOpen} onClose={onClose}>
      <ul className="stack-tight">
        {commands.map(({ id, name, keys }) =>
          keys === undefined ? null : (
            <li key={id} className="row-between">
              <span>{say(name)}</span>
              <Keys keys={keys} />
            </li>
          ),
        )}
      </ul>
      <DialogActions>
        <Button onPress={onClose}>{say('action.close')}</Button>
      </DialogActions>
    </Dialog>
  );
}
