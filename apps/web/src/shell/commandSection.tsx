import { Header, MenuItem, MenuSection } from 'react-aria-components';
import type { Command } from '../commands/command.ts';
import { useCommands } from '../commands/provider.tsx';
import { useText } from '../text/index.ts';

interface CommandSectionProps {
  readonly title: string;
  readonly commands: readonly Command[];
}

/** Commands as a part of a menu. */
export function CommandSection({ title, commands }: CommandSectionProps) {
  const { say } = useText();
  const { perform } = useCommands();
  return (
    <MenuSection>
      <Header className="menu-header">{title}</Header>
      {commands.map((command) => (
        <MenuItem
          key={command.id}
          id={command.id}
          className="menu-item"
          textValue={say(command.name)}
          onAction={() => perform(command)}
        >
          <command.icon size={18} />
          {say(command.name)}
        </MenuItem>
      ))}
    </MenuSection>
  );
}
