import { useState } from 'react';
import { useLocation } from 'wouter';
import type { OrganizationPath } from '../../api/address.ts';
import { queryClient, useChange } from '../../api/queries.ts';
import { useSpentThisMonth } from '../../api/spentThisMonth.ts';
import type { Member, Session, Team } from '../../api/types.ts';
import { useText } from '../../text/index.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { useFormat } from '../../ui/format.ts';
import { LimitBar } from '../../ui/limitBar.tsx';
import { LimitDialog } from '../../ui/limitDialog.tsx';
import { RowMenu } from '../../ui/rowMenu.tsx';
import { type Column, NOTHING, Table } from '../../ui/table.tsx';
import { ChangeMemberDialog } from './changeMemberDialog.tsx';

interface MemberTableProps {
  readonly session: Session;
  readonly path: OrganizationPath;
  readonly members: readonly Member[];
  readonly teams: readonly Team[];
}

type Open = { readonly deed: 'change' | 'limit' | 'remove'; readonly member: Member };

export function MemberTable({ session, path, members, teams }: MemberTableProps) {
  const { say } = useText();
  const { day } = useFormat();
  const spentBy = useSpentThisMonth(session, path, 'member');
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const own = session.activeOrganization?.role ?? 'member';
  const isSelf = (member: Member) => member.user.id === session.user.id;

  const actionsOf = (member: Member) => {
    const may = own === 'owner' || (own === 'admin' && member.role !== 'owner');
    const act = (deed: Open['deed'], name: string) => ({ id: deed, name, perform: () => setOpen({ deed, member }) });
    return [
      ...(may ? [act('change', say('members.change')), act('limit', say('limit.set'))] : []),
      ...(isSelf(member)
        ? [act('remove', say('organization.leave'))]
        : may
          ? [act('remove', say('members.remove'))]
          : []),
    ];
  };

  const columns: Column<Member>[] = [
    {
      id: 'name',
      title: say('members.name'),
      cell: ({ user }) => (
        <>
          <strong>
            <bdi>{user.name}</bdi>
          </strong>
          <br />
          <span className="soft">{user.email}</span>
        </>
      ),
    },
    {
      id: 'role',
      title: say('members.role'),
      cell: ({ role, billing }) => (
        <span className="row">
          {say(`role.${role}`)}
          {billing && <span className="badge">{say('members.billing')}</span>}
        </span>
      ),
    },
    { id: 'team', title: say('members.team'), cell: ({ team }) => (team === null ? NOTHING : <bdi>{team.name}</bdi>) },
    {
      id: 'limit',
      title: say('limit.column'),
      cell: ({ user, monthlyLimit }) => (
        <LimitBar label={say('limit.title', { name: user.name })} limit={monthlyLimit} used={spentBy?.(user.id)} />
      ),
    },
    { id: 'joined', title: say('members.joined'), nowrap: true, cell: ({ joinedAt }) => day(joinedAt) },
    {
      id: 'actions',
      title: say('table.actions'),
      cell: (member) => (
        <RowMenu label={say('table.actionsOf', { name: member.user.name })} actions={actionsOf(member)} />
      ),
    },
  ];
  return (
    <>
      <Table caption={say('members.title')} columns={columns} rows={members} keyOf={({ user }) => user.id} />
      {open?.deed === 'change' && (
        <ChangeMemberDialog path={path} member={open.member} isOwner={own === 'owner'} teams={teams} onClose={close} />
      )}
      {open?.deed === 'limit' && (
        <LimitDialog
          title={say('limit.title', { name: open.member.user.name })}
          path={`${path}/members/${open.member.user.id}/limit`}
          listPath={`${path}/members`}
          present={open.member.monthlyLimit}
          onClose={close}
        />
      )}
      {open?.deed === 'remove' && (
        <RemoveDialog path={path} member={open.member} isSelf={isSelf(open.member)} onClose={close} />
      )}
    </>
  );
}

function RemoveDialog({
  path,
  member,
  isSelf,
  onClose,
}: {
  path: OrganizationPath;
  member: Member;
  isSelf: boolean;
  onClose: () => void;
}) {
  const { say } = useText();
  const [, go] = useLocation();
  const remove = useChange({
    method: 'DELETE',
    path: `${path}/members/${member.user.id}`,
    changes: [`${path}/members`],
  });
  const left = async () => {
    onClose();
    if (!isSelf) return;
    go('/');
    await queryClient.invalidateQueries();
  };
  return (
    <Confirm
      title={isSelf ? say('organization.leaveTitle') : say('members.removeTitle', { name: member.user.name })}
      deed={say(isSelf ? 'organization.leave' : 'members.remove')}
      isPending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate(undefined, { onSuccess: () => void left() })}
      onClose={onClose}
    >
      <p>{say(isSelf ? 'organization.leaveText' : 'members.removeText')}</p>
    </Confirm>
  );
}
