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
} from 'react-aria-components';
import type { OrganizationPath } from '../api/address.ts';
import { type TextKey, useText } from '../text/index.ts';
import type { Command } from './command.ts';
import { type Find, fits, useFinds, wordsIn } from './finds.ts';
import { Keys } from './keys.tsx';

interface PaletteProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly commands: readonly Command[];
  readonly perform: (command: Command) => void;
  /** The organization that is searched; null where there is none. */
  readonly path: OrganizationPath | null;
  readonly go: (path: string) => void;
}

const FOUND = ['ask', 'places', 'sectors', 'analyses', 'datasets'] as const satisfies readonly Find['group'][];
const GROUPS = ['go', 'make', 'view', 'session'] as const satisfies readonly Command['group'][];

/** Whether each word that was typed begins one of a text. */
function isFound(text: string, typed: string): boolean {
  const words = wordsIn(text);
  return wordsIn(typed).every((word) => words.some(fits(word)));
}

/** Everything a person can ask, open and do, found by typing: pages first, then what is found, then deeds. */
export default function Palette({ isOpen, onClose, commands, perform, path, go }: PaletteProps) {
  const { say } = useText();
  const [text, setText] = useState('');
  const items = useMemo(
    () =>
      commands.filter(({ id }) => id !== 'view.palette').map((command) => ({ ...command, label: say(command.name) })),
    [commands, say],
  );
  const finds = useFinds(path, text);
  const close = () => {
    setText('');
    onClose();
  };
  const sectionsOf = (group: Command['group']) => {
    const shown = items.filter((item) => item.group === group);
    return (
      shown.length > 0 && (
        <MenuSection key={group} id={group}>
          <Header className="menu-header">{say(`palette.${group}`)}</Header>
          <Collection items={shown}>
            {(item) => (
              <MenuItem
                className="menu-item"
                textValue={`${item.label} ${say(`find.${item.id}` as TextKey, { defaultValue: '' })}`}
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
      )
    );
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
          <Autocomplete inputValue={text} onInputChange={setText} filter={isFound}>
            <TextField aria-label={say('palette.search')} autoFocus>
              <Input className="input" placeholder={say('palette.search')} />
            </TextField>
            <Menu
              className="palette-list"
              aria-label={say('palette.title')}
              renderEmptyState={() => <p className="menu-header">{say('palette.nothing')}</p>}
            >
              {sectionsOf('go')}
              {FOUND.map((group) => {
                const found = finds.filter((one) => one.group === group);
                return (
                  found.length > 0 && (
                    <MenuSection key={group} id={group}>
                      <Header className="menu-header">{say(`palette.${group}`)}</Header>
                      <Collection items={found}>
                        {({ id, label, icon: Icon, path: to }) => (
                          <MenuItem
                            id={id}
                            className="menu-item"
                            // What was found is shown, by whatever it was found.
                            textValue={`${label} ${text}`}
                            onAction={() => {
                              close();
                              go(to);
                            }}
                          >
                            <Icon size={18} />
                            <bdi>{label}</bdi>
                          </MenuItem>
                        )}
                      </Collection>
                    </MenuSection>
                  )
                );
              })}
              {GROUPS.slice(1).map(sectionsOf)}
            </Menu>
          </Autocomplete>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
