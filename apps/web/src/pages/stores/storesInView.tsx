import { useText } from '../../text/index.ts';
import { Button } from '../../ui/button.tsx';
import { useFormat } from '../../ui/format.ts';
import { Card } from '../../ui/page.tsx';
import { isCounted, type Store } from './store.ts';

const LISTED = 12;

/** The stores nearest to the middle of the map: the way to them without a pointer. */
export function StoresInView({
  stores,
  total,
  onPick,
}: {
  stores: readonly Store[];
  total: number;
  onPick: (id: string) => void;
}) {
  const { say } = useText();
  const { people } = useFormat();
  return (
    <Card title={say('stores.inView')}>
      <div className="card-body stack-tight">
        {total === 0 && <p className="soft">{say('stores.noneInView')}</p>}
        <ul className="stores-in-view">
          {stores.slice(0, LISTED).map((store) => (
            <li key={store.id}>
              <Button kind="quiet" onPress={() => onPick(store.id)}>
                <bdi>{store.name || store.brand || say('stores.unnamed')}</bdi>
                <span className="soft small">
                  {isCounted(store) ? '' : `${say('stores.closedMark')} · `}
                  {`${people(Math.round(store.meters ?? 0))}\u00a0m`}
                </span>
              </Button>
            </li>
          ))}
        </ul>
        {total > LISTED && <p className="soft small">{say('stores.more', { count: total - LISTED })}</p>}
      </div>
    </Card>
  );
}
