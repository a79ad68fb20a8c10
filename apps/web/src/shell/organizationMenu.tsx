import { Check, ChevronsUpDown } from 'lucide-react';
import { Header, Menu, MenuItem, MenuSection, MenuTrigger, Popover } from 'react-aria-components';
import { switchOrganization } from '../api/switchOrganization.ts';
import type { Session } from '../api/types.ts';
import { useCommands } from '../commands/provider.tsx';
import { useText } from '../text/index.ts';
import { Button } from '../ui/button.tsx';
import { CommandSection } from './commandSection.tsx';
import { BEHIND_NAME, sectionsOf } from './sections.ts';

/** Names the organization one works in, leads to its pages, and switches to another. */
export function OrganizationMenu({ session }: { session: Session }) {
  const { say } = useText();
  const { visible } = useCommands();
  const active = session.activeOrganization?.organization;
  if (active === undefined) return null;
  return (
    <MenuTrigger>
      <Button kind="quiet">
        <bdi className="clip">{active.name}</bdi>
        <ChevronsUpDown size={14} aria-hidden />
      </Button>
      <Popover className="popover">
        <Menu aria-label={active.name}>
          {sectionsOf(visible, BEHIND_NAME).map(({ section, pages }) => (
            <CommandSection key={section} title={say(`shell.${section}`)} commands={pages} />
          ))}
          {session.organizations.length > 1 && (
            <MenuSection>
              <Header className="menu-header">{say('organization.switch')}</Header>
              {session.organizations.map(({ organization: { id, name } }) => (
                <MenuItem
                  key={id}
                  id={id}
                  className="menu-item"
                  textValue={name}
                  onAction={() => void switchOrganization(id)}
                >
                  <span style={{ width: 16 }}>{id === active.id && <Check size={16} aria-hidden />}</span>
                  <bdi>{name}</bdi>
                </MenuItem>
              ))}
            </MenuSection>
          )}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
