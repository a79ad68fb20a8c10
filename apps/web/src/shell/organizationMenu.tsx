import { Check, ChevronsUpDown } from 'lucide-react';
import { Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { switchOrganization } from '../api/switchOrganization.ts';
import type { Session } from '../api/types.ts';
import { useText } from '../text/index.ts';
import { Button } from '../ui/button.tsx';

/** Names the organization one works in, and switches to another. */
export function OrganizationMenu({ session }: { session: Session }) {
  const { say } = useText();
  const active = session.activeOrganization?.organization;
  if (active === undefined) return null;
  return (
    <MenuTrigger>
      <Button kind="quiet">
        <bdi className="clip">{active.name}</bdi>
        <ChevronsUpDown size={14} aria-hidden />
      </Button>
      <Popover className="popover">
        <Menu
          aria-label={say('organization.switch')}
          items={session.organizations.map((place) => ({ id: place.organization.id, place }))}
        >
          {({ id, place }) => (
            <MenuItem
              className="menu-item"
              textValue={place.organization.name}
              onAction={() => void switchOrganization(id)}
            >
              <span style={{ width: 16 }}>{id === active.id && <Check size={16} aria-hidden />}</span>
              <bdi>{place.organization.name}</bdi>
            </MenuItem>
          )}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
