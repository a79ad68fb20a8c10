import { Download } from 'lucide-react';
import { Header, Menu, MenuItem, MenuSection, MenuTrigger, Popover } from 'react-aria-components';
import { useText } from '../text/index.ts';
import { Button } from '../ui/button.tsx';

/** A way out of the app: an address, or an operation. */
export interface Way {
  readonly id: string;
  readonly name: string;
  readonly href?: string;
  /** Opens beside the app instead of being saved. */
  readonly isPage?: boolean;
  readonly perform?: () => void;
}

interface ExportMenuProps {
  readonly label: string;
  readonly ways: readonly Way[];
  /** Tables that are saved one at a time. */
  readonly tables?: readonly Way[];
  readonly onOpen?: () => void;
}

/** Menu of the ways in which an answer leaves the app. */
export function ExportMenu({ label, ways, tables = [], onOpen }: ExportMenuProps) {
  const { say } = useText();
  return (
    <MenuTrigger onOpenChange={(isOpen) => isOpen && onOpen?.()}>
      <Button kind="quiet" label={label} icon={<Download size={17} aria-hidden />} />
      <Popover className="popover" placement="bottom end">
        <Menu aria-label={label}>
          <MenuSection items={ways} aria-label={label}>
            {item}
          </MenuSection>
          {tables.length > 0 && (
            <MenuSection>
              <Header className="menu-header">{say('export.tables')}</Header>
              {tables.map(item)}
            </MenuSection>
          )}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

const item = ({ id, name, href, isPage = false, perform }: Way) => (
  <MenuItem
    key={id}
    id={id}
    className="menu-item"
    textValue={name}
    data-export={id}
    {...(href === undefined ? {} : { href, ...(isPage ? { target: '_blank', rel: 'noopener' } : { download: '' }) })}
    {...(perform === undefined ? {} : { onAction: perform })}
  >
    {name}
  </MenuItem>
);
