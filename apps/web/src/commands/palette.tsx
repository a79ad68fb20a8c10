import { useMemo, useState } from 'react';
import {
  Autocomplete,
  Collection,
  Dialog,
  Header,
  Input,
  Menu,
  MenuItem,
  MenuSection,
  Modal,
  ModalOverlay,
  TextField,
  useFilter,
} from 'react-aria-components';
import { useText } from '../text/index.ts';
import type { Command } from './command.ts';
import { Keys } from './keys.tsx';

interface PaletteProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly commands: readonly Command[];
  readonly perform: (command: Command) => void;
}

const GROUPS = ['make', 'go', 'view', 'session'] as const satisfies readonly Command['group'][];

/** Everything a person can do, found by typing. */
export default function Palette({ isOpen, onClose, commands, perform }: PaletteProps) {
  const { say } = useText();
  const { contains } = useFilter({ sensitivity: 'base' });
  const [text, setText] = useState('');
  const items = useMemo(
    () =>
      commands.filter(({ id }) => id !== 'view.palette').map((command) => ({ ...command, label: say(command.name) })),
    [commands, say],
  );
  const close = () => {
    setText('');
    onClose();
  };
  return (
    <ModalOverlay
      className="overlay"
      data-palette
      isDismissable
      isOpen={isOpen}
      onOpenChange={(open) => !open && close()}
    >
      <Modal className="palette">
        <Dialog aria-label={say('palette.title')}>
          <Autocomplete inputValue={text} onInputChange={setText} filter={contains}>
            <TextField aria-label={say('palette.search')} autoFocus>
              <Input className="input" placeholder={say('palette.search')} />
            </TextField>
            <Menu
              className="palette-list"
              aria-label={say('palette.title')}
              renderEmptyState={() => <p className="menu-header">{say('palette.nothing')}</p>}
            >
              {GROUPS.map((group) => (
                <MenuSection key={group} id={group}>
                  <Header className="menu-header">{say(`palette.${group}`)}</Header>
                  <Collection items={items.filter((item) => item.group === group)}>
                    {(item) => (
                      <MenuItem
                        className="menu-item"
                        textValue={item.label}
                        onAction={() => {
                          close();
                          perform(item);
                        }}
                      >
                        <item.icon size={18} />
                        {item.label}
                        {item.keys !== undefined && <Keys keys={item.keys} />}
                      </MenuItem>
                    )}
                  </Collection>
                </MenuSection>
              ))}
            </Menu>
          </Autocomplete>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
