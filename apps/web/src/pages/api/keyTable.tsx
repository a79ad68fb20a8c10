import { useState } from 'react';
import type { OrganizationPath } from '../../api/address.ts';
import type { ApiKey } from '../../api/types.ts';
import { useText } from '../../text/index.ts';
import { Button } from '../../ui/button.tsx';
import { useFormat } from '../../ui/format.ts';
import { type Column, Table } from '../../ui/table.tsx';
import { RevokeDialog, RotateDialog } from './keyDialogs.tsx';

interface KeyTableProps {
  readonly path: `${OrganizationPath}/keys`;
  readonly keys: readonly ApiKey[];
  /** Number of the user who looks: they renew their own keys alone. */
  readonly userId: number;
  /** Whether the keys are those of all members. */
  readonly ofAll: boolean;
}

export function KeyTable({ path, keys, userId, ofAll }: KeyTableProps) {
  const { say } = useText();
  const { number, day, ago } = useFormat();
  const [open, setOpen] = useState<{ readonly deed: 'revoke' | 'rotate'; readonly apiKey: ApiKey } | null>(null);
  const columns: Column<ApiKey>[] = [
    {
      id: 'name',
      title: say('keys.name'),
      cell: (key) => (
        <>
          <strong>
            <bdi>{key.name}</bdi>
          </strong>
          <br />
          <code className="soft">{key.prefix}…</code>
        </>
      ),
    },
    ...(ofAll ? [{ id: 'member', title: say('keys.member'), cell: ({ user }: ApiKey) => <bdi>{user.name}</bdi> }] : []),
    {
      id: 'scopes',
      title: say('keys.scopes'),
      cell: ({ scopes, networks }) => (
        <>
          {scopes.map((scope) => say(`scope.${scope}`)).join(', ')}
          {networks.length > 0 && <code className="soft block">{networks.join(', ')}</code>}
        </>
      ),
    },
    {
      id: 'use',
      title: say('keys.use'),
      number: true,
      cell: ({ monthlyUsage, monthlyCap }) =>
        monthlyCap === null
          ? number(monthlyUsage)
          : say('keys.useOf', { used: number(monthlyUsage), cap: number(monthlyCap) }),
    },
    {
      id: 'last',
      title: say('keys.lastUsed'),
      cell: ({ lastUsedAt }) => (lastUsedAt === null ? say('keys.never') : ago(lastUsedAt, Date.now())),
    },
    {
      id: 'made',
      title: say('keys.made'),
      nowrap: true,
      cell: ({ createdAt, expiresAt }) => (
        <>
          {day(createdAt)}
          {expiresAt !== null && <span className="soft block">{say('keys.expiresOn', { day: day(expiresAt) })}</span>}
        </>
      ),
    },
    {
      id: 'end',
      title: say('table.state'),
      cell: (key) => {
        if (key.revokedAt !== null)
          return <span className="badge">{say('keys.revoked', { day: day(key.revokedAt) })}</span>;
        if (key.expiresAt !== null && Date.parse(key.expiresAt) <= Date.now())
          return <span className="badge">{say('keys.expired', { day: day(key.expiresAt) })}</span>;
        return (
          <>
            {key.user.id === userId && (
              <Button kind="quiet" onPress={() => setOpen({ deed: 'rotate', apiKey: key })}>
                {say('keys.rotate')}
              </Button>
            )}
            <Button kind="quiet" onPress={() => setOpen({ deed: 'revoke', apiKey: key })}>
              {say('keys.revoke')}
            </Button>
          </>
        );
      },
    },
  ];
  const Dialog = open?.deed === 'rotate' ? RotateDialog : RevokeDialog;
  return (
    <>
      <Table caption={say('keys.title')} columns={columns} rows={keys} keyOf={({ id }) => id} />
      {open !== null && <Dialog path={path} apiKey={open.apiKey} onClose={() => setOpen(null)} />}
    </>
  );
}
