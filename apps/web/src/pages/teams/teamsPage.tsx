import { Plus, UsersRound } from 'lucide-react';
import { useState } from 'react';
import { useResource } from '../../api/queries.ts';
import { useSpentThisMonth } from '../../api/spentThisMonth.ts';
import type { Session, Team } from '../../api/types.ts';
import { useText } from '../../text/index.ts';
import { Button } from '../../ui/button.tsx';
import { useFormat } from '../../ui/format.ts';
import { LimitBar } from '../../ui/limitBar.tsx';
import { LimitDialog } from '../../ui/limitDialog.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { RowMenu } from '../../ui/rowMenu.tsx';
import { Empty, Loaded } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { DeleteTeamDialog, NameTeamDialog } from './teamDialogs.tsx';

type Open = { readonly deed: 'rename' | 'limit' | 'delete'; readonly team: Team } | { readonly deed: 'new' };

export default function TeamsPage({ session }: { session: Session }) {
  const { say } = useText();
  const { number } = useFormat();
  const [open, setOpen] = useState<Open | null>(null);
  const place = session.activeOrganization;
  const home = `/organizations/${place?.organization.id ?? 0}` as const;
  const path = `${home}/teams` as const;
  const spentBy = useSpentThisMonth(session, home, 'team');
  const teams = useResource(path);
  if (place === null) return null;
  const may = place.role !== 'member';
  const close = () => setOpen(null);
  const make = may ? (
    <Button kind="primary" icon={<Plus size={16} aria-hidden />} onPress={() => setOpen({ deed: 'new' })}>
      {say('teams.new')}
    </Button>
  ) : undefined;
  const columns: Column<Team>[] = [
    {
      id: 'name',
      title: say('teams.name'),
      cell: ({ name }) => (
        <strong>
          <bdi>{name}</bdi>
        </strong>
      ),
    },
    { id: 'members', title: say('members.title'), number: true, cell: ({ members }) => number(members) },
    {
      id: 'limit',
      title: say('limit.column'),
      cell: ({ id, name, monthlyLimit }) => (
        <LimitBar label={say('limit.title', { name })} limit={monthlyLimit} used={spentBy?.(id)} />
      ),
    },
    ...(may
      ? [
          {
            id: 'actions',
            title: say('table.actions'),
            cell: (team: Team) => (
              <RowMenu
                label={say('table.actionsOf', { name: team.name })}
                actions={[
                  { id: 'rename', name: say('action.rename'), perform: () => setOpen({ deed: 'rename', team }) },
                  { id: 'limit', name: say('limit.set'), perform: () => setOpen({ deed: 'limit', team }) },
                  { id: 'delete', name: say('teams.delete'), perform: () => setOpen({ deed: 'delete', team }) },
                ]}
              />
            ),
          },
        ]
      : []),
  ];
  return (
    <Page title={say('teams.title')} lead={say('teams.lead')} action={make}>
      <Card>
        <Loaded query={teams}>
          {({ data }) =>
            data.length === 0 ? (
              <Empty icon={<UsersRound size={28} aria-hidden />} title={say('teams.none')} action={make}>
                {say('teams.noneText')}
              </Empty>
            ) : (
              <Table caption={say('teams.title')} columns={columns} rows={data} keyOf={({ id }) => id} />
            )
          }
        </Loaded>
      </Card>
      {open?.deed === 'new' && <NameTeamDialog path={path} team={null} onClose={close} />}
      {open?.deed === 'rename' && <NameTeamDialog path={path} team={open.team} onClose={close} />}
      {open?.deed === 'delete' && <DeleteTeamDialog path={path} team={open.team} onClose={close} />}
      {open?.deed === 'limit' && (
        <LimitDialog
          title={say('limit.title', { name: open.team.name })}
          path={`${path}/${open.team.id}/limit`}
          listPath={path}
          present={open.team.monthlyLimit}
          onClose={close}
        />
      )}
    </Page>
  );
}
