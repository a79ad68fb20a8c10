import { Ellipsis } from 'lucide-react';
import { Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { Button } from './button.tsx';

export interface RowAction {
  readonly id: string;
  readonly name: string;
  readonly perform: () => void;
}

/** What can be done with one row of a table; nothing where there is nothing to do. */
export function RowMenu({ label, actions }: { label: string; actions: readonly RowAction[] }) {
  if (actions.length === 0) return null;
  return (
    <MenuTrigger>
      <Button kind="quiet" label={label} icon={<Ellipsis size={18} aria-hidden />} />
      <Popover className="popover" placement="bottom end">
        <Menu aria-label={label} items={actions}>
          {({ name, perform }) => (
            <MenuItem className="menu-item" textValue={name} onAction={perform}>
              {name}
            </MenuItem>
          )}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
