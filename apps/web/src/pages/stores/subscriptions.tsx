import { BellOff } from 'lucide-react';
import { useChange, useResource } from '../../api/queries.ts';
import { useText } from '../../text/index.ts';
import { Button } from '../../ui/button.tsx';
import { useFormat } from '../../ui/format.ts';
import { ErrorNotice } from '../../ui/notice.tsx';
import { Card } from '../../ui/page.tsx';
import { Loaded } from '../../ui/states.tsx';
import type { Seen, StorePath } from './store.ts';

interface SubscriptionsProps {
  readonly path: StorePath;
  readonly territory: string;
  readonly seen: Seen;
}

const METERS_PER_DEGREE = 111_195;

/** The part of the map that is seen as a polygon. */
function outlineOf({ lat, lng, meters }: Seen) {
  const up = meters / METERS_PER_DEGREE;
  const right = up / Math.max(0.01, Math.cos((lat * Math.PI) / 180));
  const corners = [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
    [-1, -1],
  ].map(([x, y]) => [round(lng + x! * right), round(lat + y! * up)]);
  return { type: 'Polygon', coordinates: [corners] };
}

const round = (degrees: number) => Math.round(degrees * 1e6) / 1e6;

/** What the organization is told of when a newer list of stores comes, and the way to be told of what the map shows. */
export function Subscriptions({ path, territory, seen }: SubscriptionsProps) {
  const { say, language } = useText();
  const { day } = useFormat();
  const all = useResource(`${path}/supply/subscriptions`);
  const changes = [`${path}/supply/subscriptions`];
  const make = useChange({
    method: 'POST',
    path: `${path}/supply/subscriptions`,
    changes,
    body: (at: Seen) =>
      ({
        name: `${at.lat.toFixed(3)}, ${at.lng.toFixed(3)}`,
        territory,
        language,
        question: { polygon: outlineOf(at) },
      }) as never,
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
        <Button isPending={make.isPending} onPress={() => make.mutate(seen)}>
          {say('stores.told.begin')}
        </Button>
      </div>
    </Card>
  );
}
