import type { DatasetPath } from '../../api/address.ts';
import { useChange, useResource } from '../../api/queries.ts';
import { useText } from '../../text/index.ts';
import { Button } from '../../ui/button.tsx';
import { useFormat } from '../../ui/format.ts';
import { ErrorNotice, Notice } from '../../ui/notice.tsx';

/** Offers to turn latitude and longitude in the rows that would lie in the territory then. */
export function Exchange({ path }: { path: DatasetPath }) {
  const { say } = useText();
  const { number } = useFormat();
  const rows = useResource(`${path}/exchanged`).data?.data ?? [];
  const exchange = useChange({ method: 'POST', path: `${path}/exchanged`, changes: [path] });
  if (rows.length === 0 && exchange.error === null) return null;
  return (
    <div data-exchanged={rows.length}>
      <Notice kind="warning">
        <div className="row-between">
          <span>{say('datasets.exchanged', { count: rows.length, rows: number(rows.length) })}</span>
          <Button kind="primary" isPending={exchange.isPending} onPress={() => exchange.mutate()}>
            {say('datasets.exchange')}
          </Button>
        </div>
      </Notice>
      <ErrorNotice error={exchange.error} />
    </div>
  );
}
