import { BellOff } from 'lucide-react';
import type { OrganizationPath } from '../../api/address.ts';
import { useChange, useResource } from '../../api/queries.ts';
import { useText } from '../../text/index.ts';
import { Button } from '../../ui/button.tsx';
import { useFormat } from '../../ui/format.ts';
import { ErrorNotice } from '../../ui/notice.tsx';
import { Card } from '../../ui/page.tsx';
import { Loaded } from '../../ui/states.tsx';

interface SubscriptionsProps {
  readonly path: OrganizationPath;
  readonly territory: string;
  /** What a new subscription is about. */
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** What the organization is told of when a newer list of stores comes, and the way to be told of what is asked here. */
export function Subscriptions({ path, territory, name: about, input }: SubscriptionsProps) {
  const { say, language } = useText();
  const { day } = useFormat();
  const all = useResource(`${path}/supply/subscriptions`);
  const changes = [`${path}/supply/subscriptions`];
  const make = useChange({
    method: 'POST',
    path: `${path}/supply/subscriptions`,
    changes,
    body: () => {
      const { since: _, ...question } = input;
      return { name: about, territory, language, question } as never;
    },
  });
  const end = useChange({
    method: 'DELETE',
    path: (id: number) => `${path}/supply/subscriptions/${id}` as never,
    changes,
  } as never) as unknown as { mutate(id: number): void; isPending: boolean; error: Error | null };
  const error = make.error ?? end.error;
  return (
    <Card title={say('stores.told.title')}>
      <div className="card-body stack-tight">
        <p className="soft small">{say('stores.told.lead')}</p>
        {error !== null && <ErrorNotice error={error} />}
        <Loaded query={all}>
          {({ data }) =>
            data.length === 0 ? null : (
              <ul className="corrections">
                {data.map(({ id, name, last, untold, createdAt }) => (
                  <li key={id} data-subscription={id}>
                    <span>
                      <strong>
                        <bdi>{name}</bdi>
                      </strong>
                      <span className="soft small block">
                        {last !== null
                          ? say('stores.told.last', { ...last, day: day(last.at) })
                          : untold !== null
                            ? say('stores.told.untold', untold)
                            : say('stores.told.nothing', { day: day(createdAt) })}
                      </span>
                    </span>
                    <Button
                      kind="quiet"
                      icon={<BellOff size={16} aria-hidden />}
                      label={say('stores.told.end', { name })}
                      isPending={end.isPending}
                      onPress={() => end.mutate(id)}
                    />
                  </li>
                ))}
              </ul>
            )
          }
        </Loaded>
        <Button isPending={make.isPending} onPress={() => make.mutate()}>
          {say('stores.told.begin')}
        </Button>
      </div>
    </Card>
  );
}
