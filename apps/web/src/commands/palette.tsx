import { type ComponentType, type RefObject, useContext, useEffect, useMemo, useRef, useState } from 'react';
import {
  Autocomplete,
  AutocompleteStateContext,
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
import { askAssistant } from '../assistant/open.ts';
import { type TextKey, useText } from '../text/index.ts';
import { isFound, isNamed, isSaid, tellingOf } from './asked.ts';
import type { Command } from './command.ts';
import { type Find, FOUND, useFinds } from './finds.ts';
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

interface Item {
  readonly id: string;
  readonly label: string;
  readonly icon: ComponentType<{ size?: number }>;
  readonly keys?: string | undefined;
  readonly isWhole: boolean;
  readonly isLike?: boolean;
  readonly open: () => void;
}

interface Section {
  readonly id: string;
  readonly title: string;
  readonly items: readonly Item[];
}

const GROUPS = ['go', 'make', 'view', 'session'] as const satisfies readonly Command['group'][];
const TITLES: Readonly<Partial<Record<Find['group'], TextKey>>> = {
  members: 'members.title',
  assistant: 'assistant.title',
};

/** One bar to ask, find and do: what bears the name that was typed stands first, then each kind in its order. */
export default function Palette({ isOpen, onClose, commands, perform, path, go }: PaletteProps) {
  const { say } = useText();
  const [text, setText] = useState('');
  // Enter was pressed before all that was asked for had come.
  const [isEntered, setEntered] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const { finds, isPending } = useFinds(path, text);
  const close = () => {
    setText('');
    onClose();
  };
  const names = useMemo(
    () =>
      commands
        .filter(({ id }) => id !== 'view.palette')
        .map((command) => ({
          command,
          label: say(command.name),
          words: say(`find.${command.id}` as TextKey, { defaultValue: '' }),
        })),
    [commands, say],
  );
  const open = ({ group, path: to }: Find) => {
    close();
    if (group === 'assistant') askAssistant(to);
    else if (group === 'help') window.location.assign(to);
    else go(to);
  };
  const found = FOUND.map(
    (group): Section => ({
      id: group,
      title: say(TITLES[group] ?? (`palette.${group}` as TextKey)),
      items: finds
        .filter((one) => one.group === group)
        .map((one) => ({ ...one, isWhole: one.isWhole === true, open: () => open(one) })),
    }),
  );
  const telling = tellingOf(text, say('find.fillers'));
  const known = GROUPS.map(
    (group): Section => ({
      id: group,
      title: say(`palette.${group}`),
      items: names
        .filter(({ command, label, words }) => command.group === group && isFound(`${label} ${words}`, telling))
        .map(({ command, label, words }) => ({
          id: command.id,
          label,
          icon: command.icon,
          keys: command.keys,
          isWhole: isNamed(label, text) || isSaid(words, telling),
          open: () => {
            close();
            perform(command);
          },
        })),
    }),
  );
  // What bears the name that was typed, then each kind in its order, then what is only like it in writing.
  const rankOf = ({ items }: Section) =>
    items.some((one) => one.isWhole) ? 0 : items.every(({ isLike }) => isLike === true) ? 2 : 1;
  const sections = [...found, ...known]
    .filter(({ items }) => items.length > 0)
    .toSorted((a, b) => rankOf(a) - rankOf(b));
  const first = sections[0]?.items[0];
  useEffect(() => {
    if (!isEntered || isPending) return;
    setEntered(false);
    first?.open();
  });
  return (
    <ModalOverlay
      className="overlay"
      data-palette
      isDismissable
      isOpen={isOpen}
      onOpenChange={(isStill) => !isStill && close()}
    >
      <Modal className="palette">
        <Dialog aria-label={say('palette.title')}>
          <Autocomplete inputValue={text} onInputChange={setText}>
            <div
              role="presentation"
              onKeyDownCapture={(event) => {
                const isKnown = !isPending && !isGone(field.current);
                if (event.key !== 'Enter' || isKnown || event.nativeEvent.isComposing) return;
                event.preventDefault();
                event.stopPropagation();
                setEntered(true);
              }}
            >
              <TextField aria-label={say('palette.search')} autoFocus>
                <Input ref={field} className="input" placeholder={say('palette.search')} />
              </TextField>
            </div>
            <PointAtFirst field={field} />
            <Menu
              className="palette-list"
              aria-label={say('palette.title')}
              renderEmptyState={() => (
                <p className="menu-header">{say(isPending ? 'state.loading' : 'palette.nothing')}</p>
              )}
            >
              {sections.map(({ id, title, items }) => (
                <MenuSection key={id} id={id}>
                  <Header className="menu-header">{title}</Header>
                  <Collection items={items}>
                    {(item) => (
                      <MenuItem id={item.id} className="menu-item" textValue={item.label} onAction={item.open}>
                        <item.icon size={18} />
                        <bdi>{item.label}</bdi>
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

/** Whether the entry that a field points at is not in the list any more. */
function isGone(field: HTMLInputElement | null): boolean {
  const pointed = field?.getAttribute('aria-activedescendant') ?? null;
  return pointed !== null && document.getElementById(pointed) === null;
}

/** Points at the first entry where the one that was pointed at has gone: lists change as finds come, and React Aria keeps the old one. */
function PointAtFirst({ field }: { readonly field: RefObject<HTMLInputElement | null> }) {
  // A change of what is pointed at is a reason to look, too: it is told half a second after typing.
  useContext(AutocompleteStateContext);
  useEffect(() => {
    if (isGone(field.current))
      field.current?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Home', bubbles: true }));
  });
  return null;
}
