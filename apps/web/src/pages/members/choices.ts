import type { Role, Team } from '../../api/types.ts';
import type { Say } from '../../text/index.ts';
import type { Choice } from '../../ui/fields.tsx';

export const roleChoices = (say: Say, withOwner: boolean): Choice<Role>[] =>
  (['owner', 'admin', 'member'] as const)
    .filter((role) => withOwner || role !== 'owner')
    .map((role) => ({ id: role, name: say(`role.${role}`) }));

export const teamChoices = (say: Say, teams: readonly Team[]): Choice<string>[] => [
  { id: '', name: say('members.noTeam') },
  ...teams.map(({ id, name }) => ({ id: String(id), name })),
];
