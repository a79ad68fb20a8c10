import { useState } from 'react';
import { useChange } from '../../api/queries.ts';
import type { ApiKey } from '../../api/types.ts';
import { useText } from '../../text/index.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { useFormat } from '../../ui/format.ts';
import { ErrorNotice } from '../../ui/notice.tsx';
import { type Column, Table } from '../../ui/table.tsx';

export function KeyTable({ path, keys }: { path: string; keys: readonly ApiKey[] }) {
  const { say } = useText();
  const { number, day, ago } = useFormat();
  const [ending, setEnding] = useState<ApiKey | null>(null);
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
    {
      id: 'scopes',
      title: say('keys.scopes'),
      cell: ({ scopes }) => scopes.map((scope) => say(`scope.${scope}`)).join(', '),
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
    { id: 'made', title: say('keys.made'), nowrap: true, cell: ({ createdAt }) => day(createdAt) },
    {
      id: 'end',
      title: say('table.state'),
      cell: (key) =>
        key.revokedAt === null ? (
          <Button kind="quiet" onPress={() => setEnding(key)}>
            {say('keys.revoke')}
          </Button>
        ) : (
          <span className="badge">{say('keys.revoked', { day: day(key.revokedAt) })}</span>
        ),
    },
  ];
  return (
    <>
      <Table caption={say('keys.title')} columns={columns} rows={keys} keyOf={({ id }) => id} />
      {ending !== null && <RevokeDialog path={path} apiKey={ending} onClose={() => setEnding(null)} />}
    </>
  );
}

function RevokeDialog({ path, apiKey, onClose }: { path: string; apiKey: ApiKey; onClose: () => void }) {
  const { say } = useText();
  const revoke = useChange({ method: 'DELETE', path: `${path}/${apiKey.id}`, changes: [path] });
  return (
    <Dialog title={say('keys.revokeTitle', { name: apiKey.name })} isOpen onClose={onClose}>
      <p>{say('keys.revokeText')}</p>
      <ErrorNotice error={revoke.error} />
      <DialogActions>
        <Button onPress={onClose}>{say('action.cancel')}</Button>
        <Button
          kind="danger"
          isPending={revoke.isPending}
          onPress={() => revoke.mutate(undefined, { onSuccess: onClose })}
        >
          {say('keys.revoke')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
