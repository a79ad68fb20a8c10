import { Ellipsis } from 'lucide-react';
import { Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { Button } from './button.tsx';

export interface RowAction {
  readonly id: string;
  readonly name: string;
  readonly perform: () => void;
}

/** Menu of the operations on a row of a table; empty where there are none. */
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
