import { useChange, useResource } from '../../api/queries.ts';
import type { ListedSession } from '../../api/types.ts';
import { useText } from '../../text/index.ts';
import { Button } from '../../ui/button.tsx';
import { useFormat } from '../../ui/format.ts';
import { ErrorNotice } from '../../ui/notice.tsx';
import { Card } from '../../ui/page.tsx';
import { Loaded } from '../../ui/states.tsx';
import { type Column, NOTHING, Table } from '../../ui/table.tsx';

/** Sessions of the user. */
export function SessionList() {
  const { say } = useText();
  const { moment } = useFormat();
  const sessions = useResource('/sessions');
  const end = useChange({
    method: 'DELETE',
    path: (id: number) => `/sessions/${id}`,
    changes: ['/sessions'],
  });
  const endOthers = useChange({ method: 'POST', path: '/sessions/revoke-others', changes: ['/sessions'] });
  const columns: Column<ListedSession>[] = [
    {
      id: 'browser',
      title: say('sessions.browser'),
      cell: ({ userAgent }) => browserName(userAgent) ?? say('sessions.unknown'),
    },
    { id: 'address', title: say('sessions.address'), cell: ({ address }) => address ?? NOTHING },
    { id: 'since', title: say('sessions.since'), nowrap: true, cell: ({ createdAt }) => moment(createdAt) },
    {
      id: 'actions',
      title: say('table.actions'),
      cell: ({ id, current }) =>
        current ? (
          <span className="badge" data-kind="good">
            {say('sessions.current')}
          </span>
        ) : (
          <Button kind="quiet" onPress={() => end.mutate(id)}>
            {say('session.signOut')}
          </Button>
        ),
    },
  ];
  return (
    <Card
      title={say('sessions.title')}
      action={
        <Button isPending={endOthers.isPending} onPress={() => endOthers.mutate()}>
          {say('sessions.endOthers')}
        </Button>
      }
    >
      <ErrorNotice error={end.error ?? endOthers.error} />
      <Loaded query={sessions} lines={2}>
        {({ data }) => <Table caption={say('sessions.title')} columns={columns} rows={data} keyOf={({ id }) => id} />}
      </Loaded>
    </Card>
  );
}

/** Returns "Firefox, Linux" for a User-Agent, as far as it is known. */
function browserName(userAgent: string | null): string | null {
  if (userAgent === null) return null;
  const browser = [/Edg\//, /Firefox\//, /Chrome\//, /Safari\//].findIndex((pattern) => pattern.test(userAgent));
  const system = [/Windows/, /Android/, /iPhone|iPad/, /Mac OS/, /Linux/].findIndex((pattern) =>
    pattern.test(userAgent),
  );
  const parts = [
    ['Edge', 'Firefox', 'Chrome', 'Safari'][browser],
    ['Windows', 'Android', 'iOS', 'macOS', 'Linux'][system],
  ];
  return parts.filter((part) => part !== undefined).join(', ') || userAgent.slice(0, 60);
}
